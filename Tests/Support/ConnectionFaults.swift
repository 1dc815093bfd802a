internal import Glibc
internal import LibraryTransport
package import LinuxSystem
internal import Synchronization

/// What goes wrong with one client's connections.
package final class ConnectionFaults: Sendable {
    /// A second descriptor of a connection's client end.
    private final class Connected: Sendable {
        let socket: OwnedDescriptor

        init(_ socket: consuming OwnedDescriptor) { self.socket = socket }
    }

    private struct State {
        var connections: [Connected] = []
        var interruptions: [@Sendable () throws(SystemCallError) -> Void] = []
    }

    private let state = Mutex(State())

    package init() {}

    /// Runs `body` when the next connection is to be made, which fails with what it throws. Several wait for one
    /// connection each.
    package func beforeNextConnection(_ body: @escaping @Sendable () throws(SystemCallError) -> Void) {
        state.withLock { $0.interruptions.append(body) }
    }

    /// Has the next connection fail as when no server listens.
    package func refuseNextConnection() {
        beforeNextConnection { () throws(SystemCallError) in throw SystemCallError(ECONNREFUSED, "connect") }
    }

    /// Ends a connection; they count from 0.
    package func end(_ number: Int) throws(SystemCallError) {
        let connected = state.withLock { $0.connections[number] }
        try connected.socket.shutDown()
    }

    fileprivate func meetNextConnection() throws(SystemCallError) {
        let interruption = state.withLock { $0.interruptions.isEmpty ? nil : $0.interruptions.removeFirst() }
        try interruption?()
    }

    fileprivate func keep(_ socket: consuming OwnedDescriptor) {
        let connected = Connected(socket)
        state.withLock { $0.connections.append(connected) }
    }
}

/// Another source's connections, with faults.
struct FaultySource<Source: ConnectionSource>: ConnectionSource {
    let source: Source
    let faults: ConnectionFaults

    func connect() throws(SystemCallError) -> OwnedDescriptor {
        try faults.meetNextConnection()
        let socket = try source.connect()
        faults.keep(try socket.duplicate())
        return socket
    }
}
