import LibraryModel
import LibraryProtocol
import LibraryTestSupport
import LinuxSystem
import Testing

@testable import LibraryClient

/// Properties of many assets, which the server hands over in memory.
@Suite(.timeLimit(.minutes(2))) struct AssetColumnsMapTests {
    /// More than a page in a message has.
    private static let count = AssetPage.maximumRows + 1

    /// A fetch result that has some photos again and again, and one that does not exist.
    private static func fetched(_ photos: [ObjectID]) -> FetchedIdentifiers {
        var ids = (0..<count).map { photos[$0 % photos.count] }
        ids[1] = .random()
        return FetchedIdentifiers(ids, hints: ids.indices.map { RowHint($0 % 5) }, kinds: .all(.asset))
    }

    private static func isFavorite(_ page: AssetPage) -> Bool {
        AssetPage.Flags(rawValue: page.flags[0]).contains(.favorite)
    }

    @Test func `memory has what pages have, for each reader`() throws {
        let served = try Served(photos: 3)
        var update = AssetUpdate()
        update.location = .set(Coordinate(latitude: 1, longitude: 2, altitude: 3))
        try served.owner.perform(.updateAsset(served.photos[0], update))
        let fetched = AssetColumnsMapTests.fetched(served.photos)
        func compare(_ client: LibraryClient) throws -> AssetPage {
            let columns = try client.assetColumns(fetched, 0..<fetched.count)
            let page = columns.page(5..<600)
            #expect(page == (try client.assets(fetched, 5..<600)))
            #expect(columns.page(0..<fetched.count).count == fetched.count)
            return page
        }
        #expect(try compare(served.owner).latitude[1] == 1)
        #expect(try compare(served.app).flags.allSatisfy { $0 == 0 })
        try served.decide(.authorized)
        #expect(try compare(served.app).latitude[1] == 1)
        try served.owner.setPreferences(ofApp: served.library.appIdentity, hidesPlaces: true)
        let placeless = try compare(served.app)
        #expect(placeless.latitude == [] && placeless.altitude == [])
        #expect(placeless.flags.allSatisfy { !AssetPage.Flags(rawValue: $0).contains(.hasLocation) })
    }

    @Test func `memory is a snapshot, and the next one is of the new state`() throws {
        let served = try Served(photos: 1)
        try served.decide(.authorized)
        let fetched = FetchedIdentifiers(
            Array(repeating: served.photos[0], count: AssetColumnsMapTests.count),
            kinds: .all(.asset)
        )
        let before = try served.app.assetColumns(fetched, 0..<fetched.count)
        try served.owner.perform(.updateAsset(served.photos[0], .favorite))
        let after = try served.app.assetColumns(fetched, 0..<fetched.count)
        #expect(
            !AssetColumnsMapTests.isFavorite(before.page(0..<1)) && AssetColumnsMapTests.isFavorite(after.page(0..<1))
        )
    }

    @Test func `the first page of a fetch comes with it`() throws {
        let served = try Served(photos: 3)
        try served.decide(.authorized)
        let all = FetchRequest(.allAssets)
        func pages(_ client: LibraryClient, _ count: Int) throws -> (first: AssetPage?, loaded: AssetPage) {
            let fetched = try client.fetch(all, firstPage: count)
            let range = 0..<min(count, fetched.count)
            let first = fetched.pageOfFetch(range)
            #expect(fetched.pageOfFetch(0..<fetched.count + 1) == nil)
            return (first, try client.assets(fetched, range))
        }
        for count in [1, 2, 3, 128, AssetPage.maximumRows] {
            let (first, loaded) = try pages(served.app, count)
            #expect(first == loaded && loaded.count == min(count, 3))
        }
        #expect(try served.app.fetch(all).pageOfFetch(0..<3) == nil)
        let collections = try served.app.fetch(FetchRequest(.allCollections(.assetCollection)), firstPage: 3)
        #expect(collections.pageOfFetch(0..<0) == nil)
        #expect(throws: LibraryError.self) { try served.app.fetch(all, firstPage: AssetPage.maximumRows + 1) }
        try served.decide(.denied)
        #expect(try pages(served.app, 3).loaded.count == 0)
    }

    @Test func `an app whose access ends keeps what it has read, and gets nothing more`() throws {
        let served = try Served(photos: 1)
        try served.decide(.authorized)
        let fetched = AssetColumnsMapTests.fetched(served.photos)
        let before = try served.app.assetColumns(fetched, 0..<fetched.count)
        try served.decide(.denied)
        let after = try served.app.assetColumns(fetched, 0..<fetched.count)
        #expect(after.page(0..<fetched.count).flags.allSatisfy { $0 == 0 })
        #expect(before.page(0..<1).flags[0] != 0)
    }

    @Test func `memory of a hostile server is refused`() throws {
        let fetched = AssetColumnsMapTests.fetched([.random()])
        func reason(_ memory: consuming OwnedDescriptor) -> String? {
            do throws(LibraryError) {
                var response = CallChannel.Response(
                    reply: LoadedPage.assetsInMemory(count: fetched.count),
                    descriptors: DescriptorList(memory)
                )
                _ = try AssetColumnsMap(try response.takeMemory(), of: fetched, 0..<fetched.count)
                return nil
            } catch {
                #expect(error.code == .protocolViolation)
                return error.reason
            }
        }
        let page = AssetPage((0..<fetched.count).map { fetched[$0] })
        var bytes: [UInt8] = []
        page.writeColumns { part in for position in part.indices { bytes.append(part[position]) } }
        #expect(try reason(SealedMemory.make(bytes.span)) == nil)
        let unsealed = try SealedMemory.makeUnsealed()
        try unsealed.write(bytes)
        #expect(reason(unsealed)?.contains("mapped") == true)
        #expect(try reason(SealedMemory.make(bytes.span.extracting(0..<bytes.count - 8))) != nil)
        #expect(try reason(SealedMemory.make([UInt8]().span)) != nil)
        bytes[8] = 2
        #expect(try reason(SealedMemory.make(bytes.span))?.contains("version 2") == true)
    }
}
