internal import LibraryModel
internal import LibraryProtocol
internal import LinuxSystem

/// What a library's bundle keeps of synchronisation:
///
///     cloud/settings      `CloudSettings`
///     cloud/key           the key of the bucket, 32 bytes
///     cloud/report        the last `CloudReport`
///     cloud/sync.sqlite   the records of `photolibrary-sync`
///     cloud/lock          flock'ed while `photolibrary-sync` runs
struct CloudFolder: Sendable {
    let path: FilePath

    private static let settings: FilePath = "settings"
    private static let key: FilePath = "key"
    private static let report: FilePath = "report"
    /// Bytes of the largest file that is read here.
    private static let sizeLimit = 1 << 20

    init(bundle: FilePath) { path = bundle.appending("cloud") }

    /// Nil when synchronisation is not set up.
    func settings() throws -> CloudSettings? {
        try read(CloudFolder.settings).map { try CloudSettings(decoding: $0.span) }
    }

    func report() throws -> CloudReport? { try read(CloudFolder.report).map { try CloudReport(decoding: $0.span) } }

    /// Nil without encryption.
    func key() throws(SystemCallError) -> [UInt8]? { try read(CloudFolder.key) }

    /// The key first: settings without their key would never work.
    func write(_ settings: CloudSettings, key: [UInt8]?) throws(SystemCallError) {
        try FileNames.makeFolders(path)
        if let key { try write(key, to: CloudFolder.key) }
        try write(settings.encoded(), to: CloudFolder.settings)
    }

    func write(_ report: CloudReport) throws(SystemCallError) { try write(report.encoded(), to: CloudFolder.report) }

    /// Removes everything; the settings first, so that nothing is begun with what is left.
    func removeAll() throws(SystemCallError) {
        guard try FileStatus.ifPresent(path) != nil else { return }
        if try FileStatus.ifPresent(path.appending(CloudFolder.settings)) != nil {
            try FileNames.remove(path.appending(CloudFolder.settings))
        }
        _ = try FileNames.removeFiles(in: path)
    }

    private func read(_ name: FilePath) throws(SystemCallError) -> [UInt8]? {
        let file = path.appending(name)
        guard try FileStatus.ifPresent(file) != nil else { return nil }
        return try OwnedDescriptor(opening: file, [.readOnly]).readToEnd(limit: CloudFolder.sizeLimit)
    }

    /// Replaces a file as a whole, durably. Only the library's user may read it.
    private func write(_ bytes: [UInt8], to name: FilePath) throws(SystemCallError) {
        let new = path.appending(FilePath(bytes: name.bytes + Array(".new".utf8)))
        let file = try OwnedDescriptor(opening: new, [.writeOnly, .create, .truncate], mode: 0o600)
        try file.write(bytes)
        try file.synchronize()
        try FileNames.rename(new, to: path.appending(name))
        try FileNames.synchronizeFolder(path)
    }
}
