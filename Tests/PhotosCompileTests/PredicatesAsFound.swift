import Photos

// Predicates and sort descriptors as apps write them. It only has to compile; what they find is tested elsewhere.

private struct Sorting {
    let title: String
    let ascending: Bool
    let keyPath: KeyPath<PHAsset, Date?>
}

private struct Row { var name: String; var taken: Date?; var count: Int; var favorite: Bool; var ratio: Double? }

private enum Filters {
    static func all(_ from: Date, _ to: Date, _ ids: [String], _ title: String, _ seconds: Double) -> [NSPredicate] {
        let image = PHAssetMediaType.image.rawValue
        let video = PHAssetMediaType.video.rawValue
        let live = PHAssetMediaSubtype.photoLive.rawValue
        return [
            NSPredicate(format: "mediaType = %d", image),
            NSPredicate(format: "mediaType == %ld", video),
            NSPredicate(format: "mediaType == %i", PHAssetMediaType.audio.rawValue),
            NSPredicate(format: "mediaType != %i", PHAssetMediaType.unknown.rawValue),
            NSPredicate(format: "mediaType = %d || mediaType = %d", image, video),
            NSPredicate(format: "(mediaType == %d) || (mediaType == %d)", image, video),
            NSPredicate(format: "mediaType = %d OR mediaType = %d", argumentArray: [image, video]),
            NSPredicate(format: "mediaType IN %@", [image, video]),
            NSPredicate(format: "mediaType IN %@ AND creationDate >= %@", [image, video], from as NSDate),
            NSPredicate(format: "mediaType in %@", [NSNumber(value: image), NSNumber(value: video)]),
            NSPredicate(format: "title = %@", title),
            NSPredicate(format: "localizedTitle = %@", title),
            NSPredicate(format: "title == %@", title as NSString),
            NSPredicate(format: "title CONTAINS[cd] %@", title),
            NSPredicate(format: "title BEGINSWITH[c] %@ AND estimatedAssetCount > 0", title),
            NSPredicate(format: "estimatedAssetCount = 0"),
            NSPredicate(format: "startDate > %@", from as NSDate),
            NSPredicate(format: "creationDate > %@ OR modificationDate > %@", from as NSDate, from as NSDate),
            NSPredicate(format: "creationDate >= %@ AND creationDate < %@", from as NSDate, to as NSDate),
            NSPredicate(format: "creationDate >= %@ && creationDate <= %@", from as CVarArg, to as CVarArg),
            NSPredicate(format: "(creationDate >= %@) AND (creationDate <= %@)", argumentArray: [from, to]),
            NSPredicate(format: "creationDate BETWEEN {%@, %@}", from as NSDate, to as NSDate),
            NSPredicate(format: "creationDate == nil"),
            NSPredicate(format: "localIdentifier = %@", ids.first ?? ""),
            NSPredicate(format: "localIdentifier IN %@", ids),
            NSPredicate(format: "localIdentifier in %@", ids as NSArray),
            NSPredicate(format: "NOT (localIdentifier IN %@)", Set(ids)),
            NSPredicate(format: "(mediaSubtype & %d) != 0", PHAssetMediaSubtype.photoScreenshot.rawValue),
            NSPredicate(format: "(mediaSubtypes & %d) != 0", live),
            NSPredicate(format: "NOT ((mediaSubtype & %d) != 0)", PHAssetMediaSubtype.photoScreenshot.rawValue),
            NSPredicate(format: "mediaSubtype == %ld", live),
            NSPredicate(format: "mediaType == %d && !((mediaSubtype & %d) == %d)", image, live, live),
            NSPredicate(format: "(mediaSubtype & %d) > 0 && pixelHeight == %f", live, 100.0),
            NSPredicate(format: "duration < %f", seconds),
            NSPredicate(format: "duration >= %@", NSNumber(value: seconds)),
            NSPredicate(format: "favorite == YES"),
            NSPredicate(format: "isFavorite == %@", NSNumber(value: true)),
            NSPredicate(format: "isFavorite == %d", true),
            NSPredicate(format: "isHidden == NO AND pixelWidth > %lu", 100),
            NSPredicate(format: "%K == %@", "burstIdentifier", title),
            NSPredicate(format: "%K = %d", #"mediaType"#, image),
            NSPredicate(format: "SELF == %@", PHAsset()),
            NSPredicate(value: true),
            NSPredicate { object, _ in (object as? PHAsset)?.location != nil },
            NSPredicate(block: { (asset: Any?, _: [String: Any]?) -> Bool in asset is PHAsset }),
        ]
    }

    static func compound(_ parts: [NSPredicate]) -> PHFetchOptions {
        let options = PHFetchOptions()
        options.predicate = NSCompoundPredicate(andPredicateWithSubpredicates: parts)
        options.predicate = NSCompoundPredicate(orPredicateWithSubpredicates: parts)
        options.predicate = NSCompoundPredicate(notPredicateWithSubpredicate: parts[0])
        options.predicate = NSCompoundPredicate(type: .and, subpredicates: parts)
        options.predicate = options.predicate.map { NSCompoundPredicate(type: .not, subpredicates: [$0]) }
        return options
    }

    static func sorts(_ sorting: [Sorting], _ keys: [(KeyPath<PHAsset, Date?>, ascending: Bool)]) -> [NSSortDescriptor]
    {
        return sorting.map { NSSortDescriptor(keyPath: $0.keyPath, ascending: $0.ascending) }
            + keys.map { NSSortDescriptor(keyPath: $0.0, ascending: $0.ascending) }
            + [
                NSSortDescriptor(key: "creationDate", ascending: false),
                NSSortDescriptor.init(key: "endDate", ascending: true),
                .init(key: "localizedTitle", ascending: true),
                NSSortDescriptor(keyPath: \PHAsset.pixelHeight, ascending: true),
                NSSortDescriptor(keyPath: \PHAsset.isFavorite, ascending: false),
                NSSortDescriptor(keyPath: \PHAssetCollection.localizedTitle, ascending: true),
                NSSortDescriptor(keyPath: \PHAssetCollection.endDate, ascending: false),
                NSSortDescriptor(keyPath: \PHAssetCollection.estimatedAssetCount, ascending: true),
            ]
    }

    static func rows(_ rows: [Row]) -> [Any] {
        let descriptors = [
            NSSortDescriptor(keyPath: \Row.taken, ascending: false),
            NSSortDescriptor(keyPath: \Row.name, ascending: true),
            NSSortDescriptor(keyPath: \Row.count, ascending: true),
            NSSortDescriptor(keyPath: \Row.favorite, ascending: true),
            descriptor(\Row.ratio), comparable(\Row.count),
        ]
        return NSArray(array: rows).sortedArray(using: descriptors)
    }

    static func descriptor<Root, Value>(_ keyPath: KeyPath<Root, Value>) -> NSSortDescriptor {
        return NSSortDescriptor(keyPath: keyPath, ascending: true)
    }

    static func comparable<Root, Value: Comparable>(_ keyPath: KeyPath<Root, Value>) -> NSSortDescriptor {
        return NSSortDescriptor(keyPath: keyPath, ascending: true)
    }
}
