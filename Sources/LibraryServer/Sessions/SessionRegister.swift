internal import LibraryStore
internal import LibraryTransport
internal import LinuxSystem
internal import Synchronization

/// The sessions of a server, and the limits on them.
///
/// A connection that is over a limit, or whose peer has no identity, is closed before it has cost anything but its
/// descriptor; the client sees the end of the connection in place of HELLO.
final class SessionRegister: Sendable {
    static let maximumConnections = 1_024
    /// Of one user, tools and apps together.
    static let maximumConnectionsPerUser = 512
    /// Of one app. A program has one for calls and one for events; some programs run many times.
    static let maximumConnectionsPerApp = 128
    /// What may wait for a thread of one app's or of the owner's, on all of its connections.
    private static let shareOfWaitingRoom = WaitingRoom.Capacity(bytes: 16 << 20, descriptors: 128)
    /// Nanoseconds to wait when the process is out of descriptors and nobody leaves.
    private static let retryInterval: UInt64 = 100_000_000

    private struct Entry {
        var connection: ServerConnection
        var principal: Principal
        var user: UInt32
    }

    private struct State {
        var next: UInt64 = 1
        var entries: [UInt64: Entry] = [:]
        /// Of principals that have a session.
        var waitingRooms: [Principal: WaitingRoom] = [:]
        var isDraining = false
    }

    private let state = Mutex(State())
    private let ended: EventDescriptor
    private let library: ServedLibrary
    private let pool: WorkerPool
    private let ownUser: UInt32

    init(_ library: ServedLibrary, ownUser: UInt32) throws {
        self.library = library
        self.ownUser = ownUser
        ended = try EventDescriptor()
        pool = try WorkerPool()
    }

    /// Starts serving a client on a thread of its own, or drops it and says why in the log.
    func begin(_ socket: consuming OwnedDescriptor, isManagement: Bool) {
        do {
            let (principal, user, process) = try identify(socket, isManagement: isManagement)
            let number = state.withLock { state in
                defer { state.next += 1 }
                return state.next
            }
            let session = Session(library, principal, process: process, user: user, number: number) { [weak self] in
                self?.remove(number)
            }
            let connection = ServerConnection(
                socket: socket,
                localHello: library.hello(isManagement: isManagement),
                handler: session,
                pool: pool,
                waitingRoom: waitingRoom(of: principal)
            )
            try add(number, Entry(connection: connection, principal: principal, user: user))
            do {
                _ = try SystemThread(name: "session") { connection.run() }
            } catch {
                remove(number)
                throw error
            }
        } catch {
            library.log.event("refused", ["reason": "\(error)"])
        }
    }

    private func identify(
        _ socket: borrowing OwnedDescriptor,
        isManagement: Bool
    ) throws -> (Principal, user: UInt32, process: Int32) {
        guard isManagement else {
            let identity = try AppIdentity(ofPeer: socket)
            return (.app(identity.name), identity.user, identity.process)
        }
        let credentials = try socket.peerCredentials()
        guard credentials.user == ownUser || credentials.user == 0 else {
            throw IdentityError(reason: "the management socket is for the library's owner")
        }
        return (.person, credentials.user, credentials.process)
    }

    private func add(_ number: UInt64, _ entry: Entry) throws {
        let refusal: String? = state.withLock { state in
            if state.isDraining { return "the server is stopping" }
            if state.entries.count >= SessionRegister.maximumConnections { return "too many connections" }
            if state.entries.values.count(where: { $0.user == entry.user }) >= SessionRegister.maximumConnectionsPerUser
            {
                return "too many connections of one user"
            }
            let sameApp = state.entries.values.count { $0.principal == entry.principal }
            if entry.principal != .person, sameApp >= SessionRegister.maximumConnectionsPerApp {
                return "too many connections of one app"
            }
            state.entries[number] = entry
            return nil
        }
        if let refusal { throw IdentityError(reason: refusal) }
    }

    private func remove(_ number: UInt64) {
        state.withLock { state in
            guard let gone = state.entries.removeValue(forKey: number) else { return }
            if !state.entries.values.contains(where: { $0.principal == gone.principal }) {
                state.waitingRooms.removeValue(forKey: gone.principal)
            }
        }
        ended.signal()
    }

    /// The share that all connections of a principal have together.
    private func waitingRoom(of principal: Principal) -> WaitingRoom {
        state.withLock { state in
            if let room = state.waitingRooms[principal] { return room }
            let room = WaitingRoom(capacity: SessionRegister.shareOfWaitingRoom, inside: pool.waitingRoom)
            state.waitingRooms[principal] = room
            return room
        }
    }

    /// Waits for somebody to leave, or for a moment.
    func waitForRoom() {
        do throws(SystemCallError) {
            _ = try Poll.wait(ended.descriptor, for: .readable, timeoutNanoseconds: SessionRegister.retryInterval)
        } catch {
            library.log.event("wait-failed", ["error": error.reason])
        }
        _ = ended.clear()
    }

    /// Ends all sessions: each finishes what runs; those that are not done after `timeout` nanoseconds are cut off.
    func drain(timeout: UInt64) throws(SystemCallError) {
        let deadline = MonotonicClock.deadline(after: timeout)
        let connections = state.withLock { state in
            state.isDraining = true
            return state.entries.values.map(\.connection)
        }
        for connection in connections { connection.beginGracefulClose() }
        while !state.withLock({ $0.entries.isEmpty }) {
            let now = MonotonicClock.now()
            guard now < deadline else { break }
            _ = try Poll.wait(ended.descriptor, for: .readable, timeoutNanoseconds: deadline - now)
            _ = ended.clear()
        }
        for connection in state.withLock({ $0.entries.values.map(\.connection) }) { connection.closeNow() }
        while !state.withLock({ $0.entries.isEmpty }) {
            _ = try Poll.wait(ended.descriptor, for: .readable)
            _ = ended.clear()
        }
    }
}
