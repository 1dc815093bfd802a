import LibraryModel

extension PHAssetCollection {
    /// The scope of a type and subtype; nil for one without albums.
    static func albumScope(_ type: PHAssetCollectionType, _ subtype: PHAssetCollectionSubtype) -> FetchScope? {
        switch type {
        case .album: subtype == .any || subtype == .albumRegular ? .allCollections(.assetCollection) : nil
        case .smartAlbum: subtype == .any ? .smartAlbums(subtype: nil) : smartAlbumScope(subtype)
        case .moment: nil
        }
    }

    private static func smartAlbumScope(_ subtype: PHAssetCollectionSubtype) -> FetchScope? {
        UInt32(exactly: subtype.rawValue).map { .smartAlbums(subtype: $0) }
    }
}
