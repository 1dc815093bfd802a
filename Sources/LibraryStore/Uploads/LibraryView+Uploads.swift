package import LibraryModel
package import LinuxSystem
internal import SQLiteDatabase

/// An app's own upload jobs.
extension LibraryView {
    /// Lists the jobs of an app that may read, oldest first.
    package func uploadJobs(
        for action: UploadJob.Action,
        cancellation: Cancellation? = nil
    ) throws(LibraryError) -> [UploadJob] {
        try read(cancellation) { snapshot in
            try snapshot.visibility.requireReading()
            return try snapshot.uploadJobs(for: action)
        }
    }

    /// What the person has to be asked before a block is performed: the first server in it that they have not decided
    /// about. Nil also for a block that `perform` refuses, so that they are asked about nothing else.
    package func uploadQuestion(in block: ChangeBlock) throws(LibraryError) -> UploadQuestion? {
        guard case .app = principal, block.operations.contains(where: \.isUpload) else { return nil }
        return try read(nil) { snapshot in
            guard snapshot.visibility.reads else { return nil }
            var question: UploadQuestion?
            var shown: Set<ObjectID> = []
            for operation in block.operations {
                guard let (request, asset) = try snapshot.upload(operation) else { continue }
                let origin = try request.check()
                guard try snapshot.decidesUploads(to: origin) == nil else { continue }
                guard try snapshot.assetRow(asset) != nil else { return nil }
                if question == nil { question = UploadQuestion(origin, count: 0, examples: []) }
                guard question?.origin == origin else { continue }
                question?.count += 1
                if shown.count < ProposedChanges.maximumExamples, shown.insert(asset).inserted {
                    question?.examples.append(asset)
                }
            }
            guard let question, question.count <= UploadJob.maximumPerApp else { return nil }
            return question
        }
    }

    /// Sets what is not nil. Returns all of it.
    package func uploadSettings(setting change: UploadSettings) throws(LibraryError) -> UploadSettings {
        guard case .app = principal else {
            throw LibraryError(.changeNotSupported, "only apps have upload jobs")
        }
        guard change != UploadSettings() else {
            return try read(nil) { try $0.uploadSettings() }
        }
        try store.requireAllowance(of: principal)
        return try store.write(as: .change(principal.share, isLong: false)) { context in
            try show(context.connection) { snapshot in
                let update = try context.connection.statement(
                    """
                    UPDATE app SET uploads_enabled = coalesce(?2, uploads_enabled),
                        uploads_spare_network = coalesce(?3, uploads_spare_network)
                    WHERE row = ?1
                    """
                )
                try update.bind(snapshot.visibility.app, at: 1)
                try update.bind(change.isEnabled.map { $0 ? Int64(1) : 0 }, at: 2)
                try update.bind(change.preventsExpensiveNetworkAccess.map { $0 ? Int64(1) : 0 }, at: 3)
                try update.run()
                store.noteWritten(by: principal, rows: 1)
                return try snapshot.uploadSettings()
            }
        }
    }
}

extension Snapshot {
    fileprivate func uploadSettings() throws -> UploadSettings {
        try visibility.requireReading()
        let select = try connection.statement("SELECT uploads_enabled, uploads_spare_network FROM own_app")
        guard try select.step() else { throw LibraryError.noSuchObject }
        return UploadSettings(
            isEnabled: select.integer(0) != 0,
            preventsExpensiveNetworkAccess: select.integer(1) != 0
        )
    }

    fileprivate func uploadJobs(for action: UploadJob.Action) throws -> [UploadJob] {
        let select = try connection.statement(
            """
            SELECT j.id, j.asset_id, j.resource, j.state, j.url, j.method, j.headers, j.timeout, j.status, j.response,
                j.failure_code, j.failure, r.filename, r.content_type, r.size, r.pixel_width, r.pixel_height
            FROM own_upload_job j LEFT JOIN seen_resource r ON r.asset = j.asset AND r.kind = j.resource
            WHERE CASE ? WHEN 1 THEN j.state >= 3 WHEN 2 THEN j.state = 3 AND j.can_retry ELSE j.state < 3 END
            ORDER BY j.row
            """
        )
        try select.bind(Int64(action.rawValue), at: 1)
        var jobs: [UploadJob] = []
        while try select.step() {
            var job = UploadJob(
                id: try select.identifier(0),
                asset: try select.identifier(1),
                resource: ResourceInfo(
                    kind: ResourceKind(rawValue: UInt32(truncatingIfNeeded: select.integer(2))),
                    filename: select.isNull(12) ? "" : select.text(12),
                    contentType: select.isNull(13) ? "" : select.text(13),
                    size: select.isNull(14) ? 0 : select.integer(14),
                    pixelWidth: UInt32(truncatingIfNeeded: select.isNull(15) ? 0 : select.integer(15)),
                    pixelHeight: UInt32(truncatingIfNeeded: select.isNull(16) ? 0 : select.integer(16)),
                    digest: []
                ),
                state: UploadJob.State(stored: select.integer(3)),
                destination: nil
            )
            if !select.isNull(4) {
                job.destination = UploadRequest(
                    url: select.text(4),
                    method: select.text(5),
                    headers: [HeaderField](lines: select.text(6)),
                    timeout: UInt32(truncatingIfNeeded: select.integer(7))
                )
            }
            if !select.isNull(8) {
                job.response = UploadResponse(
                    status: UInt32(truncatingIfNeeded: select.integer(8)),
                    headers: [HeaderField](lines: select.text(9))
                )
            }
            if !select.isNull(10) {
                let code = LibraryError.Code(rawValue: UInt32(truncatingIfNeeded: select.integer(10)))
                job.failure = LibraryError(code, select.text(11))
            }
            jobs.append(job)
        }
        return jobs
    }

    /// The request of an operation that sends something, and the asset that it sends a file of.
    fileprivate func upload(_ operation: ChangeOperation) throws -> (UploadRequest, asset: ObjectID)? {
        switch operation {
        case .createUploadJob(let creation): return creation.destination.map { ($0, creation.asset) }
        case .retryUploadJob(let id, let destination):
            let select = try connection.statement(
                "SELECT asset_id, url, method, headers, timeout FROM own_upload_job WHERE id = ?"
            )
            try select.bind(id, at: 1)
            guard try select.step(), !select.isNull(1) else { return nil }
            let former = UploadRequest(
                url: select.text(1),
                method: select.text(2),
                headers: [HeaderField](lines: select.text(3)),
                timeout: UInt32(truncatingIfNeeded: select.integer(4))
            )
            return (destination ?? former, try select.identifier(0))
        default: return nil
        }
    }
}

extension ChangeOperation {
    /// Whether it makes or changes an upload job.
    package var isUpload: Bool {
        switch self {
        case .createUploadJob, .retryUploadJob, .acknowledgeUploadJobs, .cancelUploadJobs: true
        default: false
        }
    }
}
