internal import Admission
internal import LibraryModel
internal import LibraryStore
internal import LibraryTransport
internal import LinuxSystem
internal import Synchronization

/// The sessions of a server and their limits.
///
/// A connection beyond a limit, or without an identity, is closed before it costs more than a descriptor; the client
/// sees the end of the connection instead of HELLO.
final class SessionRegistry: Sendable {
    /// Queued requests of one app, or of the owner, on all connections.
    private static let waitingShare = RequestQuota.Capacity(bytes: 16 << 20, descriptors: 128)
    /// Large frames of one app, or of the owner, that are arriving on all connections.
    private static let arrivalShare = RequestQuota.Capacity(bytes: 16 << 20, descriptors: 0)
    /// Nanoseconds for closed connections to end. Those that hang end with the process.
    private static let cutTime: UInt64 = 500_000_000
    /// Nanoseconds to wait when the process is out of descriptors and no client leaves.
    private static let retryInterval: UInt64 = 100_000_000

    /// A connection: at first only counted, then served.
    private struct Entry {
        var counted: ConnectionCounts.Entry
        var connection: ServerConnection?
    }

    /// The quotas that a principal's connections share.
    private struct Quotas {
        let waiting: RequestQuota
        let arriving: RequestQuota
    }

    private struct State {
        var next: UInt64 = 1
        var counts = ConnectionCounts()
        var entries: [UInt64: Entry] = [:]
        /// Of principals with sessions.
        var quotas: [Principal: Quotas] = [:]
        var isDraining = false

        var connections: [ServerConnection] { entries.values.compactMap(\.connection) }

        /// Traps when entries, counts and quotas do not belong together.
        func assertInvariants() {
            counts.assertInvariants(entries.values.map(\.counted))
            assert(entries.values.allSatisfy { $0.connection == nil || $0.counted.principal != nil })
            assert(entries.keys.allSatisfy { $0 < next }, "a session number that was not given out")
        }
    }

    private let state = Mutex(State())
    /// At most two connections of a process are identified at a time, however many it opens at once. Other processes do
    /// not wait for it.
    private let identification = AdmissionControl(
        limits: .init(
            capacity: ConnectionCounts.maximumOfApps,
            reserved: 0,
            perApp: 2,
            waitingPerApp: ConnectionCounts.maximumUnidentified
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

    /// Starts serving a client on a thread of its own, or closes its socket and logs why. Never blocks on the client or
    /// on anything it controls.
    func begin(_ socket: consuming OwnedDescriptor, isManagement: Bool) {
        var subject = LogAllowances.Subject.anybody
        do {
            // Accepted sockets have SO_PASSCRED already; a socket pair is still unused here.
            try socket.askForSenders()
            let credentials = try socket.peerCredentials()
            subject = .user(credentials.user)
            guard !isManagement || credentials.user == ownUser || credentials.user == 0 else {
                throw IdentityError.notOwner
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

    /// Identifies the client and serves it until it ends.
    private func serve(
        _ socket: consuming OwnedDescriptor,
        _ number: UInt64,
        _ credentials: PeerCredentials,
        isManagement: Bool
    ) {
        do {
            if isManagement { try OwnerIdentity.check(socket, ownUser: ownUser) }
            var turn: AdmissionControl.Admission? =
                isManagement ? nil : try identification.enter(.app("\(credentials.process)"))
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
            let quotas = self.quotas(of: principal)
            let connection = ServerConnection(
                socket: socket,
                localHello: library.hello(isManagement: isManagement),
                handler: session,
                pool: pool,
                share: principal.share,
                waitingQuota: quotas.waiting,
                arrivalQuota: quotas.arriving,
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
                library.programs.add(number, identity.name, executable) { connection.closeNow() }
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

    /// Counts a new connection by its user and process.
    private func admit(_ peer: PeerCredentials, isManagement: Bool) throws(IdentityError) -> UInt64 {
        let admission: Result<UInt64, IdentityError> = state.withLock { state in
            Result { () throws(IdentityError) in
                if state.isDraining { throw IdentityError(reason: LibraryError.serverStopping.reason) }
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
                if state.isDraining { throw IdentityError(reason: LibraryError.serverStopping.reason) }
                guard var entry = state.entries[number] else {
                    preconditionFailure("a connection is counted while it is served")
                }
                try state.counts.identify(&entry.counted, as: principal)
                entry.connection = connection
                state.entries[number] = entry
            }
        }
        try entering.get()
    }

    private func remove(_ number: UInt64) {
        library.programs.remove(number)
        library.uploadApps?.sessionEnded()
        state.withLock { state in
            guard let entry = state.entries.removeValue(forKey: number) else { return }
            let wasLast = state.counts.leave(entry.counted)
            if wasLast, let principal = entry.counted.principal { state.quotas.removeValue(forKey: principal) }
        }
        ended.signal()
    }

    /// A principal's quotas: an app's part of the pool's, or the owner's own.
    private func quotas(of principal: Principal) -> Quotas {
        state.withLock { state in
            if let quotas = state.quotas[principal] { return quotas }
            let isOwner = principal == .person
            let quotas = Quotas(
                waiting: RequestQuota(
                    capacity: SessionRegistry.waitingShare,
                    inside: isOwner ? nil : pool.waitingQuota
                ),
                arriving: RequestQuota(
                    capacity: SessionRegistry.arrivalShare,
                    inside: isOwner ? nil : pool.arrivalQuota
                )
            )
            state.quotas[principal] = quotas
            return quotas
        }
    }

    /// Waits until a client has left, at most for `retryInterval`.
    func waitForRoom() {
        do throws(SystemCallError) {
            _ = try Poll.wait(ended.descriptor, for: .readable, timeoutNanoseconds: SessionRegistry.retryInterval)
        } catch {
            library.log.event("wait-failed", ["error": error.reason], of: .anybody)
        }
        _ = ended.clear()
    }

    /// Ends all sessions: lets running requests finish, and closes connections that have not after `timeout`
    /// nanoseconds. Does not wait for connections that are being identified; they are refused afterwards. Returns the
    /// number of sessions that hang.
    func drain(timeout: UInt64) throws(SystemCallError) -> Int {
        let connections = state.withLock { state in
            state.isDraining = true
            state.assertInvariants()
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

    /// May be called once.
    func take() -> OwnedDescriptor {
        let taken = socket.withLock { $0.take() }
        guard let taken else { preconditionFailure("a socket is taken once") }
        return taken
    }
}
