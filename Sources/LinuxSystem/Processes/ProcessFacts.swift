/// Facts from `/proc/PID`. Valid only while the caller holds the process by a pidfd, because PIDs are reused.
package enum ProcessFacts {
    /// The audit login session (`/proc/PID/sessionid`); nil without one, or when the kernel does not record them.
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

    /// The start time in clock ticks since boot (field 22 of `/proc/PID/stat`); nil when the process has ended.
    package static func startTime(of process: Int32) throws(SystemCallError) -> UInt64? {
        do throws(SystemCallError) {
            return try ProcessStatus(reading: OwnedDescriptor(opening: FilePath("/proc/\(process)/stat")))[22]
        } catch {
            guard [SystemCallError.notFound, SystemCallError.noProcess].contains(error.errorNumber) else { throw error }
            return nil
        }
    }

    /// The executable's path as the kernel knows it, which may no longer lead to the file.
    package static func executable(of process: Int32) throws(SystemCallError) -> FilePath {
        try FileNames.target(ofLink: FilePath("/proc/\(process)/exe"))
    }
}
