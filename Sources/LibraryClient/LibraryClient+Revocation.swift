package import LibraryModel

// What the person takes back from an app as a whole. What it has read already it has.
extension LibraryClient {
    /// Denies an app everything, and takes back what was picked for it. What was selected for it is remembered.
    package func revoke(app: String) throws(LibraryError) {
        try setStatus(.denied, ofApp: app, for: .readWrite)
        try setStatus(.denied, ofApp: app, for: .addOnly)
        try endPicks(ofApp: app)
    }

    /// Treats an app as if it had never asked: nothing is decided about it or selected for it, and what was picked for it
    /// is taken back.
    package func forget(app: String) throws(LibraryError) {
        try setStatus(.notDetermined, ofApp: app, for: .readWrite)
        try setStatus(.notDetermined, ofApp: app, for: .addOnly)
        try endPicks(ofApp: app)
        let selected = try selection(ofApp: app)
        if !selected.isEmpty { try select(selected, forApp: app, deselects: true) }
        try setPolicy(ofApp: app, confirmsChanges: true, isSilenced: false)
    }
}
