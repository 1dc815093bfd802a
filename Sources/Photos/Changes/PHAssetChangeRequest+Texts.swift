import LibraryModel

// Texts of an asset.
extension PHAssetChangeRequest {
    /// The caption. Nil removes it.
    public var caption: String? {
        get {
            switch draft.properties.caption {
            case .set(let caption): caption
            case .clear: nil
            case nil: asset?.extendedMetadata.caption
            }
        }
        set { change { [newValue] in $0.properties.caption = newValue.map { .set($0) } ?? .clear } }
    }

    /// Adds a keyword that the asset does not have yet.
    public func addKeyword(_ keyword: String) {
        change {
            $0.properties.removedKeywords.removeAll { $0 == keyword }
            $0.properties.addedKeywords.append(keyword)
        }
    }

    /// Removes a keyword.
    public func removeKeyword(_ keyword: String) {
        change {
            $0.properties.addedKeywords.removeAll { $0 == keyword }
            $0.properties.removedKeywords.append(keyword)
        }
    }
}
