import LibraryClient
import LibraryModel
import LinuxSystem

/// The two files of a Live Photo that is not in the library: files of the app.
struct LivePhotoFiles: ResourceSource {
    let photo: URL
    let movie: URL
    private let infos: [ResourceInfo]

    /// Takes a photo and a movie in any order and tells them apart by extension. `size`: the photo's size in pixels.
    /// `duration`: the movie's, in seconds.
    init(_ urls: [URL], size: CGSize = .zero, duration: Double = 0) throws(PHPhotosError) {
        func only(_ type: UTType) throws(PHPhotosError) -> URL {
            let found = urls.filter { UTType(filenameExtension: $0.pathExtension)?.conforms(to: type) == true }
            guard found.count == 1, urls.count == 2 else {
                throw PHPhotosError(.invalidResource, reason: "a Live Photo is one photo and one movie")
            }
            return found[0]
        }
        photo = try only(.image)
        movie = try only(.movie)
        var movieInfo = try Self.info(movie, .pairedVideo, .zero)
        movieInfo.duration = duration
        infos = [try Self.info(photo, .photo, size), movieInfo]
    }

    private static func info(_ url: URL, _ kind: ResourceKind, _ size: CGSize) throws(PHPhotosError) -> ResourceInfo {
        let type = UTType(filenameExtension: url.pathExtension)?.preferredMIMEType
        return ResourceInfo(
            kind: kind,
            filename: url.lastPathComponent,
            contentType: type ?? "application/octet-stream",
            size: try Self.size(of: PrivateFile.opening(url)),
            pixelWidth: UInt32(size.width),
            pixelHeight: UInt32(size.height),
            digest: []
        )
    }

    private static func size(of file: consuming OwnedDescriptor) throws(PHPhotosError) -> Int64 {
        let status: FileStatus
        do throws(SystemCallError) {
            status = try file.status()
        } catch {
            throw PHPhotosError(.invalidResource, reason: "a file cannot be read", cause: error.asNSError)
        }
        guard status.isRegularFile else {
            throw PHPhotosError(.invalidResource, reason: "a Live Photo is made of regular files")
        }
        return status.size
    }

    func resources() throws(LibraryError) -> [ResourceInfo] { infos }

    func open(_ kind: ResourceKind, _ network: NetworkAccess?) throws(LibraryError) -> OwnedDescriptor {
        do throws(PHPhotosError) {
            return try PrivateFile.opening(kind == .photo ? photo : movie)
        } catch {
            throw LibraryError(.missingResource, "a file of the Live Photo cannot be read")
        }
    }
}
