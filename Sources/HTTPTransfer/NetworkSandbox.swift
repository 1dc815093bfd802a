package import LinuxSystem

/// Confines a program that talks to servers, before its second thread starts: what an answer takes over opens no other
/// files, starts nothing and looks into nothing.
package enum NetworkSandbox {
    /// The folders in which the system keeps what names are resolved with, certificate authorities, time zones and
    /// libraries. Folders, because their files are replaced while the program runs.
    private static let systemFolders: [FilePath] = [
        "/etc", "/usr", "/lib", "/lib64", "/run/systemd/resolve", "/run/NetworkManager", "/run/resolvconf", "/dev/null",
        "/dev/urandom",
    ]

    /// Returns whether the machine limits the files: Linux 5.19 and later do, unless Landlock is switched off.
    package static func enter(
        _ rules: ProcessSandbox.FileRules = ProcessSandbox.FileRules(),
        mayConnect: Bool = true
    ) throws(SystemCallError) -> Bool {
        try OwnProcess.confine()
        try ProcessSandbox.dropCapabilities()
        var limitsFiles = true
        do throws(SystemCallError) {
            var rules = rules
            rules.reading += systemFolders
            try ProcessSandbox.limitFiles(rules, mayConnect: mayConnect)
        } catch {
            guard error.isUnsupported else { throw error }
            limitsFiles = false
        }
        try ProcessSandbox.filterNetworkProgram()
        return limitsFiles
    }
}

extension SystemCallError {
    /// ENOSYS and EOPNOTSUPP: the kernel does not have it, or has it switched off.
    fileprivate var isUnsupported: Bool {
        [SystemCallError.notImplemented, SystemCallError.notSupported].contains(errorNumber)
    }
}
