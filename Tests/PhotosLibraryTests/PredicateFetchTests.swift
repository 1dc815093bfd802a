import LibraryClient
import LibraryModel
import Photos
import Testing

/// A predicate as an app writes it, and what it means.
private struct Case {
    var text: String
    var predicate: NSPredicate
    var holds: (KnownAsset) -> Bool

    init(_ text: String, _ predicate: NSPredicate, _ holds: @escaping (KnownAsset) -> Bool) {
        self.text = text
        self.predicate = predicate
        self.holds = holds
    }
}

extension PhotosLibraryTests {
    @Suite struct PredicateFetchTests {
        private let known = KnownAsset.various()

        private func expected(_ holds: (KnownAsset) -> Bool) -> Set<String> {
            Set(known.filter { $0.isOrdinary && holds($0) }.map(\.identifier))
        }

        private func check(_ cases: [Case]) {
            for one in cases {
                let found = PHAsset.fetchAssets(with: options(one.predicate)).identifiers
                let wanted = expected(one.holds)
                #expect(found.count == Set(found).count, "\(one.text)")
                #expect(Set(found) == wanted, "\(one.text)")
                // A case that finds nothing, or everything, could not tell a predicate that is ignored.
                #expect(!wanted.isEmpty && wanted.count < known.count(where: \.isOrdinary), "\(one.text)")
            }
        }

        @Test(arguments: Transport.allCases)
        func `finds what predicates on media ask for, as apps write them`(_ transport: Transport) throws {
            let library = try TestLibrary(transport, rows: KnownAsset.rows(known))
            let (image, video) = (PHAssetMediaType.image.rawValue, PHAssetMediaType.video.rawValue)
            let (shot, live) = (
                PHAssetMediaSubtype.photoScreenshot.rawValue, PHAssetMediaSubtype.photoLive.rawValue
            )
            func isImage(_ asset: KnownAsset) -> Bool { asset.mediaType == 1 }
            func isVideo(_ asset: KnownAsset) -> Bool { asset.mediaType == 2 }
            func isImageOrVideo(_ asset: KnownAsset) -> Bool { asset.mediaType == 1 || asset.mediaType == 2 }
            func isShot(_ asset: KnownAsset) -> Bool { asset.mediaSubtypes & 4 != 0 }
            check([
                Case("=", NSPredicate(format: "mediaType = %d", image), isImage),
                Case("==", NSPredicate(format: "mediaType == %d", video), isVideo),
                Case("ld", NSPredicate(format: "mediaType == %ld", image), isImage),
                Case("= ld", NSPredicate(format: "mediaType = %ld", video), isVideo),
                Case("== i", NSPredicate(format: "mediaType == %i", image), isImage),
                Case("= i", NSPredicate(format: "mediaType = %i", video), isVideo),
                Case("!= i", NSPredicate(format: "mediaType != %i", image)) { $0.mediaType != 1 },
                Case("OR", NSPredicate(format: "mediaType = %d OR mediaType = %d", image, video), isImageOrVideo),
                Case("||", NSPredicate(format: "mediaType = %d || mediaType = %d", image, video), isImageOrVideo),
                Case("== ||", NSPredicate(format: "mediaType == %d || mediaType == %d", image, video), isImageOrVideo),
                Case("(OR)", NSPredicate(format: "(mediaType = %d OR mediaType = %d)", image, video), isImageOrVideo),
                Case(
                    "() || ()",
                    NSPredicate(format: "(mediaType == %d) || (mediaType == %d)", image, video),
                    isImageOrVideo
                ),
                Case("IN", NSPredicate(format: "mediaType IN %@", [image, video]), isImageOrVideo),
                Case("bit", NSPredicate(format: "(mediaSubtype & %d) != 0", shot), isShot),
                Case("bits", NSPredicate(format: "(mediaSubtypes & %d) != 0", shot), isShot),
                Case("NOT bit", NSPredicate(format: "NOT ((mediaSubtype & %d) != 0)", shot)) { !isShot($0) },
                Case("subtype", NSPredicate(format: "mediaSubtype = %d", shot)) { $0.mediaSubtypes == 4 },
                Case("subtype ld", NSPredicate(format: "mediaSubtype == %ld", live)) { $0.mediaSubtypes == 8 },
                Case(
                    "no live",
                    NSPredicate(format: "mediaType == %d && !((mediaSubtype & %d) == %d)", image, live, live)
                ) { isImage($0) && $0.mediaSubtypes & 8 == 0 },
                Case(
                    "height f",
                    NSPredicate(format: "(mediaSubtype & %d) > 0 && pixelHeight == %f", shot, 2532.0)
                ) { isShot($0) && $0.pixelHeight == 2532 },
                Case("duration", NSPredicate(format: "duration < %f", 10.0)) { $0.duration < 10 },
                Case("width", NSPredicate(format: "pixelWidth BETWEEN {1170, 1920}")) { $0.pixelWidth <= 1920 },
                Case("favorite", NSPredicate(format: "favorite == YES"), \.isFavorite),
                Case("isFavorite", NSPredicate(format: "isFavorite == YES"), \.isFavorite),
                Case("not favorite", NSPredicate(format: "isFavorite == %@", NSNumber(value: false))) {
                    !$0.isFavorite
                },
                Case("favorite d", NSPredicate(format: "isFavorite == %d", true), \.isFavorite),
                Case("array", NSPredicate(format: "mediaType = %d OR %K = %d", argumentArray: [2, "mediaType", 3])) {
                    $0.mediaType != 1
                },
                Case("burst", NSPredicate(format: "burstIdentifier == %@", "burst-1")) { $0.burst == "burst-1" },
                Case("no burst", NSPredicate(format: "burstIdentifier == nil")) { $0.burst == nil },
            ])
            withExtendedLifetime(library) {}
        }

