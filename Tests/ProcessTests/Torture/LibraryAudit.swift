import LibraryClient
import LibraryModel
import Synchronization

/// Compares a library with what its writers know, while all of them are parked.
struct LibraryAudit {
    /// Up to where the history has been compared.
    private var position: ChangeToken
    /// The sequences of blocks that were done without an acknowledgement, by their keys.
    private var doneUnacknowledged: [ObjectID: UInt64] = [:]
    /// What is not as it must be.
    private(set) var findings: [String] = []

    init(startingAt position: ChangeToken) { self.position = position }

    /// Every acknowledged block is in the history exactly once, the sequences have no gap, whatever else is in it is a
    /// block that waits for its answer, and the objects are as all of these blocks have made them.
    mutating func check(_ writers: [Writer], _ owner: LibraryClient) throws {
        var acknowledged: [UInt64: PlannedBlock] = [:]
        var pending: [PlannedBlock] = []
        for writer in writers {
            writer.account.withLock { account in
                acknowledged.merge(account.acknowledged) { first, _ in
                    findings.append("two writers were answered with one sequence")
                    return first
                }
                account.acknowledged = [:]
                if let block = account.pending { pending.append(block) }
            }
        }
        try checkHistory(acknowledged, pending, owner)
        try checkObjects(writers, owner)
    }

    private mutating func checkHistory(
        _ acknowledged: [UInt64: PlannedBlock],
        _ pending: [PlannedBlock],
        _ owner: LibraryClient
    ) throws {
        var missing = acknowledged
        // Done before the last check, and acknowledged after it.
        for (sequence, planned) in acknowledged {
            guard let known = doneUnacknowledged.removeValue(forKey: planned.block.idempotencyKey) else { continue }
            expect(known == sequence, "a block that was done as \(known) was answered with \(sequence)")
            missing[sequence] = nil
        }
        var page: HistoryPage
        repeat {
            page = try owner.history(since: position)
            var next = 0
            for (sequence, count) in zip(page.sequences, page.changeCounts) {
                expect(sequence == position.sequence + 1, "the history has a gap, or goes back")
                position.sequence = sequence
                let entries = Set(
                    (next..<next + Int(count)).map { index in
                        HistoryEntry(
                            ObjectKind(rawValue: page.objectKinds[index]) ?? .asset,
                            page.objects[index],
                            ChangeKind(rawValue: page.changeKinds[index]) ?? .updated
                        )
                    }
                )
                next += Int(count)
                if let planned = missing.removeValue(forKey: sequence) {
                    expect(planned.entries.isSubset(of: entries), "transaction \(sequence) lacks changes")
                } else {
                    let done = pending.filter { $0.entries.isSubset(of: entries) }
                    expect(done.count == 1, "transaction \(sequence) is of no block that anybody knows")
                    for planned in done {
                        let before = doneUnacknowledged.updateValue(sequence, forKey: planned.block.idempotencyKey)
                        expect(before == nil, "a block was done twice")
                    }
                }
            }
            position = page.next
        } while page.hasMore
        expect(missing.isEmpty, "acknowledged, and not in the history: \(missing.keys.sorted())")
    }

    private mutating func checkObjects(_ writers: [Writer], _ owner: LibraryClient) throws {
        var expected = WriterObjects()
        for writer in writers {
            let objects = writer.account.withLock { account in
                if let pending = account.pending, doneUnacknowledged[pending.block.idempotencyKey] != nil {
                    return pending.after
                }
                return account.objects
            }
            expected.assets.merge(objects.assets) { first, _ in first }
            expected.albums.merge(objects.albums) { first, _ in first }
        }
        let actual = try objects(of: owner)
        for (id, favorite) in expected.assets {
            expect(actual.assets[id] == favorite, "asset \(LocalIdentifier(.asset, id).string)")
        }
        expect(Set(actual.assets.keys).subtracting(expected.assets.keys).isEmpty, "assets that nobody knows")
        for (id, album) in expected.albums {
            expect(actual.albums[id] == album, "album \(LocalIdentifier(.assetCollection, id).string)")
        }
        expect(Set(actual.albums.keys).subtracting(expected.albums.keys).isEmpty, "albums that nobody knows")
    }

    private mutating func objects(of owner: LibraryClient) throws -> WriterObjects {
        var result = WriterObjects()
        let assets = try owner.fetch(FetchRequest(.allAssets))
        for start in stride(from: 0, to: assets.count, by: AssetPage.maximumRows) {
            let range = start..<min(assets.count, start + AssetPage.maximumRows)
            let page = try owner.assets(assets, range)
            for index in 0..<page.count {
                let flags = AssetPage.Flags(rawValue: page.flags[index])
                expect(flags.contains(.exists), "an asset that was fetched and is not there")
                result.assets[page.ids[index]] = flags.contains(.favorite)
            }
        }
        let albums = try owner.fetch(FetchRequest(.allCollections(.assetCollection)))
        let page = try owner.collections(albums, 0..<albums.count)
        for index in 0..<page.count {
            let members = try owner.fetch(FetchRequest(.assets(inCollection: page.ids[index])))
            result.albums[page.ids[index]] = WriterObjects.Album(
                title: page.title[index],
                members: (0..<members.count).map { members[$0] }
            )
            expect(Int(page.memberCount[index]) == members.count, "an album that counts its members wrongly")
        }
        return result
    }

    private mutating func expect(_ isSo: Bool, _ finding: @autoclosure () -> String) {
        if !isSo { findings.append(finding()) }
    }
}
