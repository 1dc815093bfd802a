import LibraryModel

extension PHAssetChangeRequest {
    /// Takes assets out of recently deleted again, and into the albums that they were in. (An addition to Apple's.)
    ///
    /// Only an app that may see the whole library finds such assets, in the smart album with the subtype
    /// `PHAssetCollectionSubtype.smartAlbumRecentlyDeleted`.
    public class func recoverAssets(_ assets: any NSFastEnumeration) {
        let transaction = ChangeTransaction.required(for: "recoverAssets")
        let ids = identifiers(of: assets, allowing: [.asset]).map(\.id)
        if !ids.isEmpty { transaction.record(.operation(.recoverAssets(ids))) }
    }
}
