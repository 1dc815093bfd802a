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
        let text: String
        do throws(SystemCallError) {
            let file = try OwnedDescriptor(opening: FilePath("/proc/\(process)/stat"), [.readOnly])
            text = String(decoding: try file.readToEnd(limit: 4096), as: UTF8.self)
        } catch {
            guard error.errorNumber == SystemCallError.notFound else { throw error }
            return nil
        }
        // The second field is the program's name in parentheses, and may hold anything.
        guard let name = text.lastIndex(of: ")") else { return nil }
        let fields = text[text.index(after: name)...].split(separator: " ")
        return fields.count > 19 ? UInt64(fields[19]) : nil
    }
}