        @Test(arguments: Transport.allCases)
        func `finds what predicates on dates ask for, as apps write them`(_ transport: Transport) throws {
            let library = try TestLibrary(transport, rows: KnownAsset.rows(known))
            let from = KnownAsset.start.addingTimeInterval(20 * 86_400)
            let to = KnownAsset.start.addingTimeInterval(40 * 86_400)
            let edited = KnownAsset.start.addingTimeInterval(5_500)
            func date(_ asset: KnownAsset, _ holds: (Date) -> Bool) -> Bool { asset.creationDate.map(holds) ?? false }
            check([
                Case(">", NSPredicate(format: "creationDate > %@", from as any CVarArg)) { date($0) { $0 > from } },
                Case(">=", NSPredicate(format: "creationDate >= %@", from as NSDate)) { date($0) { $0 >= from } },
                Case("<", NSPredicate(format: "creationDate < %@", from as NSDate)) { date($0) { $0 < from } },
                Case("<=", NSPredicate(format: "creationDate <= %@", from as NSDate)) { date($0) { $0 <= from } },
                Case(
                    "AND <=",
                    NSPredicate(format: "creationDate >= %@ AND creationDate <= %@", from as NSDate, to as NSDate)
                ) { date($0) { $0 >= from && $0 <= to } },
                Case(
                    "AND <",
                    NSPredicate(format: "creationDate >= %@ AND creationDate < %@", from as NSDate, to as NSDate)
                ) { date($0) { $0 >= from && $0 < to } },
                Case(
                    "&&",
                    NSPredicate(format: "creationDate >= %@ && creationDate <= %@", from as NSDate, to as NSDate)
                ) { date($0) { $0 >= from && $0 <= to } },
                Case(
                    "or edited",
                    NSPredicate(format: "creationDate > %@ OR modificationDate > %@", to as NSDate, edited as NSDate)
                ) { asset in date(asset) { $0 > to } || asset.modificationDate > edited },
                Case(
                    "type and date",
                    NSPredicate(format: "mediaType == %d AND creationDate > %@", 1, from as NSDate)
                ) { asset in asset.mediaType == 1 && date(asset) { $0 > from } },
                Case(
                    "types and date",
                    NSPredicate(format: "mediaType IN %@ AND creationDate >= %@", [2, 3], from as NSDate)
                ) { asset in asset.mediaType != 1 && date(asset) { $0 >= from } },
                Case("between", NSPredicate(format: "creationDate BETWEEN {%@, %@}", from as NSDate, to as NSDate)) {
                    date($0) { $0 >= from && $0 <= to }
                },
                Case("array", NSPredicate(format: "creationDate BETWEEN %@", argumentArray: [[from, to]])) {
                    date($0) { $0 >= from && $0 <= to }
                },
                Case("no date", NSPredicate(format: "creationDate == nil")) { $0.creationDate == nil },
                Case("some date", NSPredicate(format: "creationDate != nil")) { $0.creationDate != nil },
            ])
            withExtendedLifetime(library) {}
        }

