/// What `/proc` tells of a process. It says something only of a process that is held otherwise (by a pidfd), because
/// numbers are used again.
package enum ProcessFacts {
    /// The login session that the process belongs to (`/proc/PID/sessionid`, the audit session); nil for none, and
    /// where the kernel does not keep them.
    package static func loginSession(of process: Int32) throws(SystemCallError) -> UInt32? {
        let text: String
        do throws(SystemCallError) {
            let file = try OwnedDescriptor(opening: FilePath("/proc/\(process)/sessionid"), [.readOnly])
            text = String(decoding: try file.readToEnd(limit: 64), as: UTF8.self)
        } catch {
            guard error.errorNumber == SystemCallError.notFound else { throw error }
            return nil
        }
        guard let session = UInt32(text), session != .max else { return nil }
        return session
    }

    /// When the process started, in clock ticks since the machine did (field 22 of `/proc/PID/stat`); nil when it has
    /// gone.
    package static func startTime(of process: Int32) throws(SystemCallError) -> UInt64? {
        do throws(SystemCallError) {
            return try ProcessStatus(reading: OwnedDescriptor(opening: FilePath("/proc/\(process)/stat")))[22]
        } catch {
            guard [SystemCallError.notFound, SystemCallError.noProcess].contains(error.errorNumber) else { throw error }
            return nil
        }
    }

    /// The program that it runs, by the name that the kernel has for its file, which need not lead there any more.
    package static func executable(of process: Int32) throws(SystemCallError) -> FilePath {
        try FileNames.target(ofLink: FilePath("/proc/\(process)/exe"))
    }
}
