import LibraryModel
import LibraryStore

/// What a library shows to somebody at one moment: what history has to account for.
struct Shown: Equatable {
    struct Collection: Equatable {
        var title: String
        /// As far as they are seen, hidden assets too.
        var members: [ObjectID]
        /// As far as it is seen.
        var parent: ObjectID?
        /// How each member of an album shows.
        var looks: [ObjectID: Look] = [:]
    }

    /// What an album's count and dates go by.
    struct Look: Equatable {
        var date: Int64?
        var isHidden: Bool
    }

    var assets: [ObjectID: PlainLibrary.Asset] = [:]
    var collections: [LocalIdentifier: Collection] = [:]

    init(_ library: PlainLibrary, to principal: Principal) {
        for var asset in library.assets(seenBy: principal) {
            if !library.getsPlaces(principal) { asset.location = nil }
            assets[asset.id] = asset
        }
        for collection in library.collections(seenBy: principal) {
            let members = library.members(of: collection, seenBy: principal)
            var shown = Collection(
                title: collection.title,
                members: members,
                parent: library.parent(of: collection.id, seenBy: principal)
            )
            for member in members {
                if let asset = assets[member] { shown.looks[member] = Look(date: asset.date, isHidden: asset.isHidden) }
            }
            collections[LocalIdentifier(collection.kind, collection.id)] = shown
        }
    }

    var objects: Set<LocalIdentifier> {
        Set(assets.keys.map { LocalIdentifier(.asset, $0) }).union(collections.keys)
    }

    /// In which fields an object that is in both is not the same.
    func fields(_ object: LocalIdentifier, differentIn later: Shown) -> ChangedFields {
        var fields: ChangedFields = []
        func note(_ field: ChangedFields, _ isDifferent: Bool) { if isDifferent { fields.insert(field) } }
        if object.kind == .asset {
            let (old, new) = (assets[object.id], later.assets[object.id])
            note(.creationDate, old?.date != new?.date)
            note(.location, old?.location != new?.location)
            note(.favorite, old?.isFavorite != new?.isFavorite)
            note(.hidden, old?.isHidden != new?.isHidden)
            note(.rating, old?.rating != new?.rating)
            note(.content, old?.edits != new?.edits)
        } else {
            let (old, new) = (collections[object], later.collections[object])
            note(.title, old?.title != new?.title)
            note(.members, old?.members != new?.members)
            note(.parent, old?.parent != new?.parent)
            let looks = old?.looks ?? [:]
            note(.summary, looks.contains { member, look in new?.looks[member].map { $0 != look } ?? false })
        }
        return fields
    }

    /// What one block that led from this to `later` is in history, each object once.
    func changes(to later: Shown) -> Set<LoggedChange.What> {
        var changes: Set<LoggedChange.What> = []
        let (old, new) = (objects, later.objects)
        for object in new.subtracting(old) { changes.insert(inserted(object.id)) }
        for object in old.subtracting(new) { changes.insert(deleted(object.id)) }
        for object in old.intersection(new) {
            let fields = fields(object, differentIn: later)
            if !fields.isEmpty { changes.insert(updated(object.id, fields)) }
        }
        return changes
    }
}