        @Test(arguments: Transport.allCases)
        func `sorts by key paths as by keys, whatever is known of their types`(_ transport: Transport) throws {
            let library = try TestLibrary(transport, rows: KnownAsset.rows(known))
            func found(_ descriptor: NSSortDescriptor) -> [String] {
                let last = NSSortDescriptor(key: "localIdentifier", ascending: true)
                return PHAsset.fetchAssets(with: options(sort: [descriptor, last])).identifiers
            }
            func generic<Root, Value>(_ keyPath: KeyPath<Root, Value>) -> [String] {
                found(NSSortDescriptor(keyPath: keyPath, ascending: false))
            }
            let widest = found(NSSortDescriptor(key: "pixelWidth", ascending: false))
            #expect(widest.count == known.count(where: \.isOrdinary))
            #expect(found(NSSortDescriptor(keyPath: \PHAsset.pixelWidth, ascending: false)) == widest)
            #expect(generic(\PHAsset.pixelWidth) == widest)
            let newest = found(NSSortDescriptor(key: "creationDate", ascending: false))
            #expect(newest != widest)
            #expect(found(NSSortDescriptor(keyPath: \PHAsset.creationDate, ascending: false)) == newest)
            #expect(generic(\PHAsset.creationDate) == newest)
            #expect(generic(\PHAsset.isFavorite) == found(NSSortDescriptor(key: "favorite", ascending: false)))
            withExtendedLifetime(library) {}
        }

        @Test(arguments: Transport.allCases)
        func `finds objects by identifier, few and many`(_ transport: Transport) throws {
            let library = try TestLibrary(transport, rows: KnownAsset.rows(known))
            let sought = Array(known.filter(\.isOrdinary).map(\.identifier).prefix(7))
            check([
                Case("=", NSPredicate(format: "localIdentifier = %@", sought[3])) { $0.identifier == sought[3] },
                Case("IN", NSPredicate(format: "localIdentifier IN %@", sought)) { sought.contains($0.identifier) },
                Case("in", NSPredicate(format: "localIdentifier in %@", sought)) { sought.contains($0.identifier) },
                Case("SELF", NSPredicate(format: "SELF == %@", try asset(sought[1]))) { $0.identifier == sought[1] },
                Case("SELF IN", NSPredicate(format: "SELF IN %@", try sought.map(asset))) {
                    sought.contains($0.identifier)
                },
                Case("NOT IN", NSPredicate(format: "NOT (localIdentifier IN %@)", sought)) {
                    !sought.contains($0.identifier)
                },
            ])
            // More than a frame of identifiers, most of them of nothing.
            let many = (0..<70_000).map { _ in LocalIdentifier(.asset, .random()).string } + sought
            let found = allAssets(options(NSPredicate(format: "localIdentifier IN %@", many)))
            #expect(Set(found) == Set(sought))
            #expect(Set(PHAsset.fetchAssets(withLocalIdentifiers: many, options: nil).identifiers) == Set(sought))
            #expect(PHAsset.fetchAssets(withLocalIdentifiers: ["", "x", sought[0] + "x"], options: nil).count == 0)
            withExtendedLifetime(library) {}
        }

        @Test(arguments: Transport.allCases)
        func `compound and block predicates work alone and together`(_ transport: Transport) throws {
            let library = try TestLibrary(transport, rows: KnownAsset.rows(known))
            let image = NSPredicate(format: "mediaType = %d", 1)
            let favorite = NSPredicate(format: "favorite == YES")
            let wide = NSPredicate { object, _ in (object as? PHAsset).map { $0.pixelWidth > 2_000 } ?? false }
            check([
                Case("and", NSCompoundPredicate(andPredicateWithSubpredicates: [image, favorite])) {
                    $0.mediaType == 1 && $0.isFavorite
                },
                Case("or", NSCompoundPredicate(orPredicateWithSubpredicates: [image, favorite])) {
                    $0.mediaType == 1 || $0.isFavorite
                },
                Case("not", NSCompoundPredicate(notPredicateWithSubpredicate: image)) { $0.mediaType != 1 },
                Case("type", NSCompoundPredicate(type: .and, subpredicates: [image, favorite])) {
                    $0.mediaType == 1 && $0.isFavorite
                },
                Case("block", wide) { $0.pixelWidth > 2_000 },
                Case("format and block", NSCompoundPredicate(andPredicateWithSubpredicates: [image, wide])) {
                    $0.mediaType == 1 && $0.pixelWidth > 2_000
                },
                Case("format or block", NSCompoundPredicate(orPredicateWithSubpredicates: [favorite, wide])) {
                    $0.isFavorite || $0.pixelWidth > 2_000
                },
                Case("not block", NSCompoundPredicate(notPredicateWithSubpredicate: wide)) { $0.pixelWidth <= 2_000 },
            ])
            // The limit counts what the block lets through.
            let first = allAssets(
                options(wide, sort: [NSSortDescriptor(key: "creationDate", ascending: true)], limit: 5)
            )
            let wanted = known.filter { $0.isOrdinary && $0.pixelWidth > 2_000 }
                .sorted { ($0.creationDate ?? .distantPast) < ($1.creationDate ?? .distantPast) }
            #expect(first.count == 5)
            // Without a date come first, in no promised order among themselves.
            let dated = wanted.filter { $0.creationDate != nil }.map(\.identifier)
            let undated = wanted.count - dated.count
            #expect(Array(first.dropFirst(undated)) == Array(dated.prefix(5 - undated)))
            withExtendedLifetime(library) {}
        }

