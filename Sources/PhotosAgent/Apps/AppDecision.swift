package import LibraryClient
package import LibraryModel

/// A decision of the person about an app, in any interface.
package enum AppDecision: Hashable, Sendable {
    /// `until`: when it ends, in microseconds since 1970.
    case status(AuthorizationStatus, AccessLevel, until: Int64? = nil)
    /// Changes its selection.
    case select(add: [ObjectID], remove: [ObjectID])
    /// Limits it to its selection, which it changes first.
    case limit(add: [ObjectID], remove: [ObjectID])
    /// Lets it add photos, and see none.
    case addOnly
    case preferences(confirmsChanges: Bool? = nil, isSilenced: Bool? = nil, hidesPlaces: Bool? = nil)
    /// Whether it may send photos to these servers; nil lets it ask again.
    case destinations([UploadOrigin], isAllowed: Bool?, allowsLocal: Bool = false)
    /// Ends its access to what was picked for it: to these photos, or to all.
    case revokePicks([ObjectID]? = nil)
    /// Ends all access: to see, to add, and to what was picked for it.
    case revoke
    /// Deletes all that is stored about it.
    case forget

    package func carryOut(_ client: LibraryClient, app: String) throws(LibraryError) {
        switch self {
        case .status(let status, let level, let until):
            try client.setStatus(status, ofApp: app, for: level, until: until)
        case .select(let added, let removed):
            if !added.isEmpty { try client.select(added, forApp: app, deselects: false) }
            if !removed.isEmpty { try client.select(removed, forApp: app, deselects: true) }
        case .limit(let added, let removed):
            // In this order, so that it never sees its former selection.
            try AppDecision.select(add: added, remove: removed).carryOut(client, app: app)
            try client.setStatus(.limited, ofApp: app, for: .readWrite)
        case .addOnly:
            try client.setStatus(.denied, ofApp: app, for: .readWrite)
            try client.setStatus(.authorized, ofApp: app, for: .addOnly)
        case .preferences(let confirmsChanges, let isSilenced, let hidesPlaces):
            try client.setPreferences(
                ofApp: app,
                confirmsChanges: confirmsChanges,
                isSilenced: isSilenced,
                hidesPlaces: hidesPlaces
            )
        case .destinations(let origins, let isAllowed, let allowsLocal):
            for origin in origins {
                try client.setUploadDestination(origin, ofApp: app, isAllowed: isAllowed, allowsLocal: allowsLocal)
            }
        case .revokePicks(let photos): try client.revokePicks(ofApp: app, photos)
        case .revoke: try client.revoke(app: app)
        case .forget: try client.forget(app: app)
        }
    }
}
