internal import LibraryStore

/// Counts connections against their limits. A value; its owner guards it.
///
/// A connection counts for its user and process from the start, and for its app once it is identified.
struct ConnectionCounts {
    /// Connections of all apps.
    static let maximumOfApps = 2_048
    /// Of one user's apps.
    static let maximumOfUser = 1_536
    /// Of one app. A process has one for calls and one for events, and an app may have many processes.
    static let maximumOfApp = 128
    /// Of one process, before they are identified.
    static let maximumUnidentified = 64
    /// On the management socket; apps take none of these.
    static let maximumOfOwner = 128

    /// What a connection counts for, until `leave`.
    struct Entry {
        fileprivate var user: UInt32
        fileprivate var process: Int32
        fileprivate var isManagement: Bool
        fileprivate(set) var principal: Principal?
    }

    private var ofApps = 0
    private var ofOwner = 0
    private var ofUser: [UInt32: Int] = [:]
    /// Connections on the apps' socket that are not identified yet, by process.
    private var unidentified: [Int32: Int] = [:]
    private var ofPrincipal: [Principal: Int] = [:]

    /// Counts a new connection. Throws when it exceeds a limit.
    mutating func arrive(user: UInt32, process: Int32, isManagement: Bool) throws(IdentityError) -> Entry {
        if isManagement {
            guard ofOwner < ConnectionCounts.maximumOfOwner else { throw IdentityError(reason: "too many connections") }
            ofOwner += 1
        } else {
            guard ofApps < ConnectionCounts.maximumOfApps else { throw IdentityError(reason: "too many connections") }
            guard ofUser[user, default: 0] < ConnectionCounts.maximumOfUser else {
                throw IdentityError(reason: "too many connections of one user's apps")
            }
            guard unidentified[process, default: 0] < ConnectionCounts.maximumUnidentified else {
                throw IdentityError(reason: "too many connections of one process at once")
            }
            ofApps += 1
            ofUser[user, default: 0] += 1
            unidentified[process, default: 0] += 1
        }
        return Entry(user: user, process: process, isManagement: isManagement)
    }

    /// Counts a connection for its principal. Throws when the app has too many.
    mutating func identify(_ entry: inout Entry, as principal: Principal) throws(IdentityError) {
        guard principal == .person || ofPrincipal[principal, default: 0] < ConnectionCounts.maximumOfApp else {
            throw IdentityError(reason: "too many connections of one app")
        }
        if !entry.isManagement { ConnectionCounts.decrement(&unidentified, entry.process) }
        ofPrincipal[principal, default: 0] += 1
        entry.principal = principal
    }

    /// Returns true when it was the principal's last connection.
    mutating func leave(_ entry: Entry) -> Bool {
        if entry.isManagement {
            ofOwner -= 1
        } else {
            ofApps -= 1
            ConnectionCounts.decrement(&ofUser, entry.user)
            if entry.principal == nil { ConnectionCounts.decrement(&unidentified, entry.process) }
        }
        guard let principal = entry.principal else { return false }
        ConnectionCounts.decrement(&ofPrincipal, principal)
        return ofPrincipal[principal] == nil
    }

    /// Removes the key with its last count.
    private static func decrement<Key: Hashable>(_ counts: inout [Key: Int], _ key: Key) {
        guard let count = counts[key] else { preconditionFailure("a connection leaves that was not counted") }
        counts[key] = count > 1 ? count - 1 : nil
    }

    /// Traps when the counts are not those of these connections. For tests and debug builds.
    func assertInvariants(_ entries: [Entry]) {
        let ofApps = entries.filter { !$0.isManagement }
        assert(self.ofApps == ofApps.count && ofOwner == entries.count - ofApps.count)
        assert(ofUser == ConnectionCounts.counts(ofApps.map(\.user)))
        assert(unidentified == ConnectionCounts.counts(ofApps.filter { $0.principal == nil }.map(\.process)))
        assert(ofPrincipal == ConnectionCounts.counts(entries.compactMap(\.principal)))
        assert(ofApps.isEmpty || self.ofApps <= ConnectionCounts.maximumOfApps)
    }

    private static func counts<Key: Hashable>(_ keys: [Key]) -> [Key: Int] {
        keys.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }
}