        @Test(arguments: Transport.allCases)
        func `finds albums by title, dates and number of members`(_ transport: Transport) throws {
            let library = try TestLibrary(transport, rows: KnownAsset.rows(known))
            let dated = known.filter { $0.isOrdinary && $0.creationDate != nil }
            let sorted = dated.sorted { ($0.creationDate ?? .distantPast) < ($1.creationDate ?? .distantPast) }
            let early = try library.addAlbum("Early", sorted.prefix(3).map(\.identifier))
            let late = try library.addAlbum("Late", sorted.suffix(5).map(\.identifier))
            let empty = try library.addAlbum("Empty")
            func albums(_ predicate: NSPredicate?, _ key: String = "localizedTitle", _ ascending: Bool = true)
                -> [String]
            {
                PHAssetCollection.fetchAssetCollections(
                    with: .album,
                    subtype: .any,
                    options: options(predicate, sort: [NSSortDescriptor(key: key, ascending: ascending)])
                ).identifiers
            }
            #expect(albums(nil) == [early, empty, late])
            #expect(albums(nil, "localizedTitle", false) == [late, empty, early])
            #expect(albums(nil, "estimatedAssetCount") == [empty, early, late])
            #expect(albums(NSPredicate(format: "title = %@", "Late")) == [late])
            #expect(albums(NSPredicate(format: "title == %@", "Early")) == [early])
            #expect(albums(NSPredicate(format: "localizedTitle = %@", "Empty")) == [empty])
            #expect(albums(NSPredicate(format: "localizedTitle == %@", "Nothing")) == [])
            #expect(albums(NSPredicate(format: "estimatedAssetCount > 0")) == [early, late])
            #expect(albums(NSPredicate(format: "estimatedAssetCount = 0")) == [empty])
            let middle = sorted[10].creationDate ?? .distantPast
            #expect(albums(NSPredicate(format: "startDate > %@", middle as NSDate)) == [late])
            #expect(albums(NSPredicate(format: "endDate < %@", middle as NSDate)) == [early])
            #expect(albums(NSPredicate(format: "endDate != nil"), "endDate") == [early, late])
            #expect(try collection(early).startDate == sorted[0].creationDate)
            #expect(try collection(early).endDate == sorted[2].creationDate)
            #expect(try collection(early).estimatedAssetCount == 3)
            #expect(try collection(empty).startDate == nil)
        }

        @Test(arguments: Transport.allCases)
        func `an error names the key that is not known, or whose value is of the wrong type`(
            _ transport: Transport
        ) throws {
            let library = try TestLibrary(transport, rows: KnownAsset.rows(known))
            func refusal(_ instructions: PredicateInstruction...) -> LibraryError? {
                do {
                    _ = try library.app.fetch(FetchRequest(.allAssets, predicate: PredicateProgram(instructions)))
                    return nil
                } catch { return error }
            }
            let unknown = refusal(.key("playbackStyle"), .literal(.integer(1)), .compare(.equal, []))
            #expect(unknown?.code == .invalidRequest)
            #expect(unknown?.details["key"] == "playbackStyle")
            #expect(unknown?.reason.contains("playbackStyle") == true)
            let text = refusal(.key("pixelWidth"), .literal(.text("wide")), .compare(.equal, []))
            #expect(text?.code == .invalidRequest)
            #expect(text?.details["key"] == "pixelWidth")
            let date = refusal(.key("creationDate"), .literal(.integer(3)), .compare(.greater, []))
            #expect(date?.code == .invalidRequest)
            #expect(date?.details["key"] == "creationDate")
            do {
                _ = try library.app.fetch(FetchRequest(.allAssets, sort: [SortKey("location", isAscending: true)]))
                Issue.record("a sort by an unknown key went through")
            } catch {
                #expect(error.code == .invalidRequest)
                #expect(error.details["key"] == "location")
            }
        }

        @Test func `a predicate with an unknown key stops the program and names the key`() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let library = try TestLibrary(.inProcess)
                _ = PHAsset.fetchAssets(with: options(NSPredicate(format: "playbackStyle == %d", 1)))
                withExtendedLifetime(library) {}
            }
            let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
            #expect(text.contains("a fetch was refused") && text.contains("playbackStyle"))
        }

        @Test func `a predicate with a value of the wrong type stops the program and names the key`() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let library = try TestLibrary(.inProcess)
                _ = PHAsset.fetchAssets(with: options(NSPredicate(format: "creationDate > %@", "yesterday")))
                withExtendedLifetime(library) {}
            }
            let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
            #expect(text.contains("a fetch was refused") && text.contains("creationDate"))
        }
    }
}
