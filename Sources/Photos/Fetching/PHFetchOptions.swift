/// Options of a fetch, which reads them when it is made.
open class PHFetchOptions: NSObject, NSCopying {
    /// Restricts the objects; nil for all. Supports the keys that Apple documents for each class. Other keys stop the
    /// program.
    open var predicate: NSPredicate?
    /// The order; nil for that of the library, the album or the folder.
    open var sortDescriptors: [NSSortDescriptor]?
    /// Whether to include hidden assets. Fetches by local identifier always do.
    open var includeHiddenAssets = false
    /// Whether to include all assets of a burst, or only its representative.
    open var includeAllBurstAssets = false
    /// The sources; empty for all. The library has only assets of `typeUserLibrary`.
    open var includeAssetSourceTypes: PHAssetSourceType = []
    /// The most objects, after sorting; 0 for no limit.
    open var fetchLimit = 0
    /// Whether change details have indexes, or only the result after the change.
    open var wantsIncrementalChangeDetails = true
    /// Whether to read `PHAsset.extendedMetadata` with the assets. No effect: each access reads it.
    open var prefetchAssetExtendedMetadata = false

    /// Default options: everything that is not hidden.
    public override init() {
        super.init()
    }

    /// Options with the same values.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = PHFetchOptions()
        copy.predicate = predicate
        copy.sortDescriptors = sortDescriptors
        copy.includeHiddenAssets = includeHiddenAssets
        copy.includeAllBurstAssets = includeAllBurstAssets
        copy.includeAssetSourceTypes = includeAssetSourceTypes
        copy.fetchLimit = fetchLimit
        copy.wantsIncrementalChangeDetails = wantsIncrementalChangeDetails
        copy.prefetchAssetExtendedMetadata = prefetchAssetExtendedMetadata
        return copy
    }
}
