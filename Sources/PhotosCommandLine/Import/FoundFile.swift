import LinuxSystem

/// A file that is to be imported.
struct FoundFile: Hashable, Sendable {
    var path: FilePath
    /// Bytes, when the folder was read.
    var size: Int64
}

/// A file or a folder that could not be imported, and why.
struct ImportFailure: Error, Hashable, Sendable {
    var path: FilePath
    var reason: String
}
