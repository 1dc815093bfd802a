internal import LibraryModel
internal import LinuxSystem
internal import OwnerTools
internal import PhotoImport
internal import Synchronization
internal import TerminalText

// Files that the person drops on the page: it asks which are wanted, and sends them in batches.
extension PageRoutes {
    private struct PlanBody: Decodable {
        var files: [OfferedFile]
    }

    private struct PlanJSON: Encodable {
        struct PassedOver: Encodable {
            var file: Int
            var reason: String
        }

        var batches: [[Int]]
        var passedOver: [PassedOver]
    }

    fileprivate struct ResultJSON: Encodable {
        struct File: Encodable {
            var file: Int
            /// imported, completed, edit, duplicate or failed.
            var outcome: String
            /// Why it failed.
            var reason: String?
        }

        /// Photos that are new.
        var imported: Int
        var files: [File]
        /// Of files that were taken in, what was not.
        var remarks: [String]
        /// Why no more can be taken in; null when that is not so.
        var stopped: OrNull<String>
    }

    func planImport(_ request: HTTPRequest) throws -> HTTPResponse {
        let body: PlanBody = try request.decoded()
        guard body.files.count <= PageImports.maximumFiles else { throw RequestFailure(413, "too many files") }
        let plan = ImportBatches(try OfferedFile.found(body.files), maximumSize: PageImports.maximumSize)
        return try HTTPResponse(
            json: PlanJSON(
                batches: plan.batches,
                passedOver: plan.passedOver.map { .init(file: $0.file, reason: $0.reason.rawValue) }
            )
        )
    }

    func importFiles(_ request: HTTPRequest) throws -> HTTPResponse {
        guard let upload = request.receiver as? ImportUpload else { throw RequestFailure.notFound }
        let batch = try upload.batch()
        let positions = Dictionary(batch.files.enumerated().map { ($1.path, $0) }) { first, _ in first }
        let files = Mutex<[Int: ResultJSON.File]>([:])
        let report = imports.run(batch) { file, outcome in
            guard let position = positions[file.path] else { return }
            files.withLock { $0[position] = ResultJSON.File(position, outcome) }
        }
        libraryChanged()
        let done = files.withLock { $0 }
        let failed = Set(done.values.filter { $0.outcome == "failed" }.map { batch.files[$0.file].path })
        return try HTTPResponse(
            json: ResultJSON(
                imported: report.imported,
                files: done.values.sorted { $0.file < $1.file },
                remarks: report.failures.filter { !failed.contains($0.path) }.map { failure in
                    "\(failure.path.lastComponent.text): \(ReasonText.text(failure.reason))".sanitized
                },
                stopped: OrNull(report.stopped?.localizedReason.sanitized)
            )
        )
    }
}

extension PageRoutes.ResultJSON.File {
    fileprivate init(_ position: Int, _ outcome: FileOutcome) {
        file = position
        switch outcome {
        case .imported: self.outcome = "imported"
        case .completed: self.outcome = "completed"
        case .duplicate: self.outcome = "duplicate"
        case .edit, .otherEdit: self.outcome = "edit"
        // Nothing that the page sends says so.
        case .inTrash: self.outcome = "failed"
        case .failed(let why):
            self.outcome = "failed"
            reason = ReasonText.text(why).sanitized
        }
    }
}
