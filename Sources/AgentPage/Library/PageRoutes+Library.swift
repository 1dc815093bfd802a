internal import Languages
internal import LibraryClient
internal import LibraryModel
internal import OwnerTools
internal import PhotoSearch

// What the person changes on the library page: the operations of the command line, each request in one change block.
extension PageRoutes {
    /// Photos of one request. The page splits a longer list.
    private static let maximumAssets = 10_000

    private struct AssetsBody: Decodable { var assets: [String] }

    private struct MembersBody: Decodable {
        var album: String
        var assets: [String]
    }

    private struct OrderBody: Decodable {
        var album: String
        /// date, added or name.
        var by: String
    }

    private struct CollectionBody: Decodable {
        var id: String
        var isFolder: Bool
        var title: String?
        /// The folder that it is in, and the one that it moves to; null for the top level.
        var parent: String?
        var destination: String?
        /// Where it is put in the latter.
        var position: Position?

        struct Position: Decodable {
            /// The album or folder that it comes before; null for the end.
            var before: String?
        }
    }

    private struct SiblingsBody: Decodable {
        /// The folder with what is put in order; null for the top level.
        var folder: String?
        /// name, newest or oldest.
        var by: String
    }

    func change(_ name: String, _ request: HTTPRequest) throws -> HTTPResponse {
        switch name {
        case "edit":
            let body: AssetEditBody = try request.decoded()
            let update = try body.update
            guard !update.isEmpty else { throw RequestFailure(400, localized("there is nothing to change")) }
            return try perform(try assets(body.assets).map { .updateAsset($0, update) })
        case "delete": return try perform([.deleteAssets(try assets(try request.decoded(AssetsBody.self).assets))])
        case "restore": return try perform([.recoverAssets(try assets(try request.decoded(AssetsBody.self).assets))])
        case "erase":
            try client.erase(try assets(try request.decoded(AssetsBody.self).assets))
            libraryChanged()
            return try PageRoutes.changed(by: nil)
        case "add":
            let (album, members) = try members(request)
            return try perform([.insertMembers(album, members, at: nil)])
        case "remove":
            let (album, members) = try members(request)
            return try perform([.removeMembers(album, members)])
        case "sort": return try sort(try request.decoded())
        case "order": return try orderSiblings(try request.decoded())
        case "create": return try createCollection(request)
        case "arrange": return try perform(try arrangement(try request.decoded()))
        case "dissolve":
            let body: CollectionBody = try request.decoded()
            return try perform([.deleteCollections(kind(body.isFolder), [try ObjectID(uuidText: body.id)])])
        default: throw RequestFailure.notFound
        }
    }

    private func sort(_ body: OrderBody) throws -> HTTPResponse {
        guard let order = AlbumOrder(rawValue: body.by) else { throw RequestFailure(400, "an unknown order") }
        _ = try order.arrange(try ObjectID(uuidText: body.album), client)
        libraryChanged()
        return .noContent
    }

    /// Answers with the transaction, by which this can be undone.
    private func perform(_ operations: [ChangeOperation]) throws -> HTTPResponse {
        try PageRoutes.changed(by: try commit(operations)?.sequence)
    }

    /// `transaction`: null when everything was so already, or cannot be undone.
    private static func changed(by transaction: UInt64?) throws -> HTTPResponse {
        try HTTPResponse(json: ["transaction": OrNull(transaction.map { String($0) })])
    }

    /// The page may ask for what it changed before the agent is told of the change.
    @discardableResult
    private func commit(_ operations: [ChangeOperation]) throws -> ChangeToken? {
        let token = try client.performUnlessUnchanged(ChangeBlock(operations: operations))
        libraryChanged()
        return token
    }

    private func assets(_ texts: [String]) throws(RequestFailure) -> [ObjectID] {
        guard !texts.isEmpty, texts.count <= PageRoutes.maximumAssets else {
            throw RequestFailure(400, "a change is of 1 to \(PageRoutes.maximumAssets) photos")
        }
        return try ObjectID.list(texts)
    }

    private func members(_ request: HTTPRequest) throws -> (ChangeOperation.Container, [LocalIdentifier]) {
        let body: MembersBody = try request.decoded()
        let members = try assets(body.assets).map { LocalIdentifier(.asset, $0) }
        return (.album(try ObjectID(uuidText: body.album)), members)
    }

    private func kind(_ isFolder: Bool) -> ObjectKind { isFolder ? .collectionList : .assetCollection }

