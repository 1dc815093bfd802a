internal import LibraryModel
internal import LibraryStore
internal import LinuxSystem
internal import Synchronization

/// Pins grants to executables: what the person granted to the program at a path does not pass to another program there.
///
/// A grant is for one executable (`ExecutableFingerprint`). A connecting process is compared with it before its first
/// request; if it runs another executable, the identity's grants lapse and the app has to ask again. A decision is for
/// the executable of the session that asked; sessions of the same identity with other executables are closed, and are
/// compared when they reconnect. A program that was built anew in a developer's folder keeps the grants
/// (`BuildFolders`). A connection is registered before it is compared, so that no decision comes in
/// between.
final class ExecutablePinning: Sendable {
    private struct Connected {
        var app: String
        var executable: ExecutableFile
        var close: @Sendable () -> Void
    }

    private let store: LibraryStore
    private let connected = Mutex<[UInt64: Connected]>([:])

    init(_ store: LibraryStore) {
        self.store = store
    }

    func add(_ session: UInt64, _ app: String, _ executable: ExecutableFile, close: @escaping @Sendable () -> Void) {
        connected.withLock { $0[session] = Connected(app: app, executable: executable, close: close) }
    }

    func remove(_ session: UInt64) {
        connected.withLock { _ = $0.removeValue(forKey: session) }
    }

    /// Whether a session of the app is open.
    func isConnected(_ app: String) -> Bool { connected.withLock { $0.values.contains { $0.app == app } } }

    /// What a connecting executable is to the grants of its identity.
    enum Recognition {
        /// The one that they are for, or there are none.
        case known
        /// Another, which keeps them.
        case rebuilt
        /// Another: they have lapsed.
        case replaced
    }

    /// Compares a connecting executable with the one that its identity's grants are for, which lapse or are kept for
    /// it from now on when it is another.
    func recognize(_ app: String, _ executable: ExecutableFile) throws -> Recognition {
        while let granted = try store.grantedProgram(of: app) {
            guard let known = granted.fingerprint else {
                // Granted without a fingerprint, because the file did not exist: pins the first executable that
                // connects.
                if try keep(executable.fingerprint(), for: app, insteadOf: nil) { continue }
                return .known
            }
            let (isSame, current) = try executable.isProgram(known)
            if isSame {
                if current != known { _ = try keep(current, for: app, insteadOf: known) }
                return .known
            }
            if try BuildFolders(store).contain(executable) {
                _ = try keep(current, for: app, insteadOf: known)
                return .rebuilt
            }
            try store.lapseGrants(of: app, madeFor: known)
            return .replaced
        }
        return .known
    }

    /// Whether a session of the same identity runs another executable: this one has replaced it.
    func isAnother(_ app: String, _ executable: ExecutableFile) -> Bool {
        let others = connected.withLock { $0.values.filter { $0.app == app }.map(\.executable) }
        return others.contains { other in
            if other.isCertainly(sameAs: executable) { return false }
            do { return try other.fingerprint().content != executable.fingerprint().content } catch {
                // The process has ended, or its file cannot be read: not known to be the same.
                return true
            }
        }
    }

    /// Stores a fingerprint. Returns false for a read-only library, which keeps the one it has.
    private func keep(
        _ fingerprint: ExecutableFingerprint,
        for app: String,
        insteadOf known: ExecutableFingerprint?
    ) throws(LibraryError) -> Bool {
        do throws(LibraryError) {
            try store.setProgram(of: app, from: known, to: fingerprint)
            return true
        } catch {
            guard error.code == .libraryReadOnly else { throw error }
            return false
        }
    }

    /// Commits a decision for the executable of the session that asked, or else for the file at the path now.
    func decide(
        _ decision: Decision,
        about app: String,
        requester: UInt64?
    ) throws(LibraryError) -> LibraryStore.SelectionOutcome {
        guard decision.grantsSomething, let path = AppIdentity.path(ofExecutable: app) else {
            return try store.decide(decision, about: app)
        }
        let fingerprint: ExecutableFingerprint?
        do {
            if let requester, let connected = connected.withLock({ $0[requester] }) {
                fingerprint = try connected.executable.fingerprint()
            } else {
                fingerprint =
                    try FileStatus.ifPresent(path) == nil
                    ? nil : ExecutableFile(named: path, openedAs: path).fingerprint()
            }
        } catch {
            throw LibraryError(.unavailable, "the app's program cannot be read: \(error)", isRetryable: true)
        }
        var decision = decision
        decision.program = fingerprint
        let outcome = try store.decide(decision, about: app)
        for connected in connected.withLock({ $0.values.filter { $0.app == app } })
        where !isProgram(connected.executable, fingerprint) { connected.close() }
        return outcome
    }

    /// Whether a connected executable is the one of the decision. Reads the file when only its metadata changed.
    private func isProgram(_ executable: ExecutableFile, _ fingerprint: ExecutableFingerprint?) -> Bool {
        guard let fingerprint else { return false }
        do { return try executable.isProgram(fingerprint).isSame } catch {
            // The process has ended, or its file cannot be read: not known to be the same.
            return false
        }
    }
}

extension ExecutableFile {
    /// True without reading the files; false when that does not suffice to say.
    fileprivate func isCertainly(sameAs other: ExecutableFile) -> Bool {
        fileIdentity == other.fileIdentity || isAdministered && other.isAdministered
    }
}
