package import LinuxSystem

/// Which uploads in parts this device has begun and not ended: a file for each, named as the object. The store cannot
/// tell: of what it lists, other devices may be sending some.
package struct UploadJournal: Sendable {
    private let folder: FilePath

    private static let prefix = "upload-"

    /// `folder`: where the files are, beside others.
    package init(in folder: FilePath) { self.folder = folder }

    func begins(_ key: BucketKey) throws(SystemCallError) {
        _ = try OwnedDescriptor(opening: path(key), [.writeOnly, .create], mode: 0o600)
    }

    func ended(_ key: BucketKey) throws(SystemCallError) {
        if try FileStatus.ifPresent(path(key)) != nil { try FileNames.remove(path(key)) }
    }

    /// Of the objects that are not there as a whole yet.
    package func keys() throws(SystemCallError) -> [BucketKey] {
        var keys: [BucketKey] = []
        var reader = try FolderReader(folder)
        while let entry = try reader.next() {
            let name = entry.name.text
            guard name.hasPrefix(UploadJournal.prefix) else { continue }
            if let key = BucketKey(.objects, digits: String(name.dropFirst(UploadJournal.prefix.count))) {
                keys.append(key)
            }
        }
        return keys
    }

    private func path(_ key: BucketKey) -> FilePath { folder.appending(FilePath(UploadJournal.prefix + key.digits)) }
}
