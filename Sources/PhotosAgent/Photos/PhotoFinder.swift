internal import CivilDates
package import LibraryClient
package import LibraryModel
internal import LinuxSystem

/// The part of the library that the person is looking at.
package struct PhotoQuery: Hashable, Sendable {
    /// What the app's picker offers at all.
    package var offered: PredicateProgram?
    package var text = ""
    package var kind: MediaFilter?
    /// Only photos of which some is missing or not as it was.
    package var isDamaged = false
    package var album: ObjectID?
    package var albumTitle: String?
    /// Only what the person selected for this app.
    package var app: String?

    package init(offered: PredicateProgram? = nil, text: String = "", app: String? = nil) {
        self.offered = offered
        self.text = text
        self.app = app
    }

    /// The latest come first; in an album it is the album's order.
    package var isByDate: Bool { album == nil }

    /// Looks into an album; nil for the whole library.
    package mutating func look(in choice: AlbumChoice?) {
        album = choice?.album
        albumTitle = choice?.title
    }

    /// In words; nil for the whole library.
    package var words: String? {
        let parts = [
            albumTitle.map { "in \($0)" }, kind.map { "kind \($0.words)" }, text.isEmpty ? nil : "\"\(text)\"",
        ].compactMap { $0 }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }
}

/// An album to choose from.
package struct AlbumChoice: Hashable, Sendable {
    package var album: ObjectID
    package var title: String
    package var count: Int
    /// Whether the library computes its members.
    package var isSmart: Bool
}

/// A photo in a list.
package struct PhotoRow: Hashable, Sendable {
    package var asset: ObjectID
    package var kind: String
    /// By the person's clock; empty when there is none.
    package var date: String
    package var size: PixelSize
    package var isFavorite: Bool
}

/// Finds photos for the person: every interface searches through this.
package final class PhotoFinder: Sendable {
    /// The most albums of the person's that are offered.
    private static let maximumAlbums = 5_000

    private let client: LibraryClient
    private let years: PhotoYears

    package init(_ client: LibraryClient) {
        self.client = client
        years = PhotoYears(client)
    }

    /// Drops the cached years; until then a search for a month finds only years that were known.
    package func libraryChanged() { years.libraryChanged() }

    /// The latest first; an album's in its order. `limit` 0 is none.
    package func find(
        _ query: PhotoQuery,
        limit: Int = 0,
        includesHidden: Bool = false
    ) throws -> FetchedIdentifiers {
        var request = try request(query, limit)
        request.includesHidden = includesHidden
        request.includesAllBurstAssets = includesHidden
        return try client.fetch(request)
    }

    private func request(_ query: PhotoQuery, _ limit: Int) throws -> FetchRequest {
        var conditions: [SearchCondition] = []
        if let offered = query.offered { conditions.append(.program(offered)) }
        if let kind = query.kind { conditions.append(kind.condition) }
        if query.isDamaged { conditions.append(.equal("isDamaged", .boolean(true))) }
        if let condition = try condition(query.text) { conditions.append(condition) }
        if let app = query.app {
            let selected = try client.selection(ofApp: app).map { LocalIdentifier(.asset, $0) }
            conditions.append(.compare("SELF", .in, [], .identifiers(selected)))
        }
        return FetchRequest(
            query.album.map { .assets(inCollection: $0) } ?? .allAssets,
            predicate: conditions.isEmpty ? nil : SearchCondition.all(conditions).program,
            sort: query.isByDate ? [SortKey("creationDate", isAscending: false)] : [],
            limit: limit
        )
    }

    private func condition(_ text: String) throws -> SearchCondition? {
        var failure: LibraryError?
        let dates = SearchDates(now: WallClock.microseconds(), zone: .local) { [years] month in
            do throws(LibraryError) { return try years.years(of: month) } catch {
                failure = error
                return []
            }
        }
        let condition = try SearchText(dates: dates).condition(for: text)
        if let failure { throw failure }
        return condition
    }

    /// A range of a result; nil for what has been deleted since.
    package func rows(_ found: FetchedIdentifiers, _ range: Range<Int>) throws(LibraryError) -> [PhotoRow?] {
        var rows: [PhotoRow?] = []
        for start in stride(from: range.lowerBound, to: range.upperBound, by: AssetPage.maximumRows) {
            let page = try client.assets(found, start..<min(start + AssetPage.maximumRows, range.upperBound))
            rows += (0..<page.count).map { PhotoRow(page, $0) }
        }
        return rows
    }

    /// Looks up the photos in view.
    package func look(at wanted: PhotoLookup.Wanted) throws(LibraryError) -> PhotoLookup.Answer {
        let found = FetchedIdentifiers(wanted.assets, hints: wanted.hints, kinds: .all(.asset))
        let rows = try rows(found, 0..<found.count)
        var answer = PhotoLookup.Answer()
        for (asset, row) in zip(wanted.assets, rows) { answer.rows[asset] = row.map { .there($0) } ?? .gone }
        guard let focused = wanted.focused, case .there(let row)? = answer.rows[focused],
            let details = try details([focused]).first, details.exists
        else { return answer }
        answer.facts[focused] = PhotoFacts(row, details)
        return answer
    }

    package func details(_ assets: [ObjectID]) throws(LibraryError) -> [AssetDetails] { try client.details(of: assets) }

    /// The person's albums by title, and then those that the library computes and that have something in them.
    package func albums() throws(LibraryError) -> [AlbumChoice] {
        let own = FetchRequest(
            .allCollections(.assetCollection),
            sort: [SortKey("title", isAscending: true)],
            limit: PhotoFinder.maximumAlbums
        )
        let smart = try albums(FetchRequest(.smartAlbums(subtype: nil)), areSmart: true)
        return try albums(own, areSmart: false) + smart.filter { $0.count > 0 }
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
                        title: page.title[row],
                        count: Int(page.memberCount[row]),
                        isSmart: areSmart
                    )
                )
            }
        }
        return albums
    }

    /// A photo to show an album by; nil for an empty one.
    package func keyPhoto(of album: AlbumChoice) throws(LibraryError) -> ObjectID? {
        if album.count == 0 { return nil }
        let first = try client.fetch(FetchRequest(.assets(inCollection: album.album), limit: 1))
        return first.count > 0 ? first[0] : nil
    }
}

extension PhotoRow {
    fileprivate init?(_ page: AssetPage, _ row: Int) {
        let flags = AssetPage.Flags(rawValue: page.flags[row])
        guard flags.contains(.exists) else { return nil }
        asset = page.ids[row]
        let subtypes = MediaSubtypes(rawValue: page.mediaSubtypes[row])
        kind =
            if page.mediaKind[row] == UInt32(MediaKind.video.rawValue) {
                "video"
            } else if subtypes.contains(.photoLive) {
                "live photo"
            } else if subtypes.contains(.photoScreenshot) {
                "screenshot"
            } else {
                "photo"
            }
        date = flags.contains(.hasCreationDate) ? DateText.minute(page.creationDate[row]) : ""
        size = PixelSize(width: Int(page.pixelWidth[row]), height: Int(page.pixelHeight[row]))
        isFavorite = flags.contains(.favorite)
    }
}

extension MediaFilter {
    /// For people, in English.
    package var words: String {
        switch self {
        case .livePhotos: "live photos"
        case .screenRecordings: "screen recordings"
        case .slomo: "slo-mo"
        case .timelapse: "time-lapse"
        default: rawValue
        }
    }
}
