import LibraryModel
import LibraryStore

/// PhotoKit's rules in their plainest form: what a library is after each change, for whoever looks.
struct PlainLibrary {
    struct Asset: Hashable {
        var id: ObjectID
        var isFavorite = false
        var isHidden = false
        var rating: UInt32 = 0
        var date: Int64?
        var location: Coordinate?
        var isAdjusted = false
        /// How often the pixels changed.
        var edits = 0
    }

    struct Collection {
        var id: ObjectID
        var kind: ObjectKind
        var title: String
        /// The app that made it; nil for the person.
        var owner: String?
        /// Assets of an album, albums and folders of a folder, in their order.
        var members: [ObjectID] = []
    }

    /// In the order in which they came.
    private(set) var assets: [Asset] = []
    /// In the order in which they were made.
    private(set) var collections: [Collection] = []
    private(set) var topLevel: [ObjectID] = []
    var statuses: [String: AuthorizationStatus] = [:]
    /// Apps that may add assets, whatever else they may.
    var adders: Set<String> = []
    var selections: [String: Set<ObjectID>] = [:]
    /// Apps that get no places.
    var placeless: Set<String> = []

    func getsPlaces(_ principal: Principal) -> Bool {
        if case .app(let app) = principal { !placeless.contains(app) } else { true }
    }

    // MARK: Who sees what

    private enum Seen {
        case everything
        case limited(String)
        case nothing
    }

    private func seen(by principal: Principal) -> Seen {
        guard case .app(let app) = principal else { return .everything }
        return switch statuses[app] {
        case .authorized: .everything
        case .limited: .limited(app)
        default: .nothing
        }
    }

    func maySeeAnything(_ principal: Principal) -> Bool {
        if case .nothing = seen(by: principal) { return false }
        return true
    }

    func mayAdd(_ principal: Principal) -> Bool {
        if case .app(let app) = principal, adders.contains(app) { return true }
        return maySeeAnything(principal)
    }

    func isSeen(_ asset: ObjectID, by principal: Principal) -> Bool {
        guard assets.contains(where: { $0.id == asset }) else { return false }
        return switch seen(by: principal) {
        case .everything: true
        case .limited(let app): selections[app]?.contains(asset) ?? false
        case .nothing: false
        }
    }

    func isSeen(_ collection: Collection, by principal: Principal) -> Bool {
        switch seen(by: principal) {
        case .everything: true
        case .limited(let app): collection.owner == app
        case .nothing: false
        }
    }

    func assets(seenBy principal: Principal) -> [Asset] { assets.filter { isSeen($0.id, by: principal) } }

    func collections(seenBy principal: Principal) -> [Collection] {
        collections.filter { isSeen($0, by: principal) }
    }

    func collection(_ id: ObjectID) -> Collection? { collections.first { $0.id == id } }

    /// What of a collection's members is seen, hidden assets too.
    func members(of collection: Collection, seenBy principal: Principal) -> [ObjectID] {
        collection.members.filter { member in
            if collection.kind == .assetCollection { return isSeen(member, by: principal) }
            return self.collection(member).map { isSeen($0, by: principal) } ?? false
        }
    }

    /// The folder around a collection; nil for the top level, and for a folder that is not seen.
    func parent(of collection: ObjectID, seenBy principal: Principal) -> ObjectID? {
        parent(of: collection).flatMap { isSeen($0, by: principal) ? $0.id : nil }
    }

    private func parent(of collection: ObjectID) -> Collection? {
        collections.first { $0.kind == .collectionList && $0.members.contains(collection) }
    }

    /// A limited app's top level holds what it made that is in no folder of its own.
    func topLevel(seenBy principal: Principal) -> [ObjectID] {
        guard case .limited = seen(by: principal) else { return maySeeAnything(principal) ? topLevel : [] }
        let folders = collections.filter { $0.kind == .collectionList && !isSeen($0, by: principal) }
        return (topLevel + folders.flatMap(\.members)).filter { id in
            collection(id).map { isSeen($0, by: principal) } ?? false
        }
    }

    // MARK: Changes

    /// All of a block or nothing; the code of the error where it is nothing.
    mutating func perform(_ operations: [ChangeOperation], by principal: Principal) -> LibraryError.Code? {
        guard mayAdd(principal) else { return .accessDenied }
        var changed = self
        do throws(LibraryError) {
            for operation in operations { try changed.apply(operation, principal) }
        } catch {
            return error.code
        }
        self = changed
        return nil
    }

