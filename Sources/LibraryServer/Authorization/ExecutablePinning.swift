internal import LibraryModel
internal import LibraryStore
internal import LinuxSystem
internal import Synchronization

/// Sees to it that what the person granted to the program at a path is not used by another program at that path.
///
/// A grant is for one program (`ExecutableFingerprint`). Whoever connects is compared with it before its first request;
/// when it is another program, the grant lapses, for all, and the app has to ask again. When the person decides, it is
/// for the program of the connection that asked, and connections of other programs of the same name are closed: they
/// come again and are compared. A connection is entered here before it is compared, so that no decision slips in
/// between.
final class ExecutablePinning: Sendable {
    private struct Connected {
        var app: String
        var executable: ExecutableFile
        var drop: @Sendable () -> Void
    }

    private let store: LibraryStore
    private let connected = Mutex<[UInt64: Connected]>([:])

    init(_ store: LibraryStore) {
        self.store = store
    }

    func arrived(_ session: UInt64, _ app: String, _ executable: ExecutableFile, drop: @escaping @Sendable () -> Void) {
        connected.withLock { $0[session] = Connected(app: app, executable: executable, drop: drop) }
    }

    func left(_ session: UInt64) {
        connected.withLock { _ = $0.removeValue(forKey: session) }
    }

    /// Compares a program that connects with the one that was granted something under its name, if any was. True when
    /// it is another one, and the grants have lapsed.
    func lapsesGrants(_ app: String, _ executable: ExecutableFile) throws -> Bool {
        while let granted = try store.grantedProgram(of: app) {
            guard let known = granted.evidence else {
                // Granted before the program was there, or before programs were kept: it is for the first that comes.
                if try keep(executable.evidence(), for: app, insteadOf: nil) { continue }
                return false
            }
            let (isSame, current) = try executable.isProgram(known)
            if !isSame {
                try store.lapseGrants(of: app, madeFor: known)
            } else if current != known {
                _ = try keep(current, for: app, insteadOf: known)
            }
            return !isSame
        }
        return false
    }

    /// Whether another program than this is connected under the same name: this one has been put in its place.
    func isAnother(_ app: String, _ executable: ExecutableFile) -> Bool {
        let others = connected.withLock { $0.values.filter { $0.app == app }.map(\.executable) }
        return others.contains { other in
            if other.isCertainly(sameAs: executable) { return false }
            do { return try other.evidence().content != executable.evidence().content } catch {
                // Its process has just ended, or its file cannot be read: nobody knows that it is the same.
                return true
            }
        }
    }

    /// False for a library that takes no changes any more: reading goes on there with what it knows.
    private func keep(
        _ evidence: ExecutableFingerprint,
        for app: String,
        insteadOf known: ExecutableFingerprint?
    ) throws(LibraryError) -> Bool {
        do throws(LibraryError) {
            try store.setProgram(of: app, from: known, to: evidence)
            return true
        } catch {
            guard error.code == .libraryReadOnly else { throw error }
            return false
        }
    }

    /// Notes what the person decided, for the program of the session that asked, or else for the one that is there now.
    func decide(
        _ decision: Decision,
        about app: String,
        requester: UInt64?
    ) throws(LibraryError) -> LibraryStore.SelectionOutcome {
        guard decision.grantsSomething, let path = AppIdentity.path(ofExecutable: app) else {
            return try store.decide(decision, about: app)
        }
        let evidence: ExecutableFingerprint?
        do {
            if let requester, let connected = connected.withLock({ $0[requester] }) {
                evidence = try connected.executable.evidence()
            } else {
                evidence =
                    try FileStatus.ifPresent(path) == nil
                    ? nil : ExecutableFile(named: path, openedAs: path).evidence()
            }
        } catch {
            throw LibraryError(.unavailable, "the app's program cannot be read: \(error)", isRetryable: true)
        }
        var decision = decision
        decision.program = evidence
        let outcome = try store.decide(decision, about: app)
        for connected in connected.withLock({ $0.values.filter { $0.app == app } })
        where !isProgram(connected.executable, evidence) { connected.drop() }
        return outcome
    }

    /// Whether a program that is connected is the one that the person has just decided about. A file that was only
    /// touched since, or got another name, is read.
    private func isProgram(_ executable: ExecutableFile, _ evidence: ExecutableFingerprint?) -> Bool {
        guard let evidence else { return false }
        do { return try executable.isProgram(evidence).isSame } catch {
            // Its process has just ended, or its file cannot be read: nobody knows that it is the same.
            return false
        }
    }
}

extension ExecutableFile {
    /// Without reading the files.
    fileprivate func isCertainly(sameAs other: ExecutableFile) -> Bool {
        stamp == other.stamp || isAdministered && other.isAdministered
    }
}
