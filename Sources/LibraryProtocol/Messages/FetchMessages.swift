package import CLibraryProtocol
package import LibraryModel

// Fetch requests.

extension FetchRequest: MessageValue {
    package static let messageKind = MessageKind(photolibrary__fetch_call__init)

    package func write(to message: Message<Photolibrary__FetchCall>) {
        let (scope, kind, container) = wireScope
        message.put(\.has_scope, \.scope, scope)
        message.put(\.has_kind, \.kind, kind?.wire)
        message.put(\.has_container, \.container, container)
        if case .identifiers(_, let ids) = self.scope { message.put(\.has_identifiers, \.identifiers, ids) }
        if case .smartAlbums(let subtype) = self.scope { message.put(\.has_smart_album, \.smart_album, subtype) }
        message.put(\.predicate, predicate)
        message.put(\.n_sort, \.sort, sort)
        message.put(\.has_limit, \.limit, UInt64(clamping: limit))
        message.put(\.has_includes_hidden, \.includes_hidden, includesHidden)
        message.put(\.has_includes_all_burst_assets, \.includes_all_burst_assets, includesAllBurstAssets)
        message.put(\.has_count_only, \.count_only, false)
    }

    private var wireScope: (Photolibrary__FetchCall__Scope, ObjectKind?, ObjectID?) {
        switch scope {
        case .allAssets: (PHOTOLIBRARY__FETCH_CALL__SCOPE__ALL_ASSETS, nil, nil)
        case .assets(let album): (PHOTOLIBRARY__FETCH_CALL__SCOPE__ASSETS_IN_COLLECTION, nil, album)
        case .identifiers(let kind, _): (PHOTOLIBRARY__FETCH_CALL__SCOPE__IDENTIFIERS, kind, nil)
        case .allCollections(let kind): (PHOTOLIBRARY__FETCH_CALL__SCOPE__ALL_COLLECTIONS, kind, nil)
        case .collections(let asset): (PHOTOLIBRARY__FETCH_CALL__SCOPE__COLLECTIONS_CONTAINING, nil, asset)
        case .children(let list): (PHOTOLIBRARY__FETCH_CALL__SCOPE__CHILDREN_OF_LIST, nil, list)
        case .lists(let collection): (PHOTOLIBRARY__FETCH_CALL__SCOPE__LISTS_CONTAINING, nil, collection)
        case .smartAlbums: (PHOTOLIBRARY__FETCH_CALL__SCOPE__SMART_ALBUMS, nil, nil)
        }
    }

    package init(reading message: Message<Photolibrary__FetchCall>) throws(LibraryError) {
        self.init(try FetchScope(reading: message))
        predicate = try message.part(\.predicate)
        sort = try message.parts(\.n_sort, \.sort)
        limit = Int(clamping: message.number(\.has_limit, \.limit) ?? 0)
        includesHidden = message.flag(\.has_includes_hidden, \.includes_hidden) ?? false
        includesAllBurstAssets = message.flag(\.has_includes_all_burst_assets, \.includes_all_burst_assets) ?? false
    }
}

extension FetchScope {
    fileprivate init(reading message: Message<Photolibrary__FetchCall>) throws(LibraryError) {
        func container() throws(LibraryError) -> ObjectID {
            try message.objectID(\.has_container, \.container).required("container")
        }
        func kind() throws(LibraryError) -> ObjectKind {
            try ObjectKind(wire: message.number(\.has_kind, \.kind).required("kind"))
        }
        switch try message.number(\.has_scope, \.scope).required("scope") {
        case PHOTOLIBRARY__FETCH_CALL__SCOPE__ALL_ASSETS: self = .allAssets
        case PHOTOLIBRARY__FETCH_CALL__SCOPE__ASSETS_IN_COLLECTION:
            self = .assets(inCollection: try container())
        case PHOTOLIBRARY__FETCH_CALL__SCOPE__IDENTIFIERS:
            let ids = try message.objectIDs(\.has_identifiers, \.identifiers)
            self = .identifiers(try kind(), ids ?? [])
        case PHOTOLIBRARY__FETCH_CALL__SCOPE__ALL_COLLECTIONS: self = .allCollections(try kind())
        case PHOTOLIBRARY__FETCH_CALL__SCOPE__COLLECTIONS_CONTAINING:
            self = .collections(containing: try container())
        case PHOTOLIBRARY__FETCH_CALL__SCOPE__CHILDREN_OF_LIST:
            self = .children(
                ofList: try message.objectID(\.has_container, \.container)
            )
        case PHOTOLIBRARY__FETCH_CALL__SCOPE__LISTS_CONTAINING:
            self = .lists(containing: try container())
        case PHOTOLIBRARY__FETCH_CALL__SCOPE__SMART_ALBUMS:
            self = .smartAlbums(subtype: message.number(\.has_smart_album, \.smart_album))
        default: throw .malformed("scope")
        }
    }
}

extension SortKey: MessageValue {
    package static let messageKind = MessageKind(photolibrary__sort_key__init)

    package func write(to message: Message<Photolibrary__SortKey>) {
        message.put(\.key, key)
        message.put(\.has_is_ascending, \.is_ascending, isAscending)
    }

    package init(reading message: Message<Photolibrary__SortKey>) throws(LibraryError) {
        self.init(
            try message.text(\.key).required("key"),
            isAscending: try message.flag(\.has_is_ascending, \.is_ascending).required("is_ascending")
        )
    }
}

extension ObjectKind {
    init(wire: Photolibrary__ObjectKind) throws(LibraryError) {
        guard let rawValue = UInt8(exactly: wire.rawValue), let kind = ObjectKind(rawValue: rawValue) else {
            throw .malformed("kind")
        }
        self = kind
    }

    var wire: Photolibrary__ObjectKind { Photolibrary__ObjectKind(UInt32(rawValue)) }
}
