internal import LibraryClient
internal import LibraryModel
internal import LinuxSystem
internal import PhotoImport
internal import Synchronization

/// One import of a page: what it offered, the side-cars that it sent first, and the plan that was made with them. So it
/// does not matter in which order the browser finds files.
final class PageImport: Sendable {
    private struct State {
        var batches: [ImportBatches.Batch] = []
        /// The albums of the plan's groups, without their files.
        var groups: [FolderAlbums.Group] = []
        /// Those of them that batches were put into, by the positions of their groups.
        var albums: [Int: ObjectID] = [:]
        var restored: [RestoredCollections] = []
    }

    /// Files and bytes of a batch of side-cars.
    private static let sideCarsPerBatch = 256
    private static let bytesPerBatch: Int64 = 16 << 20
    /// Bytes of all side-cars, and the number of those that have a file of their own.
    private static let maximumSideCars: Int64 = 512 << 20
    private static let maximumManifests = 16

    let identifier = String(UInt64.random(in: .min ... .max), radix: 16)
    let offered: [OfferedFile]
    private let found: [FoundFile]
    private let paths: Set<FilePath>
    /// The album of photos that have none of their own.
    private let album: ImportAlbum?
    /// Positions of the side-cars, in the batches in which they are to come.
    let sideCarBatches: [[Int]]
    private let sideCars: SentSideCars
    /// Why some are not asked for.
    private let refused: [FilePath: String]
    private let state = Mutex(State())

    init(_ offer: ImportOffer.List, in room: ImportRoom) throws {
        offered = offer.files
        let found = try OfferedFile.found(offer.files)
        self.found = found
        paths = Set(found.map(\.path))
        album = try offer.album.map { ImportAlbum(id: try ObjectID(uuidText: $0)) }
        sideCars = try SentSideCars(in: room)
        (sideCarBatches, refused) = PageImport.sideCars(of: found)
    }

    private static func sideCars(of files: [FoundFile]) -> ([[Int]], [FilePath: String]) {
        var batches: [[Int]] = []
        var next: (files: [Int], bytes: Int64) = ([], 0)
        var left = maximumSideCars
        var manifests = 0
        var refused: [FilePath: String] = [:]
        for (position, file) in files.enumerated() where !PassedOverNames.isHidden(inside: file.path) {
            switch FileRole(name: file.path.lastComponent) {
            case .json:
                if file.size > JSONSideCar.maximumSize {
                    refused[file.path] = JSONSideCar.tooLarge
                    continue
                }
            case .manifest:
                manifests += 1
                if manifests > maximumManifests {
                    refused[file.path] = "there are more than \(maximumManifests) lists of exported libraries"
                    continue
                }
            case .companion, .archive, .media, .other: continue
            }
            if file.size > left {
                refused[file.path] = "what describes the photos is larger than \(maximumSideCars >> 20) MiB in all"
                continue
            }
            left -= file.size
            if next.files.count == sideCarsPerBatch || next.bytes + file.size > bytesPerBatch, !next.files.isEmpty {
                batches.append(next.files)
                next = ([], 0)
            }
            next = (next.files + [position], next.bytes + file.size)
        }
        if !next.files.isEmpty { batches.append(next.files) }
        return (batches, refused)
    }

    // MARK: Files on their way

    /// The files of a batch that the page has begun to send.
    func members(_ head: ImportUpload.Head, _ purpose: ImportUpload.Purpose) throws -> [ImportBatches.Member] {
        let batch: [ImportBatches.Member]
        switch purpose {
        case .sideCars:
            guard sideCarBatches.indices.contains(head.batch) else { throw PageImport.unasked }
            batch = sideCarBatches[head.batch].map { ImportBatches.Member(position: $0, file: found[$0]) }
        case .photos:
            batch = try state.withLock { state throws(RequestFailure) in
                guard state.batches.indices.contains(head.batch) else { throw PageImport.unasked }
                return state.batches[head.batch].files
            }
        }
        let members = Dictionary(batch.map { ($0.position, $0) }) { first, _ in first }
        guard !head.files.isEmpty, Set(head.files).count == head.files.count else { throw PageImport.unasked }
        return try head.files.map { position throws(RequestFailure) in
            guard let member = members[position] else { throw PageImport.unasked }
            return member
        }
    }

    private static let unasked = RequestFailure(400, "these files were not asked for")

    func takeSideCars(_ files: [(path: FilePath, file: UploadedFile)]) throws(SystemCallError) {
        try sideCars.take(files)
    }

    // MARK: The plan

    /// Plans with the side-cars that have come.
    func plan() -> (plan: ImportPlan, batches: ImportBatches) {
        let plan = ImportPlan(FolderContents(of: found), in: self)
        let batches = ImportBatches(found, of: plan, maximumSize: PageImports.maximumSize)
        state.withLock { state in
            state.batches = batches.batches
            state.groups = plan.groups.map { group in
                var album = group
                album.files = []
                return album
            }
            state.albums = [:]
            state.restored = plan.collections.map(RestoredCollections.init)
        }
        return (plan, batches)
    }

    /// The album of a batch: its own, or that of the whole import. Call for one batch after another.
    func album(of batch: Int, _ client: LibraryClient) throws -> ImportAlbum? {
        guard let (position, group) = group(of: batch) else { return album }
        // The person may have given it another title meanwhile.
        if let id = state.withLock({ $0.albums[position] }),
            try client.fetch(FetchRequest(.identifiers(.assetCollection, [id]))).count == 1
        {
            return ImportAlbum(id: id)
        }
        var albums = FolderAlbums(client)
        let found = try albums.album(for: group)
        state.withLock { $0.albums[position] = found?.id }
        return found ?? album
    }

    /// Whether a batch has an album of its own.
    func hasOwnAlbum(_ batch: Int) -> Bool { group(of: batch)?.group.titles.isEmpty == false }

    private func group(of batch: Int) -> (position: Int, group: FolderAlbums.Group)? {
        state.withLock { state in
            guard state.batches.indices.contains(batch) else { return nil }
            let position = state.batches[batch].group
            return (position, state.groups[position])
        }
    }

    /// Notes what became of a file.
    func note(_ file: FoundFile, _ outcome: FileOutcome) {
        for collections in state.withLock(\.restored) { collections.note(file.path, outcome) }
    }

    /// Makes the folders and albums of an exported library, once all of its photos have come.
    func makeCollections(_ client: LibraryClient) throws {
        for collections in state.withLock(\.restored) { try collections.make(client) }
    }
}

/// Its side-cars.
extension PageImport: ImportSource {
    func open(_ path: FilePath) throws(SystemCallError) -> OwnedDescriptor {
        try sideCars.open(path)
    }

    func exists(_ path: FilePath) -> Bool { paths.contains(path) }

    func refusal(of path: FilePath) -> String? { refused[path] }
}