    /// Creates an album or folder, and tells its identifier.
    private func createCollection(_ request: HTTPRequest) throws -> HTTPResponse {
        struct Body: Decodable {
            var title: String
            var isFolder: Bool
            var parent: String?
            /// The first photos of an album.
            var assets: [String]?
        }
        let body: Body = try request.decoded()
        let title = try name(body.title)
        guard let id = try client.mintIdentifiers(1).first else {
            throw LibraryError(.protocolViolation, "the server gave no identifier")
        }
        let parent = try body.parent.map { try ObjectID(uuidText: $0) }
        var operations = [ChangeOperation.createCollection(kind(body.isFolder), id, title: title, parent: parent)]
        if let texts = body.assets, !texts.isEmpty {
            operations.append(
                .insertMembers(.album(id), try assets(texts).map { LocalIdentifier(.asset, $0) }, at: nil)
            )
        }
        try commit(operations)
        return try HTTPResponse(json: ["id": id.uuidText])
    }

    private func orderSiblings(_ body: SiblingsBody) throws -> HTTPResponse {
        guard let order = CollectionOrder(rawValue: body.by) else { throw RequestFailure(400, "an unknown order") }
        try order.arrange(in: try body.folder.map { try ObjectID(uuidText: $0) }, client)
        libraryChanged()
        return .noContent
    }

    /// Renames an album or folder, and moves it to another folder or among the others of its own.
    private func arrangement(_ body: CollectionBody) throws -> [ChangeOperation] {
        let id = try ObjectID(uuidText: body.id)
        let kind = kind(body.isFolder)
        var operations: [ChangeOperation] = []
        if let title = body.title { operations.append(.renameCollection(kind, id, title: try name(title))) }
        if body.parent != body.destination {
            let member = [LocalIdentifier(kind, id)]
            if let destination = body.destination {
                operations.append(.insertMembers(.folder(try ObjectID(uuidText: destination)), member, at: nil))
            } else if let parent = body.parent {
                operations.append(.removeMembers(.folder(try ObjectID(uuidText: parent)), member))
            }
        }
        if let position = body.position {
            let folder = try body.destination.map { try ObjectID(uuidText: $0) }
            let others = try CollectionLine.all(of: FetchRequest(.children(ofList: folder)), client)
                .map(\.identifier.id).filter { $0 != id }
            let next = try position.before.map { try ObjectID(uuidText: $0) }
            guard let place = next.map({ others.firstIndex(of: $0) }) ?? others.count else {
                throw RequestFailure(404, localized("that album or folder is elsewhere"))
            }
            operations.append(.moveMembers(.inside(folder), [LocalIdentifier(kind, id)], to: place))
        }
        guard !operations.isEmpty else { throw RequestFailure(400, localized("there is nothing to change")) }
        return operations
    }

    private func name(_ text: String) throws(RequestFailure) -> String {
        guard CollectionName.isValid(text) else {
            throw RequestFailure(400, localized("an album or folder needs a name"))
        }
        return text
    }
}

/// What is written of photos, as the page sends it. What is left out stays as it is.
struct AssetEditBody: Decodable {
    var assets: [String]
    var favorite: Bool?
    var hidden: Bool?
    /// 0 for none.
    var rating: UInt32?
    /// An empty text is none.
    var title: String?
    var caption: String?
    var addedKeywords: [String]?
    var removedKeywords: [String]?
    /// ISO 8601; an empty text is none.
    var date: String?
    /// As `PlaceText` reads it; an empty text is none.
    var place: String?

    var update: AssetUpdate {
        get throws(RequestFailure) {
            var update = AssetUpdate()
            update.isFavorite = favorite
            update.isHidden = hidden
            if let rating {
                guard rating <= AssetUpdate.maximumRating else {
                    throw RequestFailure(400, "a rating is at most \(AssetUpdate.maximumRating)")
                }
                update.rating = rating
            }
            update.title = title.map { $0.isEmpty ? .clear : .set($0) }
            update.caption = caption.map { $0.isEmpty ? .clear : .set($0) }
            update.addedKeywords = addedKeywords ?? []
            update.removedKeywords = removedKeywords ?? []
            if let date {
                update.creationDate = if date.isEmpty { .clear } else { try instant(date).map { .set($0) } }
            }
            if let place {
                update.location = if place.isEmpty { .clear } else { .set(try PlaceText.coordinate(of: place)) }
            }
            return update
        }
    }
}
