internal import AssetColumns
internal import LibraryModel

extension AssetUpdate {
    /// The creation date to store for one that is asked for: the least number stands for no date in the columns.
    static func stored(creationDate: Int64) -> Int64 { max(creationDate, AssetRecord.undated + 1) }
}
