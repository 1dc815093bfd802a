import LibraryClient
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import Synchronization
import Testing

/// A thread that changes the library, one block after another, and keeps account of what was acknowledged.
///
/// A block that got no answer is asked for again with its key until it gets one; nothing else is done before.
final class Writer: Sendable {
    /// What is known of the writer's blocks. `Torture` reads it while the writer is parked.
    struct Account: Sendable {
        var objects = WriterObjects()
        /// The block that has had no answer.
        var pending: PlannedBlock?
        /// What was acknowledged since the last check, by the sequence of the answer.
        var acknowledged: [UInt64: PlannedBlock] = [:]
        var acknowledgedCount = 0
        /// Blocks that had to be asked for more than once.
        var repeatedCount = 0
        /// The server knew nothing of a block, and could not do it any more: its staged files went with a server.
        var lostCount = 0
    }

    let account = Mutex(Account())
    private let random: Mutex<SeededGenerator>
    private let client: LibraryClient
    private let control: TortureControl
    private let number: Int
    private let photo: [UInt8]

    init(_ number: Int, _ client: LibraryClient, _ control: TortureControl, seed: UInt64, photo: [UInt8]) {
        self.number = number
        self.client = client
        self.control = control
        self.photo = photo
        random = Mutex(SeededGenerator(seed: seed))
    }

    /// For a thread of its own.
    func run() {
        defer { control.ended(number) }
        while let generation = control.waitForTurn(number) {
            do throws(LibraryError) {
                try step()
            } catch {
                if error.code == .unavailable {
                    control.waitForRestart(number, after: generation)
                } else if !error.isRetryable {
                    Issue.record("writer \(number): \(error.reason) (\(error.code.rawValue))")
                    return
                }
            }
        }
    }

    private func step() throws(LibraryError) {
        let isRepeated = account.withLock { $0.pending != nil }
        if !isRepeated {
            let planned = try plan()
            account.withLock { $0.pending = planned }
        }
        guard let planned = account.withLock({ $0.pending }) else { return }
        control.attempted()
        let token: ChangeToken
        do throws(LibraryError) {
            token = try client.perform(planned.block)
        } catch {
            guard isRepeated, planned.namesStagedFiles, error.code == .invalidRequest || error.code == .missingResource
            else { throw error }
            account.withLock {
                $0.pending = nil
                $0.lostCount += 1
            }
            return
        }
        account.withLock { account in
            account.pending = nil
            account.objects = planned.after
            account.acknowledgedCount += 1
            if isRepeated { account.repeatedCount += 1 }
            if account.acknowledged.updateValue(planned, forKey: token.sequence) != nil {
                Issue.record("two blocks were answered with sequence \(token.sequence)")
            }
        }
    }

    // MARK: What to do next

    private func chance(_ count: Int) -> Int { random.withLock { Int($0.next() % UInt64(count)) } }

    private func one<Element>(of elements: some Collection<Element>) -> Element? {
        elements.isEmpty ? nil : elements[elements.index(elements.startIndex, offsetBy: chance(elements.count))]
    }

    private func plan() throws(LibraryError) -> PlannedBlock {
        let objects = account.withLock { $0.objects }
        let album = one(of: objects.albums.keys.sorted())
        let asset = one(of: objects.assets.keys.sorted())
        guard let album else { return try newAlbum(objects) }
        switch chance(12) {
        case 0 where objects.albums.count < WriterObjects.maximumAlbums: return try newAlbum(objects)
        case 1 where objects.albums.count > 1:
            return PlannedBlock([.deleteCollections(.assetCollection, [album])], on: objects)
        case 2, 3: return rename(album, objects)
        case 4, 5:
            if let asset, objects.assets.count > 2 { return PlannedBlock([.deleteAssets([asset])], on: objects) }
        case 6:
            if let member = one(of: objects.albums[album]?.members ?? []) {
                let members = [LocalIdentifier(.asset, member)]
                return PlannedBlock([.removeMembers(.album(album), members)], on: objects)
            }
        case 7:
            // To the front, so that something moves.
            if let members = objects.albums[album]?.members, members.count > 1, let last = members.last {
                let moved = [LocalIdentifier(.asset, last)]
                return PlannedBlock([.moveMembers(.album(album), moved, to: 0)], on: objects)
            }
        case 8, 9:
            if let asset {
                var update = AssetUpdate()
                update.isFavorite = objects.assets[asset] == false
                return PlannedBlock([.updateAsset(asset, update)], on: objects)
            }
        default:
            if objects.assets.count < WriterObjects.maximumAssets { return try newAssets(into: album, objects) }
        }
        return rename(album, objects)
    }

    private func newAlbum(_ objects: WriterObjects) throws(LibraryError) -> PlannedBlock {
        let id = try mint(1)[0]
        return PlannedBlock(
            [.createCollection(.assetCollection, id, title: newTitle(), parent: nil)],
            on: objects
        )
    }

    private func rename(_ album: ObjectID, _ objects: WriterObjects) -> PlannedBlock {
        PlannedBlock([.renameCollection(.assetCollection, album, title: newTitle())], on: objects)
    }

    private func newAssets(into album: ObjectID, _ objects: WriterObjects) throws(LibraryError) -> PlannedBlock {
        let ids = try mint(1 + chance(2))
        var operations: [ChangeOperation] = []
        for id in ids {
            let staged = try stage(TestPhoto.variant(of: photo, random.withLock { $0.next() }))
            operations.append(
                .createAsset(AssetCreation(id: id, resources: [StagedResourceUse(staged: staged.id, kind: .photo)]))
            )
        }
        operations.append(.insertMembers(.album(album), ids.map { LocalIdentifier(.asset, $0) }, at: nil))
        return PlannedBlock(operations, on: objects)
    }

    private func stage(_ bytes: [UInt8]) throws(LibraryError) -> StagedResource {
        let file: OwnedDescriptor
        do throws(SystemCallError) { file = try SealedMemory.make(bytes.span) } catch {
            throw LibraryError(.internal, "no memory for a file: \(error)")
        }
        control.attempted()
        return try client.stage(file, filename: "torture.jpg")
    }

    private func mint(_ count: Int) throws(LibraryError) -> [ObjectID] {
        try client.mintIdentifiers(count)
    }

    private func newTitle() -> String { "Album \(random.withLock { $0.next() })" }
}
