import LibraryModel
import LibraryStore
import Testing

/// Every call that reads, of everything that there is and was: what is seen is told, and what is not is not there.
extension ModelRun {
    func compareCalls(_ principal: Principal) throws {
        let view = library.store.view(for: principal)
        let assets = model.assets.map(\.id) + ghosts
        try compareAssetCalls(view, assets, principal)
        try compareCollectionCalls(view, principal)
        try compareFetchesByIdentifier(view, assets, principal)
        try compareCloudIdentifiers(view, assets, principal)
        try compareSmartAlbums(view, principal)
        try compareSearches(view, principal)
    }

    private func compareAssetCalls(_ view: LibraryView, _ assets: [ObjectID], _ principal: Principal) throws {
        // Hints of the person's, whoever asks: a row is no way around.
        let known = try library.person.fetch(FetchRequest(.identifiers(.asset, assets)))
        let hints = Dictionary(uniqueKeysWithValues: zip(known.ids, known.hints))
        let (page, details) = (
            try view.assets(assets, hints: assets.map { hints[$0] ?? 0 }, includesDeleted: true),
            try view.details(of: assets)
        )
        let refusal: LibraryError.Code = model.maySeeAnything(principal) ? .notFound : .accessDenied
        for (index, id) in assets.enumerated() {
            let isSeen = model.isSeen(id, by: principal)
            let flags = AssetPage.Flags(rawValue: page.flags[index])
            #expect((flags.contains(.exists) && !flags.contains(.recentlyDeleted)) == isSeen, note)
            let isDescribed = isSeen || (principal == .person && flags.isSuperset(of: [.exists, .recentlyDeleted]))
            #expect(details[index].exists == isDescribed, note)
            #expect(details[index].filename == (isDescribed ? NewAsset().filename : ""), note)
            let isAdjusted = model.assets.contains { $0.id == id && $0.isAdjusted }
            #expect((details[index].adjustedDate != nil && isAdjusted) == (isDescribed && isAdjusted), note)
            let removal: MetadataRemoval = model.getsPlaces(principal) ? [] : .location
            let refused = errorCode {
                let resources = try view.resources(of: id, includesDeleted: true)
                #expect(resources.allSatisfy { $0.removal == removal }, note)
            }
            #expect(refused == (isDescribed ? nil : refusal), note)
            let code = errorCode {
                let adjustment = try view.adjustment(of: id)
                #expect((adjustment != nil) == isAdjusted, note)
            }
            #expect(code == (isSeen ? nil : refusal), note)
            #expect(try view.ids(.collections(containing: id)) == albums(containing: id, seenBy: principal), note)
            let deletion = ChangeBlock(operations: [.deleteAssets([id])])
            #expect(try isSeen || view.changesToConfirm(in: deletion) == nil, note)
        }
    }

    private func albums(containing asset: ObjectID, seenBy principal: Principal) -> [ObjectID] {
        guard model.isSeen(asset, by: principal) else { return [] }
        return model.collections(seenBy: principal)
            .filter { $0.kind == .assetCollection && $0.members.contains(asset) }.map(\.id)
    }

    private func compareCollectionCalls(_ view: LibraryView, _ principal: Principal) throws {
        let collections = model.collections
        let page = try view.collections(collections.map(\.id))
        for (index, collection) in collections.enumerated() {
            let isSeen = model.isSeen(collection, by: principal)
            #expect(CollectionPage.Flags(rawValue: page.flags[index]).contains(.exists) == isSeen, note)
            #expect(page.title[index] == (isSeen ? collection.title : ""), note)
            if collection.kind == .collectionList {
                let count = isSeen ? model.members(of: collection, seenBy: principal).count : 0
                #expect(page.memberCount[index] == count, note)
            }
            let parent = isSeen ? model.parent(of: collection.id, seenBy: principal) : nil
            #expect(try view.ids(.lists(containing: collection.id)) == (parent.map { [$0] } ?? []), note)
        }
        let shown = Set(model.assets(seenBy: principal).filter { !$0.isHidden }.map(\.id))
        let filled = model.collections(seenBy: principal)
            .filter { $0.kind == .assetCollection && !shown.isDisjoint(with: $0.members) }.map(\.id)
        let found = try view.ids(.allCollections(.assetCollection)) {
            $0.predicate = PredicateProgram([
                .key("estimatedAssetCount"), .literal(.integer(0)), .compare(.greater, []),
            ])
        }
        #expect(found == filled, note)
    }

