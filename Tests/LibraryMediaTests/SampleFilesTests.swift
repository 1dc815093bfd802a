import LibraryMedia
import LibraryModel
import LinuxSystem
import MediaDecoder
import Testing

/// Real files of many cameras, where `PHOTOS_SAMPLES` names a folder of them: each is read or refused with a reason, by
/// one and the same pair of workers that all survive it.
@Suite(.enabled(if: SampleFiles.folder != nil, "PHOTOS_SAMPLES names no folder")) struct SampleFilesTests {
    @Test func `every sample is read or refused, and kills no worker`() throws {
        let folder = try #require(SampleFiles.folder)
        let workers = try MediaWorkers()
        _ = try workers.examine(file(SamplePhoto(size: PixelSize(width: 8, height: 8), seed: 0).encoded()))
        let before = workers.processIdentifiers
        var read = 0
        for path in try SampleFiles.all(in: folder) {
            let open = try OwnedDescriptor(opening: path)
            do throws(LibraryError) {
                let examined = try workers.examine(open, thumbnail: ThumbnailStore.size)
                let metadata = examined.metadata
                #expect(metadata.pixelWidth > 0 && metadata.pixelHeight > 0, "\(path.text)")
                #expect(metadata.kind == .video || metadata.duration == 0, "\(path.text)")
                #expect(metadata.location?.isValid ?? true, "\(path.text)")
                read += 1
            } catch {
                #expect(error.code == .invalidResource, "\(path.text): \(error)")
                print("refused: \(path.text): \(error.reason)")
            }
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
