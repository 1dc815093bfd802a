import LibraryModel
import LinuxSystem
import SamplePhotos

/// The program `sample-photos`: fills a folder with made-up photos, the same ones each time.
enum SamplePhotosProgram {
    /// A picture takes some 100 KiB.
    private static let maximumCount = 100_000
    private static let usage = """
        usage: sample-photos DIR COUNT

        Makes COUNT photos in DIR, most of them from three hikes. The folder is made when it is missing.
        """

    /// Returns the exit status, as in `sysexits.h`.
    static func run(_ arguments: ArraySlice<String>) -> Int32 {
        if let version = Release.line(of: "sample-photos", askedBy: arguments) {
            print(version)
            return 0
        }
        if arguments == ["--help"] {
            print(usage)
            return 0
        }
        guard arguments.count == 2, let folder = arguments.first, let count = arguments.last.flatMap({ Int($0) }),
            !folder.isEmpty, (1...maximumCount).contains(count)
        else {
            complain(usage)
            return 64
        }
        do {
            try makePhotos(count, in: FilePath(folder))
            return 0
        } catch {
            complain("sample-photos: \(error)")
            return 73
        }
    }

    private static func makePhotos(_ count: Int, in folder: FilePath) throws {
        try FileNames.makeFolders(folder, mode: 0o755)
        for item in SampleYear(count: count).items {
            let path = folder.appending(FilePath(item.filename))
            let file = try OwnedDescriptor(opening: path, [.writeOnly, .create, .truncate], mode: 0o644)
            try file.write(try item.photo.encoded())
        }
    }

    private static func complain(_ text: String) {
        // Nothing can be told to somebody who does not listen; the exit status says how it went.
        do { try OwnProcess.standardError().write(Array("\(text)\n".utf8)) } catch {}
    }
}