    private mutating func apply(_ operation: ChangeOperation, _ principal: Principal) throws(LibraryError) {
        if case .createAsset = operation {
        } else if !maySeeAnything(principal) {
            throw LibraryError(.accessDenied, "")
        }
        switch operation {
        case .createAsset(let creation):
            var asset = Asset(id: creation.id, date: NewAsset().captured)
            asset.apply(creation.properties)
            assets.append(asset)
            if case .limited(let app) = seen(by: principal) { selections[app, default: []].insert(asset.id) }
        case .updateAsset(let id, let update):
            try requireAsset(id, principal)
            guard update.location == nil || getsPlaces(principal) else { throw LibraryError(.changeNotSupported, "") }
            for index in assets.indices where assets[index].id == id { assets[index].apply(update) }
        case .deleteAssets(let ids):
            for id in ids {
                try requireAsset(id, principal)
                assets.removeAll { $0.id == id }
                for index in collections.indices { collections[index].members.removeAll { $0 == id } }
            }
        case .createCollection(let kind, let id, let title, let parent):
            if let parent { _ = try require(parent, .collectionList, principal) }
            var owner: String?
            if case .app(let app) = principal { owner = app }
            collections.append(Collection(id: id, kind: kind, title: title, owner: owner))
            put([id], into: parent, before: nil)
        case .renameCollection(let kind, let id, let title):
            collections[try require(id, kind, principal)].title = title
        case .deleteCollections(let kind, let ids): try delete(kind, ids, principal)
        case .insertMembers(let container, let members, let index): try insert(members, container, index, principal)
        case .removeMembers(let container, let members): try remove(members, container, principal)
        case .moveMembers(let container, let members, let index): try move(members, container, index, principal)
        case .setAdjustment(let id, _): try adjust(id, true, principal)
        case .revertAdjustment(let id): try adjust(id, false, principal)
        case .recoverAssets: preconditionFailure("the model knows no way back for what was deleted")
        case .completeAsset: preconditionFailure("the model knows no files")
        case .createUploadJob, .retryUploadJob, .acknowledgeUploadJobs, .cancelUploadJobs:
            preconditionFailure("the model knows no upload jobs")
        }
    }

    private mutating func adjust(
        _ id: ObjectID,
        _ isAdjusted: Bool,
        _ principal: Principal
    ) throws(LibraryError) {
        try requireAsset(id, principal)
        for index in assets.indices where assets[index].id == id {
            // Reverting what is not edited is nothing.
            guard isAdjusted || assets[index].isAdjusted else { continue }
            assets[index].isAdjusted = isAdjusted
            assets[index].edits += 1
        }
    }

    /// As it was before an app's changes, which were taken back. An edit that the app reverted itself left nothing to
    /// take back.
    func undone(to before: PlainLibrary) -> PlainLibrary {
        var result = before
        for index in result.assets.indices where !result.assets[index].isAdjusted {
            let now = assets.first { $0.id == result.assets[index].id && !$0.isAdjusted }
            if let now { result.assets[index].edits = now.edits }
        }
        return result
    }

    private func requireAsset(_ id: ObjectID, _ principal: Principal) throws(LibraryError) {
        guard isSeen(id, by: principal) else { throw LibraryError(.notFound, "") }
    }

    private func require(_ id: ObjectID, _ kind: ObjectKind, _ principal: Principal) throws(LibraryError) -> Int {
        guard let index = collections.firstIndex(where: { $0.id == id && $0.kind == kind }),
            isSeen(collections[index], by: principal)
        else { throw LibraryError(.notFound, "") }
        return index
    }

    private mutating func delete(_ kind: ObjectKind, _ ids: [ObjectID], _ principal: Principal) throws(LibraryError) {
        var doomed: [ObjectID] = []
        for id in ids {
            var next = [collections[try require(id, kind, principal)]]
            while let one = next.popLast() {
                if !doomed.contains(one.id) { doomed.append(one.id) }
                guard one.kind == .collectionList else { continue }
                next += one.members.compactMap(collection).filter { isSeen($0, by: principal) }
            }
        }
        // Breadth first, as folders give up what others have in them.
        for folder in doomedFolders(ids, doomed) {
            let left = folder.members.filter { !doomed.contains($0) }
            guard !left.isEmpty else { continue }
            var refuge = parent(of: folder.id)
            while let one = refuge, doomed.contains(one.id) { refuge = parent(of: one.id) }
            for child in left { take(child) }
            put(left, into: refuge?.id, before: nil)
        }
        for id in doomed {
            take(id)
            collections.removeAll { $0.id == id }
        }
    }

    private func doomedFolders(_ roots: [ObjectID], _ doomed: [ObjectID]) -> [Collection] {
        var order: [ObjectID] = []
        for root in roots {
            var tree = [root]
            var next = 0
            while next < tree.count {
                tree += (collection(tree[next])?.members ?? []).filter { doomed.contains($0) }
                next += 1
            }
            order += tree.filter { !order.contains($0) }
        }
        return order.compactMap(collection).filter { $0.kind == .collectionList }
    }

    /// Takes an album or folder out of where it is.
    private mutating func take(_ id: ObjectID) {
        topLevel.removeAll { $0 == id }
        for index in collections.indices where collections[index].kind == .collectionList {
            collections[index].members.removeAll { $0 == id }
        }
    }

    /// Puts members before another, or at the end; nil for the top level.
    private mutating func put(_ ids: [ObjectID], into container: ObjectID?, before next: ObjectID?) {
        func add(to list: inout [ObjectID]) {
            list.insert(contentsOf: ids, at: next.flatMap { list.firstIndex(of: $0) } ?? list.count)
        }
        guard let container else { return add(to: &topLevel) }
        for index in collections.indices where collections[index].id == container {
            add(to: &collections[index].members)
        }
    }
}

