package import LibraryModel
internal import SQLiteDatabase

/// The grants of apps.
extension LibraryStore {
    /// Bytes of an app's identity and of its claimed name.
    private static var maximumNameLength: Int { 1_024 }

    /// All apps that were ever seen or decided about, ordered by identity.
    package func apps() throws(LibraryError) -> [AppGrant] {
        try read { connection in
            let select = try connection.statement(
                """
                SELECT identity, claimed_name, CASE WHEN read_write_until <= ?1 THEN 0 ELSE read_write END, add_only,
                    last_used, selected_count, read_write_until, confirms_changes, is_silenced, picked_count, last_picked,
                    access_request, program_content IS ?2, hides_places, row
                FROM app ORDER BY identity
                """
            )
            try select.bind(configuration.clock(), at: 1)
            try select.bind(ExecutableFingerprint.replaced.content, at: 2)
            let destinations = try LibraryStore.uploadDestinations(connection)
            let days = try LibraryStore.appDays(connection)
            var grants: [AppGrant] = []
            while try select.step() {
                let app = select.text(0)
                let restriction = configuration.restriction(app)
                grants.append(
                    AppGrant(
                        app: app,
                        claimedName: select.text(1),
                        readWrite: restriction.status(AuthorizationStatus(stored: select.integer(2)), for: .readWrite),
                        addOnly: restriction.status(AuthorizationStatus(stored: select.integer(3)), for: .addOnly),
                        selectedCount: Int(select.integer(5)),
                        lastUsed: select.integer(4) == 0 ? nil : select.integer(4),
                        until: select.isNull(6) ? nil : select.integer(6),
                        confirmsChanges: select.integer(7) != 0,
                        isSilenced: select.integer(8) != 0,
                        pickedCount: Int(select.integer(9)),
                        lastPicked: select.isNull(10) ? nil : select.integer(10),
                        request: AccessRequest(stored: select.integer(11)),
                        isReplaced: select.integer(12) != 0,
                        hidesPlaces: select.integer(13) != 0
                    )
                )
                grants[grants.count - 1].uploadDestinations = destinations[select.integer(14)] ?? []
                grants[grants.count - 1].days = days[select.integer(14)] ?? []
            }
            return grants
        }
    }

    /// The person's decision. Read access includes adding.
    package func authorizationStatus(
        of app: String,
        for level: AccessLevel
    ) throws(LibraryError) -> AuthorizationStatus {
        try read { connection in
            let select = try connection.statement(
                """
                SELECT CASE WHEN read_write_until <= ?2 THEN 0 ELSE read_write END, add_only FROM app
                WHERE identity = ?1
                """
            )
            try select.bind(app, at: 1)
            try select.bind(configuration.clock(), at: 2)
            let restriction = configuration.restriction(app)
            guard try select.step() else { return restriction.status(.notDetermined, for: level) }
            let readWrite = restriction.status(AuthorizationStatus(stored: select.integer(0)), for: .readWrite)
            if level == .readWrite { return readWrite }
            if readWrite == .authorized || readWrite == .limited { return .authorized }
            return restriction.status(AuthorizationStatus(stored: select.integer(1)), for: .addOnly)
        }
    }

    /// Notes that an app asks, with its claimed name. `asksForAccess`: it asks for access that is not decided.
    package func noteSeen(
        _ app: String,
        claimedName: String,
        asksForAccess: Bool = false
    ) throws(LibraryError) {
        try LibraryStore.check(app)
        let name = LibraryStore.shortened(claimedName)
        let request = asksForAccess ? Int64(AccessRequest.unanswered.rawValue) : nil
        let isNoted = try read { connection in
            let select = try connection.statement(
                """
                SELECT 1 FROM app WHERE identity = ? AND claimed_name = ? AND access_request = coalesce(?, access_request)
                """
            )
            try select.bind(app, at: 1)
            try select.bind(name, at: 2)
            try select.bind(request, at: 3)
            return try select.step()
        }
        if isNoted { return }
        try write { context in
            let row = try LibraryStore.row(ofApp: app, context.connection)
            let update = try context.connection.statement(
                "UPDATE app SET claimed_name = ?, access_request = coalesce(?, access_request) WHERE row = ?"
            )
            try update.bind(name, at: 1)
            try update.bind(request, at: 2)
            try update.bind(row, at: 3)
            try update.run()
        }
    }

    /// Adds assets to an app's selection. One that does not exist fails the whole call.
    package func select(_ assets: [ObjectID], for app: String) throws(LibraryError) {
        try changeSelection(assets, of: app) { change, assets throws in try change.select(assets) }
    }

    /// Removes assets from an app's selection.
    package func deselect(_ assets: [ObjectID], for app: String) throws(LibraryError) {
        try changeSelection(assets, of: app) { change, assets throws in try change.deselect(assets) }
    }

    private func changeSelection(
        _ assets: [ObjectID],
        of app: String,
        _ body: @escaping @Sendable (inout SelectionChange, [ObjectID]) throws -> Void
    ) throws(LibraryError) {
        try LibraryStore.check(app)
        guard assets.count <= ChangeBlock.maximumOperations else {
            throw .tooManyAssets
        }
        let identity = identity
        let time = configuration.clock()
        try write(as: .decision) { context in
            let connection = context.connection
            let row = try LibraryStore.row(ofApp: app, connection)
            let sequence = try Snapshot.showing(.person, connection, identity) { snapshot in
                var change = try SelectionChange(app: row, snapshot)
                try body(&change, assets)
                return try change.finish(time)
            }
            if let sequence { context.notes.append(.history(sequence)) }
        }
    }

    /// The app's row, created if needed.
    static func row(ofApp identity: String, _ connection: Connection) throws -> Int64 {
        let select = try connection.statement("SELECT row FROM app WHERE identity = ?")
        try select.bind(identity, at: 1)
        if try select.step() { return select.integer(0) }
        let insert = try connection.statement(
            """
            INSERT INTO app (identity, claimed_name, read_write, add_only, visibility_epoch, last_used)
            VALUES (?, '', 0, 0, 1, 0)
            """
        )
        try insert.bind(identity, at: 1)
        try insert.run()
        return connection.lastInsertedRow
    }

    static func check(_ app: String) throws(LibraryError) {
        guard !app.isEmpty, app.utf8.count <= maximumNameLength else {
            throw LibraryError(.invalidRequest, "an app's identity is 1 to 1,024 bytes")
        }
    }

    /// Shortens a claim for storage.
    private static func shortened(_ name: String) -> String {
        guard name.utf8.count > maximumNameLength else { return name }
        return String(decoding: name.utf8.prefix(maximumNameLength), as: UTF8.self)
    }
}

extension AuthorizationStatus {
    /// From the stored number; an unknown one grants nothing.
    init(stored: Int64) {
        self = UInt8(exactly: stored).flatMap(AuthorizationStatus.init(rawValue:)) ?? .notDetermined
    }
}

extension AccessRequest {
    init(stored: Int64) { self = UInt8(exactly: stored).flatMap(AccessRequest.init(rawValue:)) ?? .never }
}
