internal import LibraryStore

/// How many connections there are, and of whom: whether one more may come. A value; its owner guards it.
///
/// A connection is counted when it comes, of its user and process, and again when its peer is recognised, of its app.
struct ConnectionCounts {
    /// Of all apps together.
    static let maximumOfApps = 2_048
    /// Of the apps of one user.
    static let maximumOfUser = 1_536
    /// Of one app. A program has one for calls and one for events; some programs run many times.
    static let maximumOfApp = 128
    /// Of one process, before it is known which app it is.
    static let maximumUnrecognized = 64
    /// Of the owner's tools, on the management socket. No app takes any of these.
    static let maximumOfOwner = 128

    /// What was counted of a connection. It goes back with `leave`.
    struct Entry {
        fileprivate var user: UInt32
        fileprivate var process: Int32
        fileprivate var isManagement: Bool
        fileprivate(set) var principal: Principal?
    }

    private var ofApps = 0
    private var ofOwner = 0
    private var ofUser: [UInt32: Int] = [:]
    /// Of processes on the apps' socket whose peer is not recognised yet.
    private var unrecognized: [Int32: Int] = [:]
    private var ofPrincipal: [Principal: Int] = [:]

    /// Counts a connection of which nothing is known but its process. Throws why there may not be one more.
    mutating func arrive(user: UInt32, process: Int32, isManagement: Bool) throws(IdentityError) -> Entry {
        if isManagement {
            guard ofOwner < ConnectionCounts.maximumOfOwner else { throw IdentityError(reason: "too many connections") }
            ofOwner += 1
        } else {
            guard ofApps < ConnectionCounts.maximumOfApps else { throw IdentityError(reason: "too many connections") }
            guard ofUser[user, default: 0] < ConnectionCounts.maximumOfUser else {
                throw IdentityError(reason: "too many connections of one user's apps")
            }
            guard unrecognized[process, default: 0] < ConnectionCounts.maximumUnrecognized else {
                throw IdentityError(reason: "too many connections of one process at once")
            }
            ofApps += 1
            ofUser[user, default: 0] += 1
            unrecognized[process, default: 0] += 1
        }
        return Entry(user: user, process: process, isManagement: isManagement)
    }

    /// The peer of a connection is known from now on. Throws when its app has as many as it may.
    mutating func recognize(_ entry: inout Entry, as principal: Principal) throws(IdentityError) {
        guard principal == .person || ofPrincipal[principal, default: 0] < ConnectionCounts.maximumOfApp else {
            throw IdentityError(reason: "too many connections of one app")
        }
        if !entry.isManagement { ConnectionCounts.decrement(&unrecognized, entry.process) }
        ofPrincipal[principal, default: 0] += 1
        entry.principal = principal
    }

    /// True when it was the principal's last.
    mutating func leave(_ entry: Entry) -> Bool {
        if entry.isManagement {
            ofOwner -= 1
        } else {
            ofApps -= 1
            ConnectionCounts.decrement(&ofUser, entry.user)
            if entry.principal == nil { ConnectionCounts.decrement(&unrecognized, entry.process) }
        }
        guard let principal = entry.principal else { return false }
        ConnectionCounts.decrement(&ofPrincipal, principal)
        return ofPrincipal[principal] == nil
    }

    /// Nothing is kept of whom there are no more.
    private static func decrement<Key: Hashable>(_ counts: inout [Key: Int], _ key: Key) {
        guard let count = counts[key] else { preconditionFailure("a connection leaves that was not counted") }
        counts[key] = count > 1 ? count - 1 : nil
    }
}
