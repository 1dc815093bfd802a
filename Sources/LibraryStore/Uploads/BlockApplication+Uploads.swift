internal import LibraryModel
internal import SQLiteDatabase

/// Upload jobs in a change block. They are no objects of the library: history does not tell of them.
extension BlockApplication {
    mutating func createUploadJob(_ creation: UploadJobCreation) throws {
        let app = try requireApp()
        let asset = try requireAssetRow(creation.asset)
        try requireFresh(creation.id)
        let select = try connection.statement("SELECT kind FROM seen_resource WHERE asset = ? AND kind = ?")
        try select.bind(asset, at: 1)
        try select.bind(Int64(creation.resource.rawValue), at: 2)
        guard try select.step() else { throw LibraryError.noSuchFile }
        let count = try connection.statement("SELECT count(*) FROM upload_job WHERE app = ?")
        try count.bind(app, at: 1)
        guard try count.step(), count.integer(0) < UploadJob.maximumPerApp else {
            throw LibraryError(
                .limitExceeded,
                "an app has at most \(UploadJob.maximumPerApp) upload jobs that it has not acknowledged"
            )
        }
        let origin = try creation.destination.map { try requireAllowed($0) }
        let insert = try connection.statement(
            """
            INSERT INTO upload_job (id, app, asset, asset_id, resource, state, origin, url, method, headers, timeout,
                next_attempt)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        )
        try insert.bind(creation.id, at: 1)
        try insert.bind(app, at: 2)
        try insert.bind(asset, at: 3)
        try insert.bind(creation.asset, at: 4)
        try insert.bind(Int64(creation.resource.rawValue), at: 5)
        // A job that sends nothing is done: all files are on this machine.
        let state = origin == nil ? UploadJob.State.succeeded : .registered
        try insert.bind(Int64(state.rawValue), at: 6)
        try insert.bind(origin?.text, at: 7)
        try insert.bind(creation.destination?.url, at: 8)
        try insert.bind(creation.destination?.method, at: 9)
        try insert.bind(creation.destination?.headers.lines ?? "", at: 10)
        try insert.bind(creation.destination.map { Int64($0.timeout) }, at: 11)
        try insert.bind(origin == nil ? nil : time, at: 12)
        try insert.run()
    }

    mutating func retryUploadJob(_ id: ObjectID, _ destination: UploadRequest?) throws {
        let job = try requireJob(id)
        guard job.state == .failed, job.canRetry, let former = job.origin else {
            throw LibraryError(.changeNotSupported, "only an upload job that has failed can be retried, and only once")
        }
        // The person may have decided anew since the job was made.
        let origin = try destination.map { try requireAllowed($0) } ?? requireAllowed(origin: former)
        let update = try connection.statement(
            """
            UPDATE upload_job SET state = 1, can_retry = 0, attempts = 0, next_attempt = ?2, status = NULL,
                response = NULL, failure_code = NULL, failure = NULL, origin = ?3, url = coalesce(?4, url),
                method = coalesce(?5, method), headers = coalesce(?6, headers), timeout = coalesce(?7, timeout)
            WHERE row = ?1
            """
        )
        try update.bind(job.row, at: 1)
        try update.bind(time, at: 2)
        try update.bind(origin.text, at: 3)
        try update.bind(destination?.url, at: 4)
        try update.bind(destination?.method, at: 5)
        try update.bind(destination?.headers.lines, at: 6)
        try update.bind(destination.map { Int64($0.timeout) }, at: 7)
        try update.run()
    }

    mutating func acknowledgeUploadJobs(_ ids: [ObjectID]) throws {
        for id in ids {
            let job = try requireJob(id)
            guard job.state.isOver else {
                throw LibraryError(.changeNotSupported, "only an upload job that is over can be acknowledged")
            }
            try remove(job)
        }
    }

    /// Also jobs that have just ended: the app cannot know.
    mutating func cancelUploadJobs(_ ids: [ObjectID]) throws {
        for id in ids { try remove(requireJob(id)) }
    }

    private struct Job {
        var row: Int64
        var state: UploadJob.State
        var canRetry: Bool
        var origin: UploadOrigin?
    }

    private func requireApp() throws -> Int64 {
        guard let app else { throw LibraryError(.changeNotSupported, "only apps have upload jobs") }
        return app
    }

    private func requireJob(_ id: ObjectID) throws -> Job {
        let app = try requireApp()
        let select = try connection.statement(
            "SELECT row, state, can_retry, origin FROM upload_job WHERE id = ? AND app = ?"
        )
        try select.bind(id, at: 1)
        try select.bind(app, at: 2)
        guard try select.step() else { throw LibraryError.noSuchObject }
        return Job(
            row: select.integer(0),
            state: UploadJob.State(stored: select.integer(1)),
            canRetry: select.integer(2) != 0,
            origin: select.isNull(3) ? nil : UploadOrigin(select.text(3))
        )
    }

    private func remove(_ job: Job) throws {
        let delete = try connection.statement("DELETE FROM upload_job WHERE row = ?")
        try delete.bind(job.row, at: 1)
        try delete.run()
    }

    /// Checks a request, and that the person allows its server.
    private func requireAllowed(_ request: UploadRequest) throws -> UploadOrigin {
        try requireAllowed(origin: request.check())
    }

    private func requireAllowed(origin: UploadOrigin) throws -> UploadOrigin {
        guard try snapshot.decidesUploads(to: origin) == true else { throw LibraryError.uploadDeclined }
        return origin
    }
}

extension Snapshot {
    /// Whether the person lets the app send to a server; nil when they have not decided.
    func decidesUploads(to origin: UploadOrigin) throws -> Bool? {
        let select = try connection.statement("SELECT is_allowed FROM own_upload_destination WHERE origin = ?")
        try select.bind(origin.text, at: 1)
        return try select.step() ? select.integer(0) != 0 : nil
    }
}

extension UploadJob.State {
    /// From the stored number. An unknown one is over.
    init(stored: Int64) { self = UInt8(exactly: stored).flatMap(UploadJob.State.init(rawValue:)) ?? .failed }
}

extension LibraryError {
    static let uploadDeclined = LibraryError(.declined, "the person does not let the app send photos to this server")
}
