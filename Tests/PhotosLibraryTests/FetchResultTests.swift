import LibraryClient
import LibraryModel
import LibraryTestSupport
import Photos
import Testing

extension PhotosLibraryTests {
    @Suite struct FetchResultTests {
        private let known = KnownAsset.various()

        @Test(arguments: Transport.allCases)
        func `sorts by several keys, both ways, then limits`(_ transport: Transport) throws {
            let library = try TestLibrary(transport, rows: KnownAsset.rows(known))
            let shown = known.filter(\.isOrdinary)
            let byDate = NSSortDescriptor(key: "creationDate", ascending: true)
            let newest = NSSortDescriptor(key: "creationDate", ascending: false)
            func date(_ asset: KnownAsset) -> Date { asset.creationDate ?? .distantPast }

            let dated = NSPredicate(format: "creationDate != nil")
            let rising = shown.filter { $0.creationDate != nil }.sorted { date($0) < date($1) }.map(\.identifier)
            #expect(allAssets(options(dated, sort: [byDate])) == rising)
            #expect(allAssets(options(dated, sort: [newest])) == rising.reversed())
            #expect(allAssets(options(dated, sort: [newest], limit: 1)) == [rising[rising.count - 1]])
            #expect(allAssets(options(dated, sort: [byDate], limit: 7)) == Array(rising.prefix(7)))
            #expect(allAssets(options(dated, sort: [byDate], limit: 1_000)) == rising)

            let keys = [
                NSSortDescriptor(key: "mediaType", ascending: false),
                NSSortDescriptor(key: "pixelWidth", ascending: true),
                NSSortDescriptor(key: "isFavorite", ascending: false), newest,
            ]
            let sorted = shown.filter { $0.creationDate != nil }.sorted { left, right in
                if left.mediaType != right.mediaType { return left.mediaType > right.mediaType }
                if left.pixelWidth != right.pixelWidth { return left.pixelWidth < right.pixelWidth }
                if left.isFavorite != right.isFavorite { return left.isFavorite }
                return date(left) > date(right)
            }
            #expect(allAssets(options(dated, sort: keys)) == sorted.map(\.identifier))

            let byIdentifier = NSSortDescriptor(key: "localIdentifier", ascending: false)
            #expect(allAssets(options(sort: [byIdentifier])) == shown.map(\.identifier).sorted(by: >))
            for key in ["modificationDate", "duration", "pixelHeight"] {
                let found = PHAsset.fetchAssets(with: options(sort: [NSSortDescriptor(key: key, ascending: true)]))
                let values = (0..<found.count).map { index -> Double in
                    switch key {
                    case "duration": found[index].duration
                    case "pixelHeight": Double(found[index].pixelHeight)
                    default: found[index].modificationDate?.timeIntervalSince1970 ?? -1
                    }
                }
                #expect(values == values.sorted(), "\(key)")
                #expect(Set(values).count > 1, "\(key)")
            }
            withExtendedLifetime(library) {}
        }

