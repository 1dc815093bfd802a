package import LibraryClient
package import LibraryModel

/// Something that the person decides about an app, whichever interface they decide it in.
package enum AppDecision: Hashable, Sendable {
    /// `until`: when it ends, in microseconds since 1970.
    case status(AuthorizationStatus, AccessLevel, until: Int64? = nil)
    /// What it may see of the library, if its access is limited.
    case select(add: [ObjectID], remove: [ObjectID])
    /// It may see these photos, and no others.
    case limit(add: [ObjectID], remove: [ObjectID])
    /// It may add photos, and see none.
    case addOnly
    case policy(confirmsChanges: Bool? = nil, isSilenced: Bool? = nil)
    /// What was picked for it can no longer be read.
    case endPicks
    /// Nothing any more: not to see, not to add, not what was picked for it.
    case revoke
    /// As if it had never asked.
    case forget

    package func carryOut(_ client: LibraryClient, app: String) throws(LibraryError) {
        switch self {
        case .status(let status, let level, let until):
            try client.setStatus(status, ofApp: app, for: level, until: until)
        case .select(let added, let removed):
            if !added.isEmpty { try client.select(added, forApp: app, deselects: false) }
            if !removed.isEmpty { try client.select(removed, forApp: app, deselects: true) }
        case .limit(let added, let removed):
            // In this order: it never sees the selection that it had before.
            try AppDecision.select(add: added, remove: removed).carryOut(client, app: app)
            try client.setStatus(.limited, ofApp: app, for: .readWrite)
        case .addOnly:
            try client.setStatus(.denied, ofApp: app, for: .readWrite)
            try client.setStatus(.authorized, ofApp: app, for: .addOnly)
        case .policy(let confirmsChanges, let isSilenced):
            try client.setPreferences(ofApp: app, confirmsChanges: confirmsChanges, isSilenced: isSilenced)
        case .endPicks: try client.revokePicks(ofApp: app)
        case .revoke: try client.revoke(app: app)
        case .forget: try client.forget(app: app)
        }
    }
}
