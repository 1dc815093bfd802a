package import LibraryModel
internal import SQLiteDatabase

/// The executables of grants.
extension LibraryStore {
    /// The executable of an app's grants; its fingerprint is nil when it was unknown at the time.
    package struct GrantedProgram: Hashable, Sendable {
        package var fingerprint: ExecutableFingerprint?
    }

    /// Returns nil when the app has no grants.
    package func grantedProgram(of app: String) throws(LibraryError) -> GrantedProgram? {
        try read { connection in
            let select = try connection.statement(
                "SELECT read_write, add_only, program_content, program_stamp FROM app WHERE identity = ?"
            )
            try select.bind(app, at: 1)
            guard try select.step() else { return nil }
            let statuses = [select.integer(0), select.integer(1)].map { AuthorizationStatus(stored: $0) }
            guard statuses.contains(where: \.isPositive) else { return nil }
            guard !select.isNull(2), !select.isNull(3) else { return GrantedProgram(fingerprint: nil) }
            return GrantedProgram(
                fingerprint: ExecutableFingerprint(content: select.text(2), fileIdentity: select.text(3))
            )
        }
    }

    /// Whether an app's grants lapsed because its executable was replaced, without a decision since.
    package func isReplaced(_ app: String) throws(LibraryError) -> Bool {
        try read { connection in
            let select = try connection.statement("SELECT 1 FROM app WHERE identity = ? AND program_content = ?")
            try select.bind(app, at: 1)
            try select.bind(ExecutableFingerprint.replaced.content, at: 2)
            return try select.step()
        }
    }

    /// Stores an app's fingerprint, unless there was a decision since `known` was read.
    package func setProgram(
        of app: String,
        from known: ExecutableFingerprint?,
        to fingerprint: ExecutableFingerprint
    ) throws(LibraryError) {
        try write { context in
            let update = try context.connection.statement(
                """
                UPDATE app SET program_content = ?1, program_stamp = ?2
                WHERE identity = ?3 AND program_content IS ?4 AND program_stamp IS ?5
                """
            )
            try update.bind(fingerprint.content, at: 1)
            try update.bind(fingerprint.fileIdentity, at: 2)
            try update.bind(app, at: 3)
            try update.bind(known?.content, at: 4)
            try update.bind(known?.fileIdentity, at: 5)
            try update.run()
        }
    }

    /// Resets the grants of a replaced executable to undecided; denials stay. No effect after a decision since `known`
    /// was read.
    package func lapseGrants(of app: String, madeFor known: ExecutableFingerprint) throws(LibraryError) {
        try write(as: .decision) { context in
            let update = try context.connection.statement(
                """
                UPDATE app SET read_write = CASE WHEN read_write IN (3, 4) THEN 0 ELSE read_write END,
                    add_only = CASE WHEN add_only = 3 THEN 0 ELSE add_only END,
                    visibility_epoch = visibility_epoch + 1, program_content = ?4, program_stamp = ?5
                WHERE identity = ?1 AND program_content = ?2 AND program_stamp = ?3
                """
            )
            try update.bind(app, at: 1)
            try update.bind(known.content, at: 2)
            try update.bind(known.fileIdentity, at: 3)
            try update.bind(ExecutableFingerprint.replaced.content, at: 4)
            try update.bind(ExecutableFingerprint.replaced.fileIdentity, at: 5)
            try update.run()
        }
    }
}

extension AuthorizationStatus {
    /// Whether the app has any grant.
    package var isPositive: Bool { self == .authorized || self == .limited }
}
