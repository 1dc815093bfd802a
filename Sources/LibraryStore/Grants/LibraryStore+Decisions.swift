package import LibraryModel
internal import SQLiteDatabase

/// A decision of the person about an app, applied atomically. Nil leaves a part unchanged.
package struct Decision: Hashable, Sendable {
    package var readWrite: AuthorizationStatus?
    package var addOnly: AuthorizationStatus?
    /// When read access expires, in microseconds since 1970. Only with `readWrite`.
    package var until: Int64?
    /// The executable that a grant is for; nil for the first that connects under the identity.
    package var program: ExecutableFingerprint?
    /// The complete selection of an app with limited access.
    package var selection: [ObjectID]?
    package var confirmsChanges: Bool?
    package var isSilenced: Bool?
    package var hidesPlaces: Bool?
    package var destination: DestinationDecision?

    /// About a server that the app sends photos to.
    package struct DestinationDecision: Hashable, Sendable {
        package var origin: UploadOrigin
        /// Nil forgets an earlier decision.
        package var isAllowed: Bool?
        package var allowsLocal: Bool

        package init(_ origin: UploadOrigin, isAllowed: Bool?, allowsLocal: Bool) {
            self.origin = origin
            self.isAllowed = isAllowed
            self.allowsLocal = allowsLocal
        }
    }

    package init(_ status: AuthorizationStatus? = nil, for level: AccessLevel = .readWrite, until: Int64? = nil) {
        switch level {
        case .readWrite: readWrite = status
        case .addOnly: addOnly = status
        }
        self.until = until
    }

    package var grantsSomething: Bool { readWrite?.isPositive == true || addOnly?.isPositive == true }

    fileprivate func check() throws(LibraryError) {
        guard until == nil || readWrite?.isPositive == true else {
            throw LibraryError(.invalidRequest, "only access to read that is granted can end by time")
        }
        guard addOnly != .limited else { throw LibraryError(.invalidRequest, "adding only cannot be limited") }
        guard selection?.count ?? 0 <= PromptAnswer.maximumAssets else {
            throw .tooManyAssets
        }
    }
}

extension LibraryStore {
    /// How a decision changed a selection.
    package struct SelectionOutcome: Hashable, Sendable {
        package var added: [ObjectID] = []
        package var removed: [ObjectID] = []
    }

    /// Applies a decision in one transaction. When the kind of read access changes, the app's change tokens expire. A
    /// selected asset that does not exist fails the whole decision.
    @discardableResult
    package func decide(_ decision: Decision, about app: String) throws(LibraryError) -> SelectionOutcome {
        try LibraryStore.check(app)
        try decision.check()
        let identity = identity
        let time = configuration.clock()
        return try write(as: .decision) { context in
            let connection = context.connection
            let row = try LibraryStore.row(ofApp: app, connection)
            var outcome = SelectionOutcome()
            if let wanted = decision.selection {
                let (changed, sequence) = try Snapshot.showing(.person, connection, identity) { snapshot in
                    try LibraryStore.setSelection(wanted, app: row, snapshot, time)
                }
                outcome = changed
                if let sequence { context.notes.append(.history(sequence)) }
            }
            try decision.write(row, connection)
            return outcome
        }
    }

    /// Sets one level.
    package func setStatus(
        of app: String,
        for level: AccessLevel,
        to status: AuthorizationStatus,
        until: Int64? = nil,
        program: ExecutableFingerprint? = nil
    ) throws(LibraryError) {
        var decision = Decision(status, for: level, until: until)
        decision.program = program
        try decide(decision, about: app)
    }

    /// Replaces a selection.
    private static func setSelection(
        _ wanted: [ObjectID],
        app: Int64,
        _ snapshot: Snapshot,
        _ time: Int64
    ) throws -> (SelectionOutcome, sequence: UInt64?) {
        let before = try selection(ofRow: app, snapshot.connection)
        let (known, kept) = (Set(before), Set(wanted))
        var seen: Set<ObjectID> = []
        let added = wanted.filter { !known.contains($0) && seen.insert($0).inserted }
        let removed = before.filter { !kept.contains($0) }
        var change = try SelectionChange(app: app, snapshot)
        try change.select(added)
        try change.deselect(removed)
        return (SelectionOutcome(added: added, removed: removed), try change.finish(time))
    }

