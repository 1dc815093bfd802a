internal import CLinux
import Glibc

/// systemd's protocol with its services: sd_notify and socket activation.
package enum ServiceSupervisor {
    /// Sends a state such as `READY=1` or `STOPPING=1` to the supervisor. Returns false when there is none.
    @discardableResult
    package static func notify(
        _ state: String,
        socket name: String? = EnvironmentVariables.value("NOTIFY_SOCKET")
    ) throws(SystemCallError) -> Bool {
        guard let name, !name.isEmpty else { return false }
        guard name.hasPrefix("/") || name.hasPrefix("@") else { throw SystemCallError(EINVAL, "NOTIFY_SOCKET") }
        let socket = try UnixSocket.connectDatagrams(to: FilePath(name))
        _ = try socket.send(Array(state.utf8).span)
        return true
    }

    /// A socket that the supervisor opened for this process.
    package struct PassedSocket: Hashable, Sendable {
        /// The caller takes ownership with an `OwnedDescriptor`, once.
        package var rawValue: CInt
        /// The name from the unit's `FileDescriptorName=`, or "unknown".
        package var name: String
    }

    /// The sockets in `LISTEN_FDS`, if they are meant for this process. Makes them close-on-exec.
    package static func passedSockets(
        environment: (String) -> String? = EnvironmentVariables.value,
        processIdentifier: Int32 = getpid()
    ) throws(SystemCallError) -> [PassedSocket] {
        guard environment("LISTEN_PID").flatMap({ Int32($0) }) == processIdentifier,
            let count = environment("LISTEN_FDS").flatMap({ CInt($0) }), (1...maximumPassedSockets).contains(count)
        else { return [] }
        let names = (environment("LISTEN_FDNAMES") ?? "").split(separator: ":", omittingEmptySubsequences: false)
        var result: [PassedSocket] = []
        for index in 0..<count {
            let rawValue = firstPassedDescriptor + index
            _ = try retryingInterruptions("fcntl") { clinux_set_close_on_exec(rawValue) }
            let name = Int(index) < names.count ? String(names[Int(index)]) : ""
            result.append(PassedSocket(rawValue: rawValue, name: name.isEmpty ? "unknown" : name))
        }
        return result
    }

    private static let firstPassedDescriptor: CInt = 3
    private static let maximumPassedSockets: CInt = 64
}
