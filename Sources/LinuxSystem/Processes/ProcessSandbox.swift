internal import CLinux

/// Irrevocable restrictions of this process. Each layer holds without the others.
package enum ProcessSandbox {
    /// Enters namespaces of its own for users, mounts, network, IPC, host name and cgroups; the network is empty. Only
    /// for a process with one thread.
    package static func enterOwnNamespaces() throws(SystemCallError) {
        try check(clinux_enter_own_namespaces(), "unshare")
    }

    /// pivot_root into an empty folder. Needs `enterOwnNamespaces`.
    package static func emptyRoot() throws(SystemCallError) { try check(clinux_empty_root(), "pivot_root") }

    package static func dropCapabilities() throws(SystemCallError) { try check(clinux_drop_capabilities(), "capset") }

    /// Landlock: this thread and those that it starts open nothing and connect to nothing.
    package static func forbidFiles() throws(SystemCallError) {
        try check(clinux_forbid_files(), "landlock_restrict_self")
    }

    /// seccomp: allows only the system calls that decoding needs, and with `mayCloneFiles` those to copy files.
    package static func filterSystemCalls(mayCloneFiles: Bool) throws(SystemCallError) {
        try check(clinux_filter_system_calls(mayCloneFiles ? 1 : 0), "seccomp")
    }

    /// What a process may do at and below some paths; what is not there is passed over.
    package struct FileRules: Sendable {
        package var reading: [FilePath] = []
        /// And reading.
        package var writing: [FilePath] = []
        package var makingFolders: [FilePath] = []

        package init(reading: [FilePath] = [], writing: [FilePath] = [], makingFolders: [FilePath] = []) {
            self.reading = reading
            self.writing = writing
            self.makingFolders = makingFolders
        }
    }

    /// Landlock: this thread and those that it starts open what the rules allow, and nothing else. `mayConnect`: to
    /// servers, by TCP.
    package static func limitFiles(_ rules: FileRules, mayConnect: Bool) throws(SystemCallError) {
        let set = clinux_begin_file_rules(mayConnect ? 1 : 0)
        if set < 0 { throw SystemCallError(-set, "landlock_create_ruleset") }
        let groups = [
            (rules.reading, CLINUX_READ), (rules.writing, CLINUX_WRITE), (rules.makingFolders, CLINUX_MAKE_FOLDERS),
        ]
        for (paths, access) in groups {
            for path in paths {
                let error = try unsafe path.withCString("open") { path throws(SystemCallError) in
                    unsafe clinux_add_file_rule(set, path, CInt(access))
                }
                if error != 0, !SystemCallError(error, "open").isAbsence {
                    throw SystemCallError(error, "landlock_add_rule")
                }
            }
        }
        try check(clinux_enter_file_rules(set), "landlock_restrict_self")
    }

    /// seccomp: this process starts no programs, looks into no other process and waits for no connections.
    package static func filterNetworkProgram() throws(SystemCallError) {
        try check(clinux_filter_network_program(), "seccomp")
    }

    /// The threads of this process.
    package static func threadCount() throws(SystemCallError) -> Int {
        var count = 0
        var reader = try FolderReader("/proc/self/task")
        while let entry = try reader.next() { if entry.name.text.first?.isNumber == true { count += 1 } }
        return count
    }

    private static func check(_ error: CInt, _ call: String) throws(SystemCallError) {
        if error != 0 { throw SystemCallError(error, call) }
    }
}
