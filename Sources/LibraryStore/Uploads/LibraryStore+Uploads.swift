package import LibraryModel
internal import SQLiteDatabase

/// Upload jobs, as the server sends them.
///
/// A job is taken (`takeUpload`), sent, and finished (`finishUpload`). What was taken when the server was killed is
/// taken again (`resumeUploads`). Whether a job may be sent is decided in the transaction that takes it, and in that of
/// `endForbiddenUploads` after each decision: both ask the app's views and the person's decisions about servers.
extension LibraryStore {
    /// A job that is to be sent now.
    package struct TakenUpload: Hashable, Sendable {
        package var row: Int64
        package var app: String
        package var asset: ObjectID
        package var resource: ResourceKind
        package var request: UploadRequest
        /// Attempts so far, this one included.
        package var attempts: Int
        /// The servers that the app may send to.
        package var destinations: [UploadDestination]
    }

    /// How an attempt ended.
    package enum UploadOutcome: Hashable, Sendable {
        case succeeded(UploadResponse)
        case failed(LibraryError, UploadResponse?)
        /// Tries again at this time, in microseconds since 1970.
        case again(at: Int64, LibraryError, UploadResponse?)
        /// The attempt was stopped, and does not count.
        case interrupted
    }

    /// Lets jobs be sent again that a killed server was sending.
    package func resumeUploads() throws(LibraryError) {
        let time = configuration.clock()
        let isNeeded = try read { connection in
            try connection.statement("SELECT 1 FROM upload_job WHERE state < 3 AND next_attempt IS NULL").step()
        }
        guard isNeeded else { return }
        try write { context in
            let update = try context.connection.statement(
                "UPDATE upload_job SET next_attempt = ? WHERE state < 3 AND next_attempt IS NULL"
            )
            try update.bind(time, at: 1)
            try update.run()
        }
    }

    /// Apps of which so many jobs are being sent.
    private static let busyApps = """
        SELECT app FROM upload_job WHERE state = 2 AND next_attempt IS NULL GROUP BY app HAVING count(*) >= ?2
        """

    /// When the next attempt of a job is due, in microseconds since 1970. Leaves out apps of which `limit` are being
    /// sent.
    package func nextUpload(atOnceOfAnApp limit: Int = .max) throws(LibraryError) -> Int64? {
        try read { connection in
            let select = try connection.statement(
                assembled: """
                    SELECT min(next_attempt) FROM upload_job
                    WHERE next_attempt IS NOT NULL AND app NOT IN (\(LibraryStore.busyApps))
                    """
            )
            try select.bind(Int64(limit), at: 2)
            return try select.step() ? select.optionalInteger(0) : nil
        }
    }

    /// Takes a job that is due: of the app of which the fewest are being sent, and fewer than `limit`, the one that has
    /// waited longest. Ends those that may not be sent any more.
    package func takeUpload(atOnceOfAnApp limit: Int = .max) throws(LibraryError) -> TakenUpload? {
        let time = configuration.clock()
        guard let next = try nextUpload(atOnceOfAnApp: limit), next <= time else { return nil }
        return try write { [self] context in
            let connection = context.connection
            while true {
                let select = try connection.statement(
                    assembled: """
                        SELECT j.row, a.identity, j.asset_id, j.resource, j.url, j.method, j.headers, j.timeout, j.attempts
                        FROM upload_job j CROSS JOIN app a ON a.row = j.app
                        WHERE j.next_attempt <= ?1 AND j.app NOT IN (\(LibraryStore.busyApps))
                        ORDER BY (SELECT count(*) FROM upload_job r
                            WHERE r.app = j.app AND r.state = 2 AND r.next_attempt IS NULL), j.next_attempt, j.row
                        LIMIT 1
                        """
                )
                try select.bind(time, at: 1)
                try select.bind(Int64(limit), at: 2)
                guard try select.step() else { return nil }
                var taken = TakenUpload(
                    row: select.integer(0),
                    app: select.text(1),
                    asset: try select.identifier(2),
                    resource: ResourceKind(rawValue: UInt32(truncatingIfNeeded: select.integer(3))),
                    request: UploadRequest(
                        url: select.text(4),
                        method: select.text(5),
                        headers: [HeaderField](lines: select.text(6)),
                        timeout: UInt32(truncatingIfNeeded: select.integer(7))
                    ),
                    attempts: Int(select.integer(8)) + 1,
                    destinations: []
                )
                select.reset()
                try view(for: .app(taken.app)).endForbiddenUploads(connection)
                let update = try connection.statement(
                    "UPDATE upload_job SET state = 2, next_attempt = NULL, attempts = ? WHERE row = ? AND state < 3"
                )
                try update.bind(Int64(taken.attempts), at: 1)
                try update.bind(taken.row, at: 2)
                try update.run()
                // Otherwise it has just ended, so that there is one less at each turn.
                guard connection.changedRowCount == 1 else { continue }
                let row = try LibraryStore.row(ofApp: taken.app, connection)
                taken.destinations = try LibraryStore.uploadDestinations(connection)[row, default: []]
                    .filter(\.isAllowed)
                return taken
            }
        }
    }

