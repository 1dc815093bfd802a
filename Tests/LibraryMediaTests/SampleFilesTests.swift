import LibraryMedia
import LibraryModel
import LinuxSystem
import SamplePhotos
import Testing

/// Real files of many cameras, where `PHOTOS_SAMPLES` names a folder of them: each is read or refused with a reason, by
/// one and the same pair of workers that all survive it.
@Suite(.enabled(if: SampleFiles.folder != nil, "PHOTOS_SAMPLES names no folder")) struct SampleFilesTests {
    @Test func `every sample is read or refused without crashing a worker`() throws {
        let folder = try #require(SampleFiles.folder)
        let workers = try MediaWorkers()
        _ = try workers.examine(file(SamplePhoto(size: PixelSize(width: 8, height: 8), seed: 0).encoded()), for: .owner)
        let before = workers.processIdentifiers
        var read = 0
        for path in try SampleFiles.all(in: folder) {
            let open = try OwnedDescriptor(opening: path)
            var heif: MediaMetadata?
            do throws(LibraryError) {
                let examined = try workers.examine(open, thumbnail: Rendition.thumbnail.box, for: .owner)
                let metadata = examined.metadata
                #expect(metadata.pixelWidth > 0 && metadata.pixelHeight > 0, "\(path.text)")
                #expect(metadata.kind == .video || metadata.duration == 0, "\(path.text)")
                #expect(metadata.location?.isValid ?? true, "\(path.text)")
                if metadata.contentType == "image/heic" { heif = metadata }
                read += 1
            } catch {
                #expect(error.code == .invalidResource, "\(path.text): \(error)")
                print("refused: \(path.text): \(error.reason)")
            }
            guard let heif else { continue }
            // What a program gets of it that reads JPEG only.
            let bytes = try workers.makeJPEG(of: open, quality: 80, for: .owner).readToEnd(limit: 256 << 20)
            let made = try metadata(of: bytes)
            #expect(made.captureDate == heif.captureDate, "\(path.text)")
            #expect(made.location == heif.location, "\(path.text)")
            #expect(made.cameraModel == heif.cameraModel, "\(path.text)")
            #expect((made.pixelWidth, made.pixelHeight) == (heif.pixelWidth, heif.pixelHeight), "\(path.text)")
        }
        #expect(workers.processIdentifiers == before)
        #expect(read > 0)
        print("read \(read) samples")
    }
}

enum SampleFiles {
    static var folder: FilePath? { EnvironmentVariables.value("PHOTOS_SAMPLES").map { FilePath($0) } }

    static func all(in folder: FilePath) throws -> [FilePath] {
        var files: [FilePath] = []
        var reader = try FolderReader(folder)
        while let entry = try reader.next() {
            let path = folder.appending(entry.name)
            switch try FileStatus(of: path).kind {
            case .folder: files += try all(in: path)
            case .regularFile: files.append(path)
            default: break
            }
        }
        return files
    }
}
