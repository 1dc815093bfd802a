import LibraryModel

extension PHObject {
    /// Returns the value of a predicate key; nil for other keys.
    func predicateValue(forKey key: String) -> PredicateEvaluation.Value? {
        switch key {
        case "SELF": .object(resolvedIdentity)
        case "localIdentifier": .literal(.text(localIdentifier))
        default:
            if let asset = self as? PHAsset {
                asset.propertyLiteral(forKey: key).map { .literal($0) }
            } else if let collection = self as? PHCollection {
                collection.propertyLiteral(forKey: key).map { .literal($0) }
            } else {
                nil
            }
        }
    }
}

extension PHObject {
    /// Returns the value of a predicate key for key-value coding, numbers as `NSNumber`, which casts to every numeric
    /// type that fits; nil for other keys.
    final func foundationValue(forKey key: String) -> Any? {
        switch predicateValue(forKey: key) {
        case .literal(.text(let text)): text
        case .literal(.integer(let integer)): NSNumber(value: integer)
        case .literal(.real(let real)): NSNumber(value: real)
        case .literal(.boolean(let truth)): NSNumber(value: truth)
        case .literal(.date(let microseconds)): Date(microsecondsSince1970: microseconds)
        default: nil
        }
    }
}

extension PHAsset {
    fileprivate func propertyLiteral(forKey key: String) -> PredicateLiteral? {
        switch key {
        case "creationDate": .date(creationDate)
        case "modificationDate": .date(modificationDate)
        case "mediaType": .integer(Int64(mediaType.rawValue))
        case "mediaSubtypes", "mediaSubtype": .integer(Int64(mediaSubtypes.rawValue))
        case "duration": .real(duration)
        case "pixelWidth": .integer(Int64(pixelWidth))
        case "pixelHeight": .integer(Int64(pixelHeight))
        case "favorite", "isFavorite": .boolean(isFavorite)
        case "hidden", "isHidden": .boolean(isHidden)
        case "burstIdentifier": .text(burstIdentifier)
        default: nil
        }
    }
}

extension PHCollection {
    fileprivate func propertyLiteral(forKey key: String) -> PredicateLiteral? {
        switch (key, self) {
        case ("localizedTitle", _), ("title", _): .text(localizedTitle)
        case ("startDate", let album as PHAssetCollection): .date(album.startDate)
        case ("endDate", let album as PHAssetCollection): .date(album.endDate)
        case ("estimatedAssetCount", let album as PHAssetCollection): .integer(Int64(album.estimatedAssetCount))
        case ("startDate", let folder as PHCollectionList): .date(folder.startDate)
        case ("endDate", let folder as PHCollectionList): .date(folder.endDate)
        default: nil
        }
    }
}

extension PredicateLiteral {
    fileprivate static func date(_ date: Date?) -> PredicateLiteral {
        date.map { .date($0.microsecondsSince1970) } ?? .null
    }

    fileprivate static func text(_ text: String?) -> PredicateLiteral {
        text.map { .text($0) } ?? .null
    }
}
