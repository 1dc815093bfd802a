package import CloudBuckets
internal import HTTPTransfer
package import LinuxSystem

/// Confines `photolibrary-sync` to its folder in the bundle and its bucket, for as long as it runs.
package struct SyncSandbox: Sendable {
    /// Whether the machine limits the files.
    package let limitsFiles: Bool
    /// Nil for a bucket that is no folder, and for a folder that could not be opened at all.
    private let bucketFolder: FilePath?

    /// `folder`: where its database is. `bucket`: nil where the URL is none. Before the second thread starts.
    package init(folder: FilePath, bucket: BucketURL?) throws(SystemCallError) {
        var rules = ProcessSandbox.FileRules(writing: [folder])
        var bucketFolder: FilePath?
        var mayConnect = false
        switch bucket {
        case .folder(let path):
            let present = try SyncSandbox.nearestFolder(path)
            if present != path { rules.makingFolders = [present] } else { rules.writing.append(path) }
            if present != path || !SyncSandbox.isForbidden(path) { bucketFolder = path }
        case .s3(let location):
            rules.reading = S3Configuration.files() + (location.authorities.map { [$0] } ?? [])
            mayConnect = true
        case nil: break
        }
        self.bucketFolder = bucketFolder
        limitsFiles = try NetworkSandbox.enter(rules, mayConnect: mayConnect)
    }

    /// Whether this process may not open the bucket's folder because it is another one than at the start: it was made,
    /// or a disk was mounted there. A new process may.
    package var isOutdated: Bool { bucketFolder.map { SyncSandbox.isForbidden($0) } ?? false }

    private static func isForbidden(_ path: FilePath) -> Bool {
        do throws(SystemCallError) {
            _ = try OwnedDescriptor(opening: path, [.readOnly, .folder])
            return false
        } catch { return error.errorNumber == SystemCallError.permissionDenied }
    }

    /// The path, or the folder in which it will be made.
    private static func nearestFolder(_ path: FilePath) throws(SystemCallError) -> FilePath {
        var path = path
        while try FileStatus.ifPresent(path) == nil, path.folder != path { path = path.folder }
        return path
    }
}
