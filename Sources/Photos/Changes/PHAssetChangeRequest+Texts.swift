import LibraryModel

// What a person writes about an asset.
extension PHAssetChangeRequest {
    /// A person's words about the asset. Nil takes them away.
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

    /// Adds a keyword, if the asset has it not yet.
    public func addKeyword(_ keyword: String) {
        change {
            $0.properties.removedKeywords.removeAll { $0 == keyword }
            $0.properties.addedKeywords.append(keyword)
        }
    }

    /// Takes a keyword away.
    public func removeKeyword(_ keyword: String) {
        change {
            $0.properties.addedKeywords.removeAll { $0 == keyword }
            $0.properties.removedKeywords.append(keyword)
        }
    }
}