        @Test(arguments: Transport.allCases)
        func `leaves hidden assets and the rest of a burst out until asked for`(_ transport: Transport) throws {
            let library = try TestLibrary(transport, rows: KnownAsset.rows(known))
            func set(_ assets: [KnownAsset]) -> Set<String> { Set(assets.map(\.identifier)) }
            #expect(Set(allAssets()) == set(known.filter(\.isOrdinary)))
            let withHidden = options(hidden: true)
            #expect(Set(allAssets(withHidden)) == set(known.filter { $0.burst == nil || $0.representsBurst }))
            let bursts = PHFetchOptions()
            bursts.includeAllBurstAssets = true
            #expect(Set(allAssets(bursts)) == set(known.filter { !$0.isHidden }))
            let burst = known.filter { $0.burst != nil }
            #expect(
                PHAsset.fetchAssets(withBurstIdentifier: "burst-1", options: nil).identifiers
                    == burst.filter(\.isOrdinary).map(\.identifier)
            )
            #expect(
                Set(PHAsset.fetchAssets(withBurstIdentifier: "burst-1", options: bursts).identifiers)
                    == set(burst.filter { !$0.isHidden })
            )
            // Asked for by identifier, a hidden one is there.
            let hidden = known.filter(\.isHidden).map(\.identifier)
            let fetched = PHAsset.fetchAssets(withLocalIdentifiers: hidden, options: nil)
            #expect(fetched.identifiers == hidden)
            #expect(fetched[0].isHidden)
            #expect(
                Set(allAssets(options(NSPredicate(format: "hidden == YES"), hidden: true)))
                    == set(known.filter { $0.isHidden && $0.burst == nil })
            )
            #expect(
                Set(PHAsset.fetchAssets(with: .video, options: nil).identifiers)
                    == set(known.filter { $0.isOrdinary && $0.mediaType == 2 })
            )
            withExtendedLifetime(library) {}
        }

        @Test(arguments: Transport.allCases)
        func `an asset has the properties that it was stored with`(_ transport: Transport) throws {
            let library = try TestLibrary(transport, rows: KnownAsset.rows(known))
            for one in known {
                let found = try asset(one.identifier)
                #expect(found.mediaType.rawValue == one.mediaType)
                #expect(found.mediaSubtypes.rawValue == UInt(one.mediaSubtypes))
                #expect(found.pixelWidth == one.pixelWidth)
                #expect(found.pixelHeight == one.pixelHeight)
                #expect(found.duration == one.duration)
                #expect(found.creationDate == one.creationDate)
                #expect(found.modificationDate == one.modificationDate)
                #expect(found.isFavorite == one.isFavorite)
                #expect(found.isHidden == one.isHidden)
                #expect(found.burstIdentifier == one.burst)
                #expect(found.representsBurst == one.representsBurst)
                #expect(!found.hasAdjustments)
                #expect(found.location == nil)
            }
            withExtendedLifetime(library) {}
        }

        @Test(arguments: Transport.allCases)
        func `a result that is handed over in memory is whole and in order`(_ transport: Transport) throws {
            // 2,048 objects still come in a message.
            let library = try TestLibrary(transport, rows: ScratchLibrary(assetCount: 5_000).script)
            let byDate = [
                NSSortDescriptor(key: "creationDate", ascending: true),
                NSSortDescriptor(key: "localIdentifier", ascending: true),
            ]
            for limit in [2_047, 2_048, 2_049, 0] {
                let result = PHAsset.fetchAssets(with: options(sort: byDate, limit: limit))
                let count = limit == 0 ? 5_000 : limit
                #expect(result.count == count)
                var last = (Date.distantPast, "")
                var indexes: [Int] = []
                var seen: Set<String> = []
                result.enumerateObjects { asset, index, _ in
                    let now = (asset.creationDate ?? .distantPast, asset.localIdentifier)
                    #expect(last < now)
                    last = now
                    indexes.append(index)
                    seen.insert(asset.localIdentifier)
                }
                #expect(indexes == Array(0..<count))
                #expect(seen.count == count)
                #expect(result.lastObject?.localIdentifier == last.1)
                #expect(result.firstObject == result[0])
                #expect(result.index(of: result[count - 1]) == count - 1)
                #expect(result.index(of: result[1_700]) == 1_700)
                #expect(result.index(of: result[1_700], in: NSRange(location: 0, length: 1_700)) == NSNotFound)
                #expect(result.contains(result[2_000]))
                #expect(!result.contains(PHAsset()))
                let some = IndexSet([0, 5, 1_999, count - 1])
                #expect(result.objects(at: some).map(result.index(of:)) == [0, 5, 1_999, count - 1])
                var reversed: [Int] = []
                result.enumerateObjects(options: .reverse) { _, index, stop in
                    reversed.append(index)
                    if reversed.count == 1_000 { unsafe stop.pointee = true }
                }
                #expect(reversed == Array((count - 1_000..<count).reversed()))
                var chosen: [Int] = []
                result.enumerateObjects(at: some, options: []) { asset, index, _ in
                    #expect(asset == result[index])
                    chosen.append(index)
                }
                #expect(chosen == [0, 5, 1_999, count - 1])
            }
            let all = PHAsset.fetchAssets(with: nil)
            #expect(all.countOfAssets(with: .video) == 500)
            #expect(all.countOfAssets(with: .image) == 4_500)
            withExtendedLifetime(library) {}
        }

        @Test(arguments: Transport.allCases)
        func `a result larger than the cache is gone through whole, both ways`(_ transport: Transport) throws {
            let library = try TestLibrary(transport, rows: ScratchLibrary(assetCount: 7_000).script)
            let result = PHAsset.fetchAssets(with: nil)
            var forward: [String] = []
            result.enumerateObjects { asset, index, _ in
                #expect(index == forward.count)
                forward.append(asset.localIdentifier)
            }
            var backward: [String] = []
            result.enumerateObjects(options: .reverse) { asset, _, _ in backward.append(asset.localIdentifier) }
            #expect(forward.count == 7_000)
            #expect(backward == forward.reversed())
            #expect(result[6_999].localIdentifier == forward[6_999])
            #expect(result[0].localIdentifier == forward[0])
            withExtendedLifetime(library) {}
        }

        @Test(arguments: Transport.allCases)
        func `a result stays as it was fetched, and what was deleted before it was loaded has no properties`(
            _ transport: Transport
        ) throws {
            let library = try TestLibrary(transport, rows: ScratchLibrary(assetCount: 200).script)
            let photos = allAssets()
            let stale = PHAsset.fetchAssets(with: nil)
            #expect(stale.count == 200)
            try library.change(.deleteAssets([try photos[0].id(), try photos[198].id()]))
            try library.add([.small(4)])
            #expect(stale.count == 200)
            // The first ones are loaded with the fetch.
            #expect(stale[0].localIdentifier == photos[0])
            #expect(stale[0].pixelWidth == 4_032)
            #expect(stale[198].localIdentifier == photos[198])
            #expect(stale[198].creationDate == nil)
            #expect(stale[198].pixelWidth == 0)
            #expect(stale[198].mediaType == .unknown)
            #expect(!stale[198].canPerform(.delete))
            #expect(stale[199].pixelWidth == 4_032)
            #expect(stale.identifiers == photos)
            #expect(allAssets().count == 199)
            #expect(stale.index(of: try asset(photos[2])) == 2)
            // What was loaded before stays as it was.
            let held = PHAsset.fetchAssets(with: nil)
            let first = held[0]
            try library.change(.deleteAssets([try first.localIdentifier.id()]))
            #expect(held[0] === first)
            #expect(first.pixelHeight > 0)
        }

        @Test func `an index beyond the end stops the program`() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let library = try TestLibrary(.inProcess)
                _ = PHAsset.fetchAssets(with: nil).object(at: 0)
                withExtendedLifetime(library) {}
            }
            let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
            #expect(text.contains("index 0 is beyond the 0 objects"))
        }

        @Test(arguments: Transport.allCases)
        func `many threads may use one result`(_ transport: Transport) async throws {
            let library = try TestLibrary(transport, rows: ScratchLibrary(assetCount: 3_000).script)
            let result = PHAsset.fetchAssets(with: nil)
            let expected = result.identifiers
            await withTaskGroup(of: Bool.self) { group in
                for start in 0..<8 {
                    group.addTask {
                        for index in stride(from: start * 371, to: 3_000, by: 97) {
                            guard result[index].localIdentifier == expected[index], result[index].pixelWidth == 4_032
                            else { return false }
                        }
                        return true
                    }
                }
                for await isRight in group { #expect(isRight) }
            }
            withExtendedLifetime(library) {}
        }
    }
}
