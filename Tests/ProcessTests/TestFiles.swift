import LibraryModel
import LibraryTestSupport
import LinuxSystem
import SamplePhotos

/// Small real photos, each of other bytes.
enum TestPhoto {
    /// A JPEG file of a few kilobytes. `date` is in microseconds since 1970.
    static func jpeg(_ seed: UInt64, date: Int64? = 1_750_000_000_000_000) throws -> [UInt8] {
        try SamplePhoto(size: PixelSize(width: 64, height: 48), seed: seed, date: date, utcOffset: 0).encoded()
    }

    /// A photo of other bytes, without encoding one again: what follows the end of a JPEG file is nobody's.
    static func variant(of jpeg: [UInt8], _ number: UInt64) -> [UInt8] {
        jpeg + (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}

extension ScratchFolder {
    /// Writes `count` photos into a new folder, and returns the folder.
    @discardableResult
    func writePhotos(_ count: Int, to name: String, from seed: UInt64 = 1) throws -> FilePath {
        try FileNames.makeFolder(file(name))
        let base = try TestPhoto.jpeg(seed)
        for number in 0..<count {
            try write(TestPhoto.variant(of: base, seed << 32 + UInt64(number)), to: "\(name)/photo\(number).jpg")
        }
        return file(name)
    }
}
