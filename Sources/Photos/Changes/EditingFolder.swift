/// A folder of this process for an edit's files, removed with its last user.
final class EditingFolder: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory
            .appendingPathComponent("photo-edit-\(UUID().uuidString)", isDirectory: true)
        try FileManager.default.createDirectory(
            at: url,
            withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700]
        )
    }

    deinit {
        do {
            try FileManager.default.removeItem(at: url)
        } catch {
            // It lies in the system's folder for temporary files, which is cleaned by others.
            return
        }
    }
}

extension EditingFolder {
    /// A folder, with Apple's kind of error.
    static func make() throws(PHPhotosError) -> EditingFolder {
        do {
            return try EditingFolder()
        } catch {
            throw PHPhotosError(.notEnoughSpace, reason: "there is no place for an edit's files", cause: error)
        }
    }
}