    /// Forgets an app. History and the record of which assets it added keep it as an app without a name; its albums
    /// become the person's, and its changes can no longer be undone.
    package func forget(_ app: String) throws(LibraryError) {
        try write(as: .decision) { context in
            let connection = context.connection
            let select = try connection.statement("SELECT row FROM app WHERE identity = ?")
            try select.bind(app, at: 1)
            guard try select.step() else { return }
            let row = select.integer(0)
            select.reset()
            for sql in [
                "DELETE FROM selection WHERE app = ?", "DELETE FROM idempotency WHERE app = ?",
                "DELETE FROM former_value WHERE app = ?", "DELETE FROM seen_transaction WHERE app = ?",
                "DELETE FROM upload_job WHERE app = ?", "DELETE FROM upload_destination WHERE app = ?",
                "DELETE FROM app_day WHERE app = ?",
                "UPDATE collection SET owner = NULL WHERE owner = ?",
                "DELETE FROM app WHERE row = ?",
            ] as [StaticString] {
                let statement = try connection.statement(sql)
                try statement.bind(row, at: 1)
                try statement.run()
            }
        }
        forgetWritten(by: app)
    }
}

extension Decision {
    fileprivate func write(_ app: Int64, _ connection: Connection) throws {
        if let readWrite {
            let update = try connection.statement(
                """
                UPDATE app SET read_write = ?1, visibility_epoch = visibility_epoch + 1 WHERE row = ?2 AND read_write <> ?1
                """
            )
            try update.bind(Int64(readWrite.rawValue), at: 1)
            try update.bind(app, at: 2)
            try update.run()
            let end = try connection.statement("UPDATE app SET read_write_until = ? WHERE row = ?")
            try end.bind(until, at: 1)
            try end.bind(app, at: 2)
            try end.run()
        }
        if let addOnly {
            let update = try connection.statement("UPDATE app SET add_only = ?1 WHERE row = ?2 AND add_only <> ?1")
            try update.bind(Int64(addOnly.rawValue), at: 1)
            try update.bind(app, at: 2)
            try update.run()
        }
        if readWrite != nil || addOnly != nil {
            let answer = try connection.statement("UPDATE app SET access_request = ? WHERE row = ?")
            try answer.bind(Int64(AccessRequest.answered.rawValue), at: 1)
            try answer.bind(app, at: 2)
            try answer.run()
        }
        // Clears the mark of a replaced executable.
        if (readWrite != nil || addOnly != nil) && !grantsSomething {
            let forget = try connection.statement(
                """
                UPDATE app SET program_content = NULL, program_stamp = NULL WHERE row = ? AND program_content = ?
                """
            )
            try forget.bind(app, at: 1)
            try forget.bind(ExecutableFingerprint.replaced.content, at: 2)
            try forget.run()
        }
        if grantsSomething {
            let note = try connection.statement("UPDATE app SET program_content = ?, program_stamp = ? WHERE row = ?")
            try note.bind(program?.content, at: 1)
            try note.bind(program?.fileIdentity, at: 2)
            try note.bind(app, at: 3)
            try note.run()
        }
        if let hidesPlaces {
            // Expires the app's tokens, so that it fetches everything again, with or without places.
            let hide = try connection.statement(
                """
                UPDATE app SET hides_places = ?1, visibility_epoch = visibility_epoch + 1
                WHERE row = ?2 AND hides_places <> ?1
                """
            )
            try hide.bind(hidesPlaces ? Int64(1) : 0, at: 1)
            try hide.bind(app, at: 2)
            try hide.run()
        }
        try destination?.write(app, connection)
        guard confirmsChanges != nil || isSilenced != nil else { return }
        let treat = try connection.statement(
            """
            UPDATE app SET confirms_changes = coalesce(?1, confirms_changes), is_silenced = coalesce(?2, is_silenced)
            WHERE row = ?3
            """
        )
        try treat.bind(confirmsChanges.map { $0 ? Int64(1) : 0 }, at: 1)
        try treat.bind(isSilenced.map { $0 ? Int64(1) : 0 }, at: 2)
        try treat.bind(app, at: 3)
        try treat.run()
    }
}

extension Decision.DestinationDecision {
    fileprivate func write(_ app: Int64, _ connection: Connection) throws {
        guard let isAllowed else {
            let forget = try connection.statement("DELETE FROM upload_destination WHERE app = ? AND origin = ?")
            try forget.bind(app, at: 1)
            try forget.bind(origin.text, at: 2)
            return try forget.run()
        }
        let insert = try connection.statement(
            "INSERT OR REPLACE INTO upload_destination (app, origin, is_allowed, allows_local) VALUES (?, ?, ?, ?)"
        )
        try insert.bind(app, at: 1)
        try insert.bind(origin.text, at: 2)
        try insert.bind(isAllowed ? Int64(1) : 0, at: 3)
        try insert.bind(isAllowed && allowsLocal ? Int64(1) : 0, at: 4)
        try insert.run()
    }
}
