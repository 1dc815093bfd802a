/// What a fetch is to find, in which order and how much of it.
open class PHFetchOptions: NSObject, NSCopying {
    /// Which objects; nil for all. The keys are those that Apple documents for each class.
    open var predicate: NSPredicate?
    /// In which order; nil for the order of the library, the album or the folder.
    open var sortDescriptors: [NSSortDescriptor]?
    /// Whether hidden assets are among them. (Fetches by local identifier find hidden ones always.)
    open var includeHiddenAssets = false
    /// Whether all assets of a burst are among them, or only the one that stands for it.
    open var includeAllBurstAssets = false
    /// Which sources; empty for those of the fetch. The library holds the person's own assets only.
    open var includeAssetSourceTypes: PHAssetSourceType = []
    /// How many at most, after sorting; 0 for no limit.
    open var fetchLimit = 0
    /// Whether change details say which objects came, went and moved, or only that something did.
    open var wantsIncrementalChangeDetails = true
    /// Whether `PHAsset.extendedMetadata` is to be read together with the assets. Changes nothing yet: it is read when
    /// it is asked for.
    open var prefetchAssetExtendedMetadata = false

    /// Options that find everything that is not hidden.
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