    private func compareFetchesByIdentifier(
        _ view: LibraryView,
        _ assets: [ObjectID],
        _ principal: Principal
    ) throws {
        let seen = assets.filter { model.isSeen($0, by: principal) }
        #expect(try view.ids(.identifiers(.asset, assets)) == seen, note)
        let sorted = try view.ids(.identifiers(.asset, assets)) { $0.sort = [SortKey("filename", isAscending: true)] }
        #expect(Set(sorted) == Set(seen), note)
        for kind in [ObjectKind.assetCollection, .collectionList] {
            let all = model.collections.filter { $0.kind == kind }
            let seen = all.filter { model.isSeen($0, by: principal) }.map(\.id)
            #expect(try view.ids(.identifiers(kind, all.map(\.id))) == seen, note)
            let titled = try view.ids(.identifiers(kind, all.map(\.id))) {
                $0.sort = [SortKey("title", isAscending: true)]
            }
            #expect(Set(titled) == Set(seen), note)
        }
        var months: [Int64?: Int] = [:]
        for asset in model.assets(seenBy: principal) where !asset.isHidden {
            // The model's dates lie within a month of 1970, or are the camera's.
            months[asset.date.map { $0 < 1_000_000_000 ? 0 : 1 }, default: 0] += 1
        }
        let counts = try view.months(of: FetchRequest(.allAssets), utcOffset: 0)
        #expect(counts.map(\.count).sorted() == months.values.sorted(), note)
    }

    private func compareCloudIdentifiers(_ view: LibraryView, _ assets: [ObjectID], _ principal: Principal) throws {
        let objects =
            assets.map { LocalIdentifier(.asset, $0) } + model.collections.map { LocalIdentifier($0.kind, $0.id) }
        let known = try library.person.cloudIdentifiers(of: objects)
        guard model.maySeeAnything(principal) else {
            #expect(errorCode { try view.cloudIdentifiers(of: objects) } == .accessDenied, note)
            #expect(errorCode { try view.localIdentifiers(of: known) } == .accessDenied, note)
            return
        }
        let seen = Shown(model, to: principal).objects
        let told = try view.cloudIdentifiers(of: objects)
        let found = try view.localIdentifiers(of: known)
        for (index, object) in objects.enumerated() {
            var expected = known[index]
            // A digest would tell of the place.
            if !model.getsPlaces(principal), let whole = expected {
                expected = CloudIdentifier(whole.kind, record: whole.record)
            }
            #expect(told[index] == (seen.contains(object) ? expected : nil), note)
            #expect(found[index] == (seen.contains(object) ? [object] : []), note)
        }
    }

    private func compareSmartAlbums(_ view: LibraryView, _ principal: Principal) throws {
        func members(_ album: SmartAlbum) throws -> [ObjectID] {
            try view.ids(.assets(inCollection: album.identifier(in: library.store.libraryID)))
        }
        let assets = model.assets(seenBy: principal)
        #expect(try members(.favorites) == assets.filter { $0.isFavorite && !$0.isHidden }.map(\.id), note)
        #expect(try members(.userLibrary) == assets.filter { !$0.isHidden }.map(\.id), note)
        #expect(try members(.videos) == [], note)
        let seesEverything = try library.store.view(for: principal).count(FetchRequest(.smartAlbums(subtype: 205))) == 1
        let isLimited = model.maySeeAnything(principal) && assets.count < model.assets.count
        #expect(!(seesEverything && isLimited), note)
        #expect(try members(.hidden) == (seesEverything ? assets.filter(\.isHidden).map(\.id) : []), note)
        if !seesEverything { #expect(try members(.recentlyDeleted) == [], note) }
        let ids = [SmartAlbum.favorites, .hidden].map { $0.identifier(in: library.store.libraryID) }
        let page = try view.collections(ids)
        #expect(page.memberCount[0] == assets.filter { $0.isFavorite && !$0.isHidden }.count, note)
        #expect((page.flags[1] != 0) == seesEverything, note)
    }

    /// Predicates that look beyond the columns of assets.
    private func compareSearches(_ view: LibraryView, _ principal: Principal) throws {
        let shown = model.assets(seenBy: principal).filter { !$0.isHidden }.map(\.id)
        func find(_ key: String, _ comparison: PredicateComparison, _ literal: PredicateLiteral) throws -> [ObjectID] {
            try view.ids(.allAssets) {
                $0.predicate = PredicateProgram([.key(key), .literal(literal), .compare(comparison, [])])
            }
        }
        #expect(try find("filename", .equal, .text(NewAsset().filename)) == shown, note)
        #expect(try find("title", .equal, .null) == shown, note)
        let placed = model.assets(seenBy: principal)
            .filter { !$0.isHidden && $0.location != nil && model.getsPlaces(principal) }.map(\.id)
        #expect(try find("location", .notEqual, .null) == placed, note)
        #expect(try find("keywords", .contains, .text("none")) == [], note)
    }
}
