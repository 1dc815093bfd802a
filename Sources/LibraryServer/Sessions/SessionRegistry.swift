internal import Admission
internal import LibraryModel
internal import LibraryStore
internal import LibraryTransport
internal import LinuxSystem
internal import Synchronization

/// The sessions of a server, and the limits on them.
///
/// A connection that is over a limit, or whose peer has no identity, is closed before it has cost anything but its
/// descriptor; the client sees the end of the connection in place of HELLO.
final class SessionRegistry: Sendable {
    /// What may wait for a thread of one app's or of the owner's, on all of its connections.
    private static let waitingShare = RequestQuota.Capacity(bytes: 16 << 20, descriptors: 128)
    /// What may be arriving of large frames of one app's or of the owner's: of as many as its threads send at once.
    private static let arrivalShare = RequestQuota.Capacity(bytes: 16 << 20, descriptors: 0)
    /// Nanoseconds for connections to end that have been cut off. What hangs then is left to the end of the process.
    private static let cutTime: UInt64 = 500_000_000
    /// Nanoseconds to wait when the process is out of descriptors and nobody leaves.
    private static let retryInterval: UInt64 = 100_000_000

    /// A connection: first only counted, then with what serves it.
    private struct Entry {
        var counted: ConnectionCounts.Entry
        var connection: ServerConnection?
    }

    /// What the connections of a principal share.
    private struct Rooms {
        let waiting: RequestQuota
        let arriving: RequestQuota
    }

    private struct State {
        var next: UInt64 = 1
        var counts = ConnectionCounts()
        var entries: [UInt64: Entry] = [:]
        /// Of principals that have a session.
        var rooms: [Principal: Rooms] = [:]
        var isDraining = false

        var connections: [ServerConnection] { entries.values.compactMap(\.connection) }
    }

    private let state = Mutex(State())
    /// Connections of one process are recognised some at a time: however many it opens at once, no more of its threads
    /// are at work. Whoever it is, nobody else waits for it.
    private let recognition = AdmissionControl(
        limits: .init(
            capacity: ConnectionCounts.maximumOfApps,
            reserved: 0,
            perApp: 2,
            waitingPerApp: ConnectionCounts.maximumUnrecognized
        )
    )
    private let ended: EventDescriptor
    private let library: ServedLibrary
    private let pool: ThreadPool
    private let ownUser: UInt32

    init(_ library: ServedLibrary, ownUser: UInt32) throws {
        self.library = library
        self.ownUser = ownUser
        ended = try EventDescriptor()
        pool = try ThreadPool()
    }

    /// Starts serving a client on a thread of its own, or drops it and says why in the log. Does not wait for the
    /// client, nor for anything that it may have a hand in.
    func begin(_ socket: consuming OwnedDescriptor, isManagement: Bool) {
        var subject = LogAllowances.Subject.anybody
        do {
            // What was accepted from a listening socket has it. The two ends of a pair have not been used yet.
            try socket.askForSenders()
            let credentials = try socket.peerCredentials()
            subject = .user(credentials.user)
            guard !isManagement || credentials.user == ownUser || credentials.user == 0 else {
                throw IdentityError(reason: "the management socket is for the library's owner")
            }
            let number = try admit(credentials, isManagement: isManagement)
            let adopted = AdoptedSocket(socket)
            do {
                _ = try SystemThread(name: "session") { [self] in
                    defer { remove(number) }
                    serve(adopted.take(), number, credentials, isManagement: isManagement)
                }
            } catch {
                remove(number)
                throw error
            }
        } catch {
            library.log.event("refused", ["reason": "\(error)"], of: subject)
        }
    }

    /// Finds out who the client is, and serves it to its end.
    private func serve(
        _ socket: consuming OwnedDescriptor,
        _ number: UInt64,
        _ credentials: PeerCredentials,
        isManagement: Bool
    ) {
        do {
            if isManagement { try OwnerIdentity.check(socket, ownUser: ownUser) }
            var turn: AdmissionControl.Admission? =
                isManagement ? nil : try recognition.enter(.app("\(credentials.process)"))
            let identity = isManagement ? nil : try AppIdentity(ofPeer: socket)
            let principal = identity.map { Principal.app($0.name) } ?? .person
            let barrier = try identity.map { try library.barriers.join($0.name) } ?? RevocationBarrier()
            defer { if let identity { library.barriers.leave(identity.name) } }
            let session = Session(
                library,
                principal,
                process: credentials.process,
                user: credentials.user,
                sender: identity?.sender,
                program: identity?.program ?? Prompt.Program(),
                barrier: barrier,
                number: number
            )
            let rooms = self.rooms(of: principal)
            let connection = ServerConnection(
                socket: socket,
                localHello: library.hello(isManagement: isManagement),
                handler: session,
                pool: pool,
                share: principal.share,
                waitingQuota: rooms.waiting,
                arrivalQuota: rooms.arriving,
                expectedSender: identity?.sender
            )
            try enter(number, connection, principal)
            barrier.connect(
                number,
                RevocationBarrier.Connection(
                    hasUnsentBytes: { connection.hasUnsentBytes },
                    cut: { connection.closeNow() }
                )
            )
            defer { barrier.disconnect(number) }
            if let identity, let executable = identity.executable {
                library.programs.arrived(number, identity.name, executable) { connection.closeNow() }
                try library.recognize(identity.name, executable)
            }
            _ = turn.take()
            connection.run()
            if let violation = connection.violation {
                session.log("dropped", ["session": "\(number)", "reason": violation.rawValue])
            }
        } catch {
            library.log.event("refused", ["reason": "\(error)"], of: .user(credentials.user))
        }
    }

