import LibraryModel

extension PHAssetChangeRequest {
    /// Recovers recently deleted assets, also into their former albums. An addition to PhotoKit.
    ///
    /// Only apps with full access find such assets, in the smart album of subtype
    /// `PHAssetCollectionSubtype.smartAlbumRecentlyDeleted`.
    public class func recoverAssets(_ assets: any NSFastEnumeration) {
        let transaction = ChangeTransaction.required(for: "recoverAssets")
        let ids = identifiers(of: assets, allowing: [.asset]).map(\.id)
        if !ids.isEmpty { transaction.record(.operation(.recoverAssets(ids))) }
    }
}
