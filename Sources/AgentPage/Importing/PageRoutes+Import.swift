internal import LibraryModel
internal import LinuxSystem
internal import OwnerTools
internal import PhotoImport
internal import Synchronization
internal import TerminalText

// Files that the person drops on the page: it says which it has, sends what describes photos, is told which photos are
// wanted, and sends them in batches.
extension PageRoutes {
    private struct BegunJSON: Encodable {
        var `import`: String
        /// Positions of the side-cars that are to come first, in batches.
        var sideCars: [[Int]]
    }

    private struct ImportBody: Decodable {
        var `import`: String
        /// Of the end: whether everything has come.
        var isWhole: Bool?
    }

    private struct PlanJSON: Encodable {
        struct PassedOver: Encodable {
            var file: Int
            var reason: String
        }

        var batches: [[Int]]
        var passedOver: [PassedOver]
        /// Side-cars that say something of a photo that is not there.
        var unused: [Remark]
        /// What was recognised.
        var lines: [String]
        var remarks: [Remark]
    }

    fileprivate struct Remark: Encodable {
        var path: String
        var reason: String

        init(_ path: FilePath, _ reason: String) {
            self.path = path.sanitized
            self.reason = ReasonText.text(reason).sanitized
        }
    }

    fileprivate struct ResultJSON: Encodable {
        struct File: Encodable {
            var file: Int
            /// imported, completed, edit, otherEdit, duplicate, trash or failed.
            var outcome: String
            /// Why it failed.
            var reason: String?
        }

        /// Photos that are new, that were there without all of their files, and that were there.
        var imported: Int
        var completed: Int
        var duplicates: Int
        /// Edited versions that photos got.
        var edits: Int
        /// Files that the person had thrown away where they come from.
        var inTrash: Int
        /// Files that were taken in though a part of the picture is missing.
        var damaged: Int
        /// Files with another date than what is written beside them.
        var otherDates: Int
        var files: [File]
        /// Whether they are put into an album of their own, so that those that were there are nothing to tell of.
        var hasOwnAlbum: Bool
        /// Of files that were taken in, what was not.
        var remarks: [Remark]
        /// Why no more can be taken in; null when that is not so.
        var stopped: OrNull<String>
    }

    func beginImport(_ request: HTTPRequest) throws -> HTTPResponse {
        guard let offer = request.receiver as? ImportOffer else { throw RequestFailure.notFound }
        let begun = try imports.begin(try offer.list())
        return try HTTPResponse(json: BegunJSON(import: begun.identifier, sideCars: begun.sideCarBatches))
    }

    func takeSideCars(_ request: HTTPRequest) throws -> HTTPResponse {
        guard let upload = request.receiver as? ImportUpload else { throw RequestFailure.notFound }
        let batch = try upload.batch()
        try batch.origin.takeSideCars(Array(zip(batch.members.map(\.file.path), batch.files)))
        return .noContent
    }

    func planImport(_ request: HTTPRequest) throws -> HTTPResponse {
        let body: ImportBody = try request.decoded()
        let (plan, batches) = try imports.known(body.import).plan()
        return try HTTPResponse(
            json: PlanJSON(
                batches: batches.batches.map { $0.files.map(\.position) },
                passedOver: batches.passedOver.map { .init(file: $0.file, reason: $0.reason.rawValue) },
                unused: (plan.unused.filter(\.isLoss) + plan.strays).map { Remark($0.path, $0.reason) },
                lines: plan.lines,
                remarks: plan.failures.map { Remark($0.path, $0.reason) }
            )
        )
    }

    func importFiles(_ request: HTTPRequest) throws -> HTTPResponse {
        guard let upload = request.receiver as? ImportUpload else { throw RequestFailure.notFound }
        let batch = try upload.batch()
        let positions = Dictionary(batch.members.enumerated().map { ($1.file.path, $0) }) { first, _ in first }
        let files = Mutex<[Int: ResultJSON.File]>([:])
        let report = try imports.run(batch) { file, outcome in
            guard let position = positions[file.path] else { return }
            files.withLock { $0[position] = ResultJSON.File(position, outcome) }
        }
        libraryChanged()
        let done = files.withLock { $0 }
        let failed = Set(done.values.filter { $0.outcome == "failed" }.map { batch.members[$0.file].file.path })
        let damaged = report.damaged.map { Remark($0, ImportReport.damagedReason) }
        return try HTTPResponse(
            json: ResultJSON(
                imported: report.imported,
                completed: report.completed,
                duplicates: report.duplicates,
                edits: report.edits,
                inTrash: report.inTrash,
                damaged: report.damaged.count,
                otherDates: report.otherDates,
                files: done.values.sorted { $0.file < $1.file },
                hasOwnAlbum: batch.origin.hasOwnAlbum(batch.number),
                remarks: report.failures.filter { !failed.contains($0.path) }.map { Remark($0.path, $0.reason) }
                    + damaged,
                stopped: OrNull(report.stopped?.localizedReason.sanitized)
            )
        )
    }

    func endImport(_ request: HTTPRequest) throws -> HTTPResponse {
        let body: ImportBody = try request.decoded()
        try imports.end(body.import, isWhole: body.isWhole == true)
        libraryChanged()
        return .noContent
    }
}

extension PageRoutes.ResultJSON.File {
    fileprivate init(_ position: Int, _ outcome: FileOutcome) {
        file = position
        switch outcome {
        case .imported: self.outcome = "imported"
        case .completed: self.outcome = "completed"
        case .duplicate: self.outcome = "duplicate"
        case .edit: self.outcome = "edit"
        case .otherEdit: self.outcome = "otherEdit"
        case .inTrash: self.outcome = "trash"
        case .failed(let why):
            self.outcome = "failed"
            reason = ReasonText.text(why).sanitized
        }
    }
}
