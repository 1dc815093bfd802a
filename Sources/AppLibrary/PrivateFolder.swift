package import Foundation

/// A folder of this process for files that the app gets by their paths, removed with its last user.
package final class PrivateFolder: Sendable {
    package let url: URL

    package init() throws {
        url = FileManager.default.temporaryDirectory
            .appendingPathComponent("photos-\(UUID().uuidString)", isDirectory: true)
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
            // It is in the system's folder for temporary files, which the system cleans up.
            return
        }
    }
}
