import LibraryModel

// The plans of `PHAsset`'s fetches.
extension FetchPlan {
    /// The assets of one media type.
    static func assets(of mediaType: PHAssetMediaType, _ options: PHFetchOptions?) -> FetchPlan {
        let condition: [PredicateInstruction] = [
            .key("mediaType"), .literal(.integer(Int64(mediaType.rawValue))), .compare(.equal, []),
        ]
        return FetchPlan(.allAssets, of: .asset, options, and: condition)
    }

    /// The assets of a burst.
    static func assets(ofBurst identifier: String, _ options: PHFetchOptions?) -> FetchPlan {
        let condition: [PredicateInstruction] = [
            .key("burstIdentifier"), .literal(.text(identifier)), .compare(.equal, []),
        ]
        return FetchPlan(.allAssets, of: .asset, options, and: condition)
    }

    /// The assets of an album, transient or not.
    static func assets(in album: PHAssetCollection, _ options: PHFetchOptions?) -> FetchPlan {
        var plan =
            (album as? TransientAssetCollection)?.fetch(options)
            ?? album.resolvedIdentity.map { FetchPlan(.assets(inCollection: $0.id), of: .asset, options) }
            ?? FetchPlan(findingNothingOf: .asset)
        plan.findsDeleted = album.assetCollectionSubtype == .smartAlbumRecentlyDeleted
        return plan
    }
}

extension [String] {
    /// The objects of local identifiers. Ignores identifiers of other kinds and malformed ones.
    func objectIDs(of kind: ObjectKind) -> [ObjectID] {
        compactMap { text in
            guard let identifier = LocalIdentifier(text), identifier.kind == kind else { return nil }
            return identifier.id
        }
    }
}
