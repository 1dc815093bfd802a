import LibraryModel

extension AppGrant {
    /// What the server may tell of an app.
    static func test(
        _ readWrite: AuthorizationStatus = .notDetermined,
        _ addOnly: AuthorizationStatus = .notDetermined,
        app: String = "exe:/usr/bin/camera",
        _ change: (inout AppGrant) -> Void = { _ in }
    ) -> AppGrant {
        var grant = AppGrant(
            app: app,
            claimedName: "Name\u{1B}",
            readWrite: readWrite,
            addOnly: addOnly,
            selectedCount: 0,
            lastUsed: 0
        )
        change(&grant)
        return grant
    }
}