extension PlainLibrary {
    // MARK: Members

    private func resolve(
        _ container: ChangeOperation.Container,
        _ principal: Principal
    ) throws(LibraryError) -> (id: ObjectID?, members: [ObjectID], isAlbum: Bool) {
        switch container {
        case .album(let id):
            return (id, collections[try require(id, .assetCollection, principal)].members, true)
        case .folder(let id):
            return (id, collections[try require(id, .collectionList, principal)].members, false)
        case .topLevel: return (nil, topLevel, false)
        }
    }

    private func requireMembers(
        _ members: [LocalIdentifier],
        isAlbum: Bool,
        _ principal: Principal
    ) throws(LibraryError) {
        for member in members {
            guard isAlbum == (member.kind == .asset) else { throw LibraryError(.changeNotSupported, "") }
            if isAlbum {
                try requireAsset(member.id, principal)
            } else {
                _ = try require(member.id, member.kind, principal)
            }
        }
    }

    /// What a fetch of the container shows without hidden assets: the list that indexes count in.
    private func shown(_ container: ObjectID?, _ principal: Principal) -> [ObjectID] {
        guard let container, let collection = collection(container) else { return topLevel(seenBy: principal) }
        let hidden = Set(assets.filter(\.isHidden).map(\.id))
        return members(of: collection, seenBy: principal).filter { !hidden.contains($0) }
    }

    /// The member at an index; nil for the end, and for one that is really somewhere else.
    private func member(
        at index: Int?,
        _ container: ObjectID?,
        _ principal: Principal
    ) throws(LibraryError) -> ObjectID? {
        guard let index else { return nil }
        let shown = shown(container, principal)
        guard index <= shown.count else { throw LibraryError(.invalidRequest, "") }
        return index < shown.count ? shown[index] : nil
    }

    private mutating func insert(
        _ members: [LocalIdentifier],
        _ named: ChangeOperation.Container,
        _ index: Int?,
        _ principal: Principal
    ) throws(LibraryError) {
        let container = try resolve(named, principal)
        try requireMembers(members, isAlbum: container.isAlbum, principal)
        let present = Set(container.members).union(shown(container.id, principal))
        var added: [ObjectID] = []
        for member in members where !present.contains(member.id) && !added.contains(member.id) {
            added.append(member.id)
        }
        let next = try member(at: index, container.id, principal)
        if !container.isAlbum {
            for id in added {
                var ancestor = container.id
                while let folder = ancestor {
                    guard folder != id else { throw LibraryError(.changeNotSupported, "") }
                    ancestor = parent(of: folder)?.id
                }
                take(id)
            }
        }
        put(added, into: container.id, before: next)
    }

    private mutating func remove(
        _ members: [LocalIdentifier],
        _ named: ChangeOperation.Container,
        _ principal: Principal
    ) throws(LibraryError) {
        let container = try resolve(named, principal)
        guard let id = container.id else { throw LibraryError(.changeNotSupported, "") }
        try requireMembers(members, isAlbum: container.isAlbum, principal)
        var removed: [ObjectID] = []
        for member in members where container.members.contains(member.id) && !removed.contains(member.id) {
            removed.append(member.id)
        }
        for index in collections.indices where collections[index].id == id {
            collections[index].members.removeAll(where: removed.contains)
        }
        if !container.isAlbum { put(removed, into: nil, before: nil) }
    }

    private mutating func move(
        _ members: [LocalIdentifier],
        _ named: ChangeOperation.Container,
        _ index: Int?,
        _ principal: Principal
    ) throws(LibraryError) {
        let container = try resolve(named, principal)
        try requireMembers(members, isAlbum: container.isAlbum, principal)
        let isTopLevel = container.id == nil
        var moved: [ObjectID] = []
        for member in members {
            let isHere = container.members.contains(member.id)
            guard isHere || (isTopLevel && shown(nil, principal).contains(member.id)) else {
                throw LibraryError(.notFound, "")
            }
            if isHere && !moved.contains(member.id) { moved.append(member.id) }
        }
        guard !moved.isEmpty else { return }
        if let id = container.id {
            for index in collections.indices where collections[index].id == id {
                collections[index].members.removeAll(where: moved.contains)
            }
        } else {
            topLevel.removeAll(where: moved.contains)
        }
        put(moved, into: container.id, before: try member(at: index, container.id, principal))
    }
}

extension PlainLibrary.Asset {
    mutating func apply(_ update: AssetUpdate) {
        switch update.creationDate {
        case .set(let value): date = value
        case .clear: date = nil
        case nil: break
        }
        switch update.location {
        case .set(let value): location = value
        case .clear: location = nil
        case nil: break
        }
        if let value = update.isFavorite { isFavorite = value }
        if let value = update.isHidden { isHidden = value }
        if let value = update.rating { rating = value }
    }
}
