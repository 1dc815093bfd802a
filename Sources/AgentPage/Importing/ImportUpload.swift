internal import FoundationEssentials
internal import LibraryModel
internal import LinuxSystem
internal import PhotoImport
internal import Synchronization

/// A batch of files on its way from the page: one line of JSON (`Head`), and the bytes of the files, one after another.
///
/// Nothing of it is in the library before all of it is here, and it leaves nothing behind when it is released.
final class ImportUpload: BodyReceiver {
    struct Head: Decodable, Sendable {
        /// The album that the photos are put into.
        var album: String?
        var files: [OfferedFile]
    }

    /// A batch that has come.
    struct Batch: Sendable {
        var album: ImportAlbum?
        /// In the order in which they were sent.
        var files: [FoundFile]
        var source: UploadedFiles
    }

    private struct State {
        /// Bytes of the head that have come so far.
        var line: [UInt8] = []
        var head: Head?
        var files: [UploadedFile] = []
        /// Bytes that the last of `files` still needs.
        var missing: Int64 = 0
        var failure: RequestFailure?
    }

    /// Bytes of the first line.
    private static let maximumHead = 256 << 10
    static let maximumFiles = 256

    private let room: ImportRoom
    private let state = Mutex(State())
    private let ended: @Sendable () -> Void

    /// Calls `ended` when it is released.
    init(_ room: ImportRoom, ended: @escaping @Sendable () -> Void) {
        self.room = room
        self.ended = ended
    }

    deinit { ended() }

    func receive(_ bytes: [UInt8]) {
        state.withLock { state in
            if state.failure != nil { return }
            do { try take(bytes[...], &state) } catch {
                state.failure = RequestFailure(anyError: error)
                state.files = []
            }
        }
    }

    /// What has come, once the request is there.
    func batch() throws -> Batch {
        try state.withLock { state in
            if let failure = state.failure { throw failure }
            guard let head = state.head, state.missing == 0, state.files.count == head.files.count else {
                throw RequestFailure(400, "the files are shorter than they should be")
            }
            let found = try OfferedFile.found(head.files)
            let paths = zip(found.map(\.path), state.files)
            let album = try head.album.map { ImportAlbum(id: try ObjectID(uuidText: $0)) }
            let source = UploadedFiles(Dictionary(paths) { first, _ in first })
            return Batch(album: album, files: found, source: source)
        }
    }

    private func take(_ bytes: ArraySlice<UInt8>, _ state: inout State) throws {
        var rest = bytes
        if state.head == nil {
            let end = rest.firstIndex(of: UInt8(ascii: "\n"))
            state.line += rest[..<(end ?? rest.endIndex)]
            guard state.line.count <= ImportUpload.maximumHead else { throw RequestFailure(413, "too many files") }
            guard let end else { return }
            rest = rest[(end + 1)...]
            let head = try JSONDecoder().decode(Head.self, from: Data(state.line))
            guard (1...ImportUpload.maximumFiles).contains(head.files.count) else {
                throw RequestFailure(400, "a batch is of 1 to \(ImportUpload.maximumFiles) files")
            }
            _ = try OfferedFile.found(head.files)
            (state.head, state.line) = (head, [])
            try beginFiles(head, &state)
        }
        guard let head = state.head else { return }
        while !rest.isEmpty {
            guard let file = state.files.last, state.missing > 0 else {
                throw RequestFailure(400, "the files are longer than they should be")
            }
            let count = Int(min(state.missing, Int64(rest.count)))
            try file.append(Array(rest.prefix(count)))
            rest = rest.dropFirst(count)
            state.missing -= Int64(count)
            if state.missing == 0 {
                try file.close()
                try beginFiles(head, &state)
            }
        }
    }

    /// Begins the next file, and those before it that have no bytes.
    private func beginFiles(_ head: Head, _ state: inout State) throws {
        while state.missing == 0, state.files.count < head.files.count {
            let offered = head.files[state.files.count]
            state.files.append(try UploadedFile(offered, in: room))
            state.missing = offered.size
        }
    }
}
