import LibraryClient
import LibraryModel
import Synchronization
import Testing

@testable import Photos

private let start = ChangeToken(library: ObjectID(high: 9, low: 9), historyEpoch: 1, sequence: 0, visibilityEpoch: 1)

private func identifier(_ number: Int, _ kind: ObjectKind = .asset) -> String {
    LocalIdentifier(kind, ObjectID(high: 0, low: UInt64(number))).string
}

/// A page of transactions `sequences`, each of which inserts an asset, updates an album and deletes an asset.
private func page(_ sequences: ClosedRange<UInt64>, hasMore: Bool, unavailable: [UInt32] = []) -> HistoryPage {
    var page = HistoryPage(since: start)
    for sequence in sequences {
        page.sequences.append(sequence)
        page.times.append(0)
        page.changeCounts.append(3)
        page.objectKinds += [ObjectKind.asset.rawValue, ObjectKind.assetCollection.rawValue, ObjectKind.asset.rawValue]
        page.changeKinds += [ChangeKind.inserted.rawValue, ChangeKind.updated.rawValue, ChangeKind.deleted.rawValue]
        page.objects += [0, 1000, 2000].map { ObjectID(high: 0, low: sequence + $0) }
        page.fields += [0, 0, 0]
    }
    page.unavailable = unavailable
    page.upTo = sequences.upperBound
    page.hasMore = hasMore
    return page
}

/// What was read since `start`: a page, and those that `read` reads behind it.
private func fetched(_ first: HistoryPage, _ read: @escaping HistoryReader.Read) -> PHPersistentChangeFetchResult {
    let pages = HistoryReader(since: start) { token throws(LibraryError) in
        token == start ? first : try read(token)
    }
    do throws(LibraryError) {
        let step = try pages.step()
        return PHPersistentChangeFetchResult(HistoryBatch(step.page, since: start), rest: step.rest)
    } catch { preconditionFailure("the first page is there: \(error)") }
}

@Suite struct PHPersistentChangeFetchResultTests {
    @Test func `goes through all pages, oldest first, and more than once`() throws {
        let asked = Mutex<[UInt64]>([])
        let result = fetched(page(1...3, hasMore: true)) { token in
            asked.withLock { $0.append(token.sequence) }
            return page(token.sequence + 1...token.sequence + 3, hasMore: token.sequence < 6)
        }
        for _ in 0..<2 {
            #expect(result.map { $0.changeToken.token?.sequence } == [1, 2, 3, 4, 5, 6, 7, 8, 9])
        }
        #expect(asked.withLock { $0 } == [3, 6, 3, 6])
        let last = try #require(result.map { $0 }.last)
        let assets: PHPersistentObjectChangeDetails = try last.changeDetails(for: .asset)
        #expect(assets.insertedLocalIdentifiers == [identifier(9)])
        #expect(assets.updatedLocalIdentifiers == [])
        #expect(assets.deletedLocalIdentifiers == [identifier(2009)])
        let albums: PHPersistentObjectChangeDetails = try last.changeDetails(for: .assetCollection)
        #expect(albums.updatedLocalIdentifiers == [identifier(1009, .assetCollection)])
        #expect(albums.objectType == .assetCollection)
        let folders: PHPersistentObjectChangeDetails = try last.changeDetails(for: .collectionList)
        #expect(folders.insertedLocalIdentifiers.isEmpty)
    }

    @Test func `the iterator tells up to where everything was handed out, over empty stretches and failures`() {
        // Transactions 2 and 5 pass a filter, 3 is the end of the first page and 9 that of history.
        var first = page(2...2, hasMore: true)
        first.upTo = 3
        var second = page(5...5, hasMore: true)
        second.upTo = 7
        var third = HistoryPage(since: start)
        third.upTo = 9
        let result = fetched(first) {
            [second, third] token in
            token.sequence == 3 ? second : third
        }
        let iterator = result.makeIterator()
        var places = [iterator.changeToken.token?.sequence]
        while let change = iterator.next() {
            #expect(change.changeToken == iterator.changeToken)
            places.append(iterator.changeToken.token?.sequence)
        }
        places.append(iterator.changeToken.token?.sequence)
        // After the last change of a page nothing that passes is before the page's end.
        #expect(places == [0, 3, 7, 9])
        let failing = fetched(first) { _ throws(LibraryError) in
            throw LibraryError(.unavailable, "the library went away")
        }.makeIterator()
        #expect(failing.next()?.author == .unknown && failing.next()?.date == nil)
        #expect(failing.next() == nil)
        #expect(failing.changeToken.token?.sequence == 3)
    }

