internal import LibraryClient
internal import LibraryModel
internal import LinuxSystem

// Files of photos, for the person to keep.
extension PageRoutes {
    /// Returns a file as it is. The browser stores it and shows none of it, whatever it contains.
    func download(of asset: ObjectID, _ kind: String, _ request: HTTPRequest) throws -> HTTPResponse {
        let files = try client.resources(of: asset)
        guard let kind = UInt32(kind), let info = files.first(where: { $0.kind.rawValue == kind }) else {
            throw RequestFailure.notFound
        }
        let file = try client.openResource(info.kind, of: asset, NetworkAccess())
        let size = UInt64(clamping: try file.status().size)
        return HTTPResponse(
            file,
            ofSize: size,
            request,
            headers: [
                ("Content-Type", "application/octet-stream"),
                ("Content-Disposition", "attachment; filename*=UTF-8''\(info.filename.percentEncoded)"),
            ]
        )
    }
}

extension String {
    /// For the value of a header's parameter (RFC 8187).
    fileprivate var percentEncoded: String {
        var text = ""
        for byte in utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: text.append(Character(Unicode.Scalar(byte)))
            default: text += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return text
    }
}
