internal import CivilDates
package import LibraryClient
package import LibraryModel
internal import LinuxSystem

/// Finds photos for the person: the one search of the command line and of every interface of the agent. Thread-safe.
///
/// Every method blocks for the library, and throws its error.
package final class PhotoFinder: Sendable {
    /// Albums of the person in `albums`.
    private static let maximumAlbums = 5_000

    private let client: LibraryClient
    private let years: PhotoYears
    /// Where the photos were taken.
    package let places: PhotoPlaces

    package init(_ client: LibraryClient) {
        self.client = client
        years = PhotoYears(client)
        places = PhotoPlaces(client)
    }

    /// Drops the cached years and places. Until then a search for a month without a year finds only the years that were
    /// cached, and one for a country the places.
    package func libraryChanged() {
        years.libraryChanged()
        places.libraryChanged()
    }

    /// Returns the latest first, or those of an album in its order. `limit` 0 is none. `includesHidden` includes hidden
    /// assets and all of each burst. Throws `invalidRequest` for more than `SearchText.maximumWords` words.
    package func find(
        _ query: PhotoQuery,
        limit: Int = 0,
        includesHidden: Bool = false
    ) throws(LibraryError) -> FetchedIdentifiers {
        try client.fetch(try request(query, limit, includesHidden: includesHidden))
    }

    /// Counts what `find` finds.
    package func count(_ query: PhotoQuery) throws(LibraryError) -> Int {
        try client.count(try request(query, 0, includesHidden: false))
    }

    /// Has the library read the texts that searches look through, so that the first search is as quick as the others.
    package func prepareSearch() throws(LibraryError) {
        // A noncharacter, which no text has.
        _ = try count(PhotoQuery(text: "\u{10FFFF}"))
    }

    private func request(
        _ query: PhotoQuery,
        _ limit: Int,
        includesHidden: Bool
    ) throws(LibraryError) -> FetchRequest {
        var conditions: [SearchCondition] = []
        if let offered = query.offered { conditions.append(.program(offered)) }
        if let kind = query.kind { conditions.append(kind.condition) }
        if query.isDamaged { conditions.append(.equal("isDamaged", .boolean(true))) }
        if query.isHidden { conditions.append(.equal("isHidden", .boolean(true))) }
        if let created = query.created { conditions.append(.created(created)) }
        if let area = query.area { conditions.append(.inside(area)) }
        if let country = query.country { conditions.append(.any(try places.areas(of: country).map { .inside($0) })) }
        if let burst = query.burst { conditions.append(.equal("burstIdentifier", .text(burst))) }
        if let condition = try condition(query.text) { conditions.append(condition) }
        if let app = query.app {
            let selected = try client.selection(ofApp: app).map { LocalIdentifier(.asset, $0) }
            conditions.append(.compare("SELF", .in, [], .identifiers(selected)))
        }
        let album = try query.shelf.map { shelf throws(LibraryError) in try client.identifier(of: shelf.album) }
        var request = FetchRequest(
            (album ?? query.album).map { .assets(inCollection: $0) } ?? .allAssets,
            predicate: conditions.isEmpty ? nil : SearchCondition.all(conditions).program,
            sort: query.isByDate ? [SortKey("creationDate", isAscending: false)] : [],
            limit: limit
        )
        request.includesHidden = includesHidden || query.shelf != nil
        request.includesAllBurstAssets = request.includesHidden || query.burst != nil
        return request
    }

    private func condition(_ text: String) throws(LibraryError) -> SearchCondition? {
        var failure: LibraryError?
        let dates = SearchDates(now: WallClock.microseconds(), zone: .local) { [years] month in
            do throws(LibraryError) { return try years.years(of: month) } catch {
                failure = error
                return []
            }
        }
        let search = SearchText(dates: dates) { [places] country in
            do throws(LibraryError) { return try places.areas(of: country) } catch {
                failure = error
                return []
            }
        }
        let condition = try search.condition(for: text)
        if let failure { throw failure }
        return condition
    }

    /// Returns a range of a result; nil for photos that were deleted since.
    package func rows(_ found: FetchedIdentifiers, _ range: Range<Int>) throws(LibraryError) -> [PhotoRow?] {
        var rows: [PhotoRow?] = []
        for start in stride(from: range.lowerBound, to: range.upperBound, by: AssetPage.maximumRows) {
            let page = try client.assets(found, start..<min(start + AssetPage.maximumRows, range.upperBound))
            rows += (0..<page.count).map { PhotoRow(page, $0) }
        }
        return rows
    }

    package func details(_ assets: [ObjectID]) throws(LibraryError) -> [AssetDetails] { try client.details(of: assets) }

    /// Returns the person's albums by title, then those of `smartAlbums`.
    package func albums() throws(LibraryError) -> [AlbumChoice] {
        let own = FetchRequest(
            .allCollections(.assetCollection),
            sort: [SortKey("title", isAscending: true)],
            limit: PhotoFinder.maximumAlbums
        )
        return try albums(own, areSmart: false) + smartAlbums()
    }

    private func albums(_ request: FetchRequest, areSmart: Bool) throws(LibraryError) -> [AlbumChoice] {
        let found = try client.fetch(request)
        var albums: [AlbumChoice] = []
        for start in stride(from: 0, to: found.count, by: AssetPage.maximumRows) {
            let page = try client.collections(found, start..<min(start + AssetPage.maximumRows, found.count))
            for row in 0..<page.count where CollectionPage.Flags(rawValue: page.flags[row]).contains(.exists) {
                albums.append(
                    AlbumChoice(
                        album: page.ids[row],
                        title: areSmart ? SmartAlbum.localizedTitle(of: page.title[row]) : page.title[row],
                        count: Int(page.memberCount[row]),
                        isSmart: areSmart
                    )
                )
            }
        }
        return albums
    }

    /// Returns the tree of the person's folders and albums, in their order.
    package func tree() throws(LibraryError) -> [CollectionNode] { try CollectionNode.tree(client) }

    /// Returns the smart albums that are not empty, without Hidden, which the person has to ask for.
    package func smartAlbums() throws(LibraryError) -> [AlbumChoice] {
        let hidden = try client.identifier(of: .hidden)
        return try albums(FetchRequest(.smartAlbums(subtype: nil)), areSmart: true)
            .filter { $0.count > 0 && $0.album != hidden }
    }

    /// Returns the first photo of an album; nil for an empty one.
    package func keyPhoto(of album: ObjectID, count: Int) throws(LibraryError) -> ObjectID? {
        if count == 0 { return nil }
        let first = try client.fetch(FetchRequest(.assets(inCollection: album), limit: 1))
        return first.count > 0 ? first[0] : nil
    }
}
