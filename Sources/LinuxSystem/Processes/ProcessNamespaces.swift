/// The namespaces that a process is in, by the names that the kernel gives them: `user:[4026531837]`.
package struct ProcessNamespaces: Hashable, Sendable {
    package var user: FilePath
    /// Of process numbers.
    package var process: FilePath
    package var mount: FilePath

    package init(of process: Int32) throws(SystemCallError) {
        try self.init(in: FilePath("/proc/\(process)/ns"))
    }

    /// Those of this process.
    package static func own() throws(SystemCallError) -> ProcessNamespaces {
        try ProcessNamespaces(in: "/proc/self/ns")
    }

    private init(in folder: FilePath) throws(SystemCallError) {
        user = try FileNames.target(ofLink: folder.appending("user"))
        process = try FileNames.target(ofLink: folder.appending("pid"))
        mount = try FileNames.target(ofLink: folder.appending("mnt"))
    }
}
