internal import FoundationEssentials
internal import Languages
internal import LinuxSystem
internal import PhotoImport
internal import Synchronization

/// A batch of files on its way from the page: one line of JSON (`Head`), and the bytes of the files, one after another.
///
/// Nothing of it is in the library before all of it is here, and it leaves nothing behind when it is released.
final class ImportUpload: BodyReceiver {
    enum Purpose: Hashable, Sendable {
        case sideCars
        case photos
    }

    struct Head: Decodable, Sendable {
        /// The import that the files are of, as it was told when they were offered.
        var `import`: String
        /// Which of the batches that were asked for it is.
        var batch: Int
        /// The files' positions in the list that was offered: those of the batch that can be read.
        var files: [Int]
    }

    /// A batch that has come.
    struct Batch: Sendable {
        var origin: PageImport
        var number: Int
        /// In the order in which they were sent.
        var members: [ImportBatches.Member]
        var files: [UploadedFile]
    }

    private struct State {
        /// Bytes of the head that have come so far.
        var line: [UInt8] = []
        /// Nil before the head has come.
        var batch: Batch?
        /// Bytes that the last of the files still needs.
        var missing: Int64 = 0
        var failure: RequestFailure?
    }

    /// Bytes of the first line.
    private static let maximumHead = 256 << 10

    private let purpose: Purpose
    private let place: UploadPlace
    private let origin: @Sendable (String) throws -> PageImport
    private let state = Mutex(State())

    /// `origin`: the import of an identifier.
    init(_ purpose: Purpose, _ place: UploadPlace, origin: @escaping @Sendable (String) throws -> PageImport) {
        self.purpose = purpose
        self.place = place
        self.origin = origin
    }

    func receive(_ bytes: [UInt8]) {
        state.withLock { state in
            if state.failure != nil { return }
            do { try take(bytes[...], &state) } catch {
                state.failure = RequestFailure(anyError: error)
                state.batch = nil
            }
        }
    }

    /// What has come, once the request is there.
    func batch() throws -> Batch {
        try state.withLock { state in
            if let failure = state.failure { throw failure }
            guard let batch = state.batch, state.missing == 0, batch.files.count == batch.members.count else {
                throw RequestFailure(400, localized("the files are shorter than they should be"))
            }
            return batch
        }
    }

    private func take(_ bytes: ArraySlice<UInt8>, _ state: inout State) throws {
        var rest = bytes
        if state.batch == nil {
            let end = rest.firstIndex(of: UInt8(ascii: "\n"))
            state.line += rest[..<(end ?? rest.endIndex)]
            guard state.line.count <= ImportUpload.maximumHead else {
                throw RequestFailure(413, localized("too many files"))
            }
            guard let end else { return }
            rest = rest[(end + 1)...]
            let head = try JSONDecoder().decode(Head.self, from: Data(state.line))
            let origin = try origin(head.import)
            let members = try origin.members(head, purpose)
            state.batch = Batch(origin: origin, number: head.batch, members: members, files: [])
            state.line = []
            try beginFiles(&state)
        }
        while !rest.isEmpty {
            guard let file = state.batch?.files.last, state.missing > 0 else {
                throw RequestFailure(400, localized("the files are longer than they should be"))
            }
            let count = Int(min(state.missing, Int64(rest.count)))
            try file.append(Array(rest.prefix(count)))
            place.wrote(count)
            rest = rest.dropFirst(count)
            state.missing -= Int64(count)
            if state.missing == 0 {
                try file.close()
                try beginFiles(&state)
            }
        }
    }

    /// Begins the next file, and those before it that have no bytes.
    private func beginFiles(_ state: inout State) throws {
        while state.missing == 0, let batch = state.batch, batch.files.count < batch.members.count {
            let offered = batch.origin.offered[batch.members[batch.files.count].position]
            state.batch?.files.append(try UploadedFile(offered, in: place.room))
            state.missing = offered.size
        }
    }
}