    /// Notes how an attempt ended. No effect on a job that was cancelled or ended meanwhile.
    package func finishUpload(_ row: Int64, _ outcome: UploadOutcome) throws(LibraryError) {
        let time = configuration.clock()
        try write { context in
            let update = try context.connection.statement(
                """
                UPDATE upload_job SET state = ?2, next_attempt = ?3, status = ?4, response = ?5, failure_code = ?6,
                    failure = ?7, attempts = attempts - ?8,
                    headers = CASE WHEN ?2 = 4 OR ?2 = 3 AND NOT can_retry THEN '' ELSE headers END
                WHERE row = ?1 AND state = 2 AND next_attempt IS NULL
                """
            )
            let (state, next, failure, response): (UploadJob.State, Int64?, LibraryError?, UploadResponse?) =
                switch outcome {
                case .succeeded(let response): (.succeeded, nil, nil, response)
                case .failed(let error, let response): (.failed, nil, error, response)
                case .again(let next, let error, let response): (.pending, next, error, response)
                case .interrupted: (.pending, time, nil, nil)
                }
            try update.bind(row, at: 1)
            try update.bind(Int64(state.rawValue), at: 2)
            try update.bind(next, at: 3)
            try update.bind(response.map { Int64($0.status) }, at: 4)
            try update.bind(response.map { $0.headers.bounded.lines }, at: 5)
            try update.bind(failure.map { Int64($0.code.rawValue) }, at: 6)
            try update.bind(failure?.reason, at: 7)
            try update.bind(outcome == .interrupted ? Int64(1) : 0, at: 8)
            try update.run()
        }
    }

    /// Ends an app's jobs that may not be sent any more after a decision.
    package func endForbiddenUploads(of app: String) throws(LibraryError) {
        let hasJobs = try read { connection in
            let select = try connection.statement(
                "SELECT 1 FROM upload_job WHERE app = (SELECT row FROM app WHERE identity = ?)"
            )
            try select.bind(app, at: 1)
            return try select.step()
        }
        guard hasJobs else { return }
        let view = view(for: .app(app))
        try write(as: .decision) { context in try view.endForbiddenUploads(context.connection) }
    }

    /// The apps that want to be started for jobs, and have some that are over.
    package func appsWithUploadsToProcess() throws(LibraryError) -> [String] {
        try read { connection in
            let select = try connection.statement(
                """
                SELECT identity FROM app WHERE uploads_enabled
                    AND EXISTS (SELECT 1 FROM upload_job WHERE app = app.row AND state >= 3)
                """
            )
            var apps: [String] = []
            while try select.step() { apps.append(select.text(0)) }
            return apps
        }
    }

    /// Whether jobs of an app are being sent, or are due.
    package func isSendingUploads(of app: String) throws(LibraryError) -> Bool {
        let time = configuration.clock()
        return try read { connection in
            let select = try connection.statement(
                """
                SELECT 1 FROM upload_job
                WHERE app = (SELECT row FROM app WHERE identity = ?) AND state < 3 AND coalesce(next_attempt, 0) <= ?
                """
            )
            try select.bind(app, at: 1)
            try select.bind(time, at: 2)
            return try select.step()
        }
    }

    /// Whether a job is still being sent, as far as the store knows.
    package func isSending(_ row: Int64) throws(LibraryError) -> Bool {
        try read { connection in
            let select = try connection.statement(
                "SELECT 1 FROM upload_job WHERE row = ? AND state = 2 AND next_attempt IS NULL"
            )
            try select.bind(row, at: 1)
            return try select.step()
        }
    }

    /// The servers that the person decided about, by the row of the app.
    static func uploadDestinations(_ connection: Connection) throws -> [Int64: [UploadDestination]] {
        let select = try connection.statement(
            "SELECT app, origin, is_allowed, allows_local FROM upload_destination ORDER BY app, origin"
        )
        var destinations: [Int64: [UploadDestination]] = [:]
        while try select.step() {
            guard let origin = UploadOrigin(select.text(1)) else { continue }
            destinations[select.integer(0), default: []]
                .append(
                    UploadDestination(
                        origin,
                        isAllowed: select.integer(2) != 0,
                        allowsLocal: select.integer(3) != 0
                    )
                )
        }
        return destinations
    }
}

extension LibraryView {
    /// Ends the app's jobs for assets that it does not see and for servers that the person does not allow.
    fileprivate func endForbiddenUploads(_ connection: Connection) throws {
        guard case .app(let identity) = principal else { return }
        let app = try LibraryStore.row(ofApp: identity, connection)
        try show(connection) { _ in
            let update = try connection.statement(
                """
                UPDATE upload_job SET state = 3, can_retry = 0, headers = '', next_attempt = NULL, failure_code = ?2,
                    failure = ?3
                WHERE app = ?1 AND (state < 3 OR state = 3 AND can_retry) AND (
                    NOT EXISTS (SELECT 1 FROM seen_asset a WHERE a.row = upload_job.asset AND a.shelf < 4)
                    OR NOT EXISTS (SELECT 1 FROM upload_destination d
                        WHERE d.app = ?1 AND d.origin = upload_job.origin AND d.is_allowed))
                """
            )
            try update.bind(app, at: 1)
            try update.bind(Int64(LibraryError.Code.accessDenied.rawValue), at: 2)
            try update.bind("the person does not allow this any more", at: 3)
            try update.run()
        }
    }
}