    @Test func `a change tells when, by whom and what, as far as the page says`() throws {
        var known = page(1...3, hasMore: false, unavailable: [1])
        known.times = [1_500_000, 0, 0]
        // The last is of a newer library.
        known.authors = [ChangeAuthor.anotherApp.rawValue, ChangeAuthor.unknown.rawValue, 77]
        known.apps = ["exe:/bin/camera"]
        known.appPositions = [1, 0, 0]
        known.fields = [0, 0x8000_0300, 0, 0, 0, 0, 0, 0, 0]
        let changes = fetched(known) { _ throws(LibraryError) in throw LibraryError(.internal, "not to be asked") }.map
        { $0 }
        #expect(changes.map(\.author) == [.anotherApp, .unknown, .unknown])
        #expect(changes.map(\.appIdentity) == ["exe:/bin/camera", nil, nil])
        #expect(changes[0].date == Date(timeIntervalSince1970: 1.5))
        let albums: PHPersistentObjectChangeDetails = try changes[0].changeDetails(for: .assetCollection)
        let properties = try #require(albums.changedProperties[identifier(1001, .assetCollection)])
        #expect(properties.isSuperset(of: [.title, .members]) && !properties.contains(.parentFolder))
        // Bits without a name are kept.
        #expect(properties.rawValue == 0x8000_0300)
        let assets: PHPersistentObjectChangeDetails = try changes[0].changeDetails(for: .asset)
        #expect(assets.changedProperties.isEmpty)
    }

    @Test func `nothing since the token is nothing, and a page may be empty`() {
        var empty = HistoryPage(since: start)
        empty.upTo = 5
        #expect(
            fetched(empty) { _ throws(LibraryError) in
                throw LibraryError(.internal, "not to be asked")
            }.map { $0 }.isEmpty
        )
        empty.hasMore = true
        let result = fetched(empty) { token in
            page(6...6, hasMore: false)
        }
        #expect(result.map { $0.changeToken.token?.sequence } == [6])
    }

    @Test func `an error between pages is the last element's, and its token loses nothing`() throws {
        let result = fetched(page(1...2, hasMore: true)) { _ throws(LibraryError) in
            throw LibraryError(.unavailable, "the library went away")
        }
        let changes = result.map { $0 }
        #expect(changes.count == 3)
        #expect(changes[2].changeToken == changes[1].changeToken)
        do {
            _ = try changes[2].changeDetails(for: .asset)
            Issue.record("the details of a change that was not read")
        } catch {
            #expect((error as? PHPhotosError)?.code == .libraryVolumeOffline)
        }
        if let details = changes[2].changeDetails(for: PHObjectType.asset) { Issue.record("\(details)") }
    }

    @Test func `a server that leads nowhere ends in an error and not in a loop`() {
        let result = fetched(page(1...2, hasMore: true)) { token in
            var stuck = HistoryPage(since: start)
            stuck.upTo = token.sequence
            stuck.hasMore = true
            return stuck
        }
        #expect(result.map { $0 }.count == 3)
    }

    @Test func `a stretch without details says so, and only that stretch`() throws {
        let result = fetched(page(1...3, hasMore: false, unavailable: [1])) { _ throws(LibraryError) in
            throw LibraryError(.internal, "not to be asked")
        }
        var outcomes: [String] = []
        for change in result {
            do {
                let details = try change.changeDetails(for: .asset)
                outcomes.append("\(details.insertedLocalIdentifiers.count)")
            } catch PHPhotosError.persistentChangeDetailsUnavailable {
                outcomes.append("unavailable")
            }
        }
        #expect(outcomes == ["1", "unavailable", "1"])
    }

    @Test func `the optional form gives the same details`() {
        let result = fetched(page(1...1, hasMore: false)) { _ throws(LibraryError) in
            throw LibraryError(.internal, "not to be asked")
        }
        var inserted: Set<String> = []
        for change in result {
            if let details = change.changeDetails(for: PHObjectType.asset) {
                inserted.formUnion(details.insertedLocalIdentifiers)
            }
        }
        #expect(inserted == [identifier(1)])
    }
}