    /// Counts a connection, before anything is known of it but its user and process.
    private func admit(_ peer: PeerCredentials, isManagement: Bool) throws(IdentityError) -> UInt64 {
        let admission: Result<UInt64, IdentityError> = state.withLock { state in
            Result { () throws(IdentityError) in
                if state.isDraining { throw IdentityError(reason: "the server is stopping") }
                let counted = try state.counts.arrive(
                    user: peer.user,
                    process: peer.process,
                    isManagement: isManagement
                )
                defer { state.next += 1 }
                state.entries[state.next] = Entry(counted: counted)
                return state.next
            }
        }
        return try admission.get()
    }

    private func enter(
        _ number: UInt64,
        _ connection: ServerConnection,
        _ principal: Principal
    ) throws(IdentityError) {
        let entering: Result<Void, IdentityError> = state.withLock { state in
            Result { () throws(IdentityError) in
                if state.isDraining { throw IdentityError(reason: "the server is stopping") }
                guard var entry = state.entries[number] else {
                    preconditionFailure("a connection is counted for as long as it is served")
                }
                try state.counts.recognize(&entry.counted, as: principal)
                entry.connection = connection
                state.entries[number] = entry
            }
        }
        try entering.get()
    }

    private func remove(_ number: UInt64) {
        library.programs.left(number)
        state.withLock { state in
            guard let entry = state.entries.removeValue(forKey: number) else { return }
            let wasLast = state.counts.leave(entry.counted)
            if wasLast, let principal = entry.counted.principal { state.rooms.removeValue(forKey: principal) }
        }
        ended.signal()
    }

    /// What all connections of a principal have together: an app's part of what apps have, or what the owner has alone.
    private func rooms(of principal: Principal) -> Rooms {
        state.withLock { state in
            if let rooms = state.rooms[principal] { return rooms }
            let isOwner = principal == .person
            let rooms = Rooms(
                waiting: RequestQuota(
                    capacity: SessionRegistry.waitingShare,
                    inside: isOwner ? nil : pool.waitingQuota
                ),
                arriving: RequestQuota(
                    capacity: SessionRegistry.arrivalShare,
                    inside: isOwner ? nil : pool.arrivalQuota
                )
            )
            state.rooms[principal] = rooms
            return rooms
        }
    }

    /// Waits for somebody to leave, or for a moment.
    func waitForRoom() {
        do throws(SystemCallError) {
            _ = try Poll.wait(ended.descriptor, for: .readable, timeoutNanoseconds: SessionRegistry.retryInterval)
        } catch {
            library.log.event("wait-failed", ["error": error.reason], of: .anybody)
        }
        _ = ended.clear()
    }

    /// Ends all sessions: each finishes what runs; those that are not done after `timeout` nanoseconds are cut off. A
    /// connection whose peer is still being recognised is not waited for: it is refused when it comes that far. Returns
    /// how many sessions are left whose work does not end.
    func drain(timeout: UInt64) throws(SystemCallError) -> Int {
        let connections = state.withLock { state in
            state.isDraining = true
            return state.connections
        }
        for connection in connections { connection.beginGracefulClose() }
        try waitForEnds(timeout)
        for connection in state.withLock({ $0.connections }) { connection.closeNow() }
        try waitForEnds(SessionRegistry.cutTime)
        return state.withLock { $0.connections.count }
    }

    private func waitForEnds(_ timeout: UInt64) throws(SystemCallError) {
        let deadline = MonotonicClock.deadline(after: timeout)
        while !state.withLock({ $0.connections.isEmpty }) {
            let now = MonotonicClock.now()
            guard now < deadline else { return }
            _ = try Poll.wait(ended.descriptor, for: .readable, timeoutNanoseconds: deadline - now)
            _ = ended.clear()
        }
    }
}

/// A socket on its way to the thread that serves it.
private final class AdoptedSocket: Sendable {
    private let socket: Mutex<OwnedDescriptor?>

    init(_ socket: consuming OwnedDescriptor) { self.socket = Mutex(consume socket) }

    /// Once.
    func take() -> OwnedDescriptor {
        let taken = socket.withLock { $0.take() }
        guard let taken else { preconditionFailure("a socket is taken once") }
        return taken
    }
}
