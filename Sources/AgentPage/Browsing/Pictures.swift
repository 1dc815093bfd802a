internal import LibraryClient
internal import LibraryModel
internal import LinuxSystem
internal import Synchronization

/// The pictures of the page.
final class Pictures: Sendable {
    /// The pixels that the longer side of a preview may have.
    private static let previewSizes = 64...4096
    /// JPEG quality of previews, 1 to 100.
    private static let previewQuality = 85

    private let client: LibraryClient
    /// One preview at a time: it takes 64 MB while it is made.
    private let preview = Mutex<Void>(())

    init(_ client: LibraryClient) { self.client = client }

    func thumbnail(of asset: ObjectID, _ request: HTTPRequest) throws -> HTTPResponse {
        let file = try client.thumbnailFile(of: asset)
        let size = try file.status().size
        return jpeg(.file(file, ByteRange(offset: 0, count: UInt64(clamping: size))), request)
    }

    func preview(of asset: ObjectID, _ request: HTTPRequest) throws -> HTTPResponse {
        let side = request.query["size"].map { Int($0) ?? 0 } ?? 2048
        guard Pictures.previewSizes.contains(side) else { throw RequestFailure(400, "a preview of no such size") }
        let bytes = try preview.withLock { _ in
            let image = try client.thumbnail(of: asset, fitting: PixelSize(width: side, height: side))
            return try client.encodeJPEG(image, quality: Pictures.previewQuality)
        }
        return jpeg(.bytes(bytes), request)
    }

    /// A request that names the version can be cached for good: a changed picture has another version.
    private func jpeg(_ body: consuming HTTPResponse.Body, _ request: HTTPRequest) -> HTTPResponse {
        var headers = [(name: "Content-Type", value: "image/jpeg")]
        if request.query["v"] != nil { headers.append(HTTPResponse.mayBeKept) }
        return HTTPResponse(status: 200, headers: headers, body: body)
    }
}
