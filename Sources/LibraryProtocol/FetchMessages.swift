internal import CLibraryProtocol
internal import LibraryModel

// FetchCall, FetchResult and LoadCall.

extension MessageArena {
    func fetchCall(_ request: FetchRequest, countOnly: Bool) -> UnsafeMutablePointer<Photolibrary__FetchCall> {
        let message = unsafe make(photolibrary__fetch_call__init)
        switch request.scope {
        case .allAssets:
            unsafe message.pointee.scope = PHOTOLIBRARY__FETCH_CALL__SCOPE__ALL_ASSETS
        case .assets(inCollection: let album):
            unsafe message.pointee.scope = PHOTOLIBRARY__FETCH_CALL__SCOPE__ASSETS_IN_COLLECTION
            unsafe setContainer(album, of: message)
        case .identifiers(let kind, let ids):
            unsafe message.pointee.scope = PHOTOLIBRARY__FETCH_CALL__SCOPE__IDENTIFIERS
            unsafe setKind(kind, of: message)
            unsafe message.pointee.has_identifiers = 1
            unsafe message.pointee.identifiers = unsafe bytes(ids)
        case .allCollections(let kind):
            unsafe message.pointee.scope = PHOTOLIBRARY__FETCH_CALL__SCOPE__ALL_COLLECTIONS
            unsafe setKind(kind, of: message)
        case .collections(containing: let asset):
            unsafe message.pointee.scope = PHOTOLIBRARY__FETCH_CALL__SCOPE__COLLECTIONS_CONTAINING
            unsafe setContainer(asset, of: message)
        case .children(ofList: let list):
            unsafe message.pointee.scope = PHOTOLIBRARY__FETCH_CALL__SCOPE__CHILDREN_OF_LIST
            if let list { unsafe setContainer(list, of: message) }
        case .lists(containing: let collection):
            unsafe message.pointee.scope = PHOTOLIBRARY__FETCH_CALL__SCOPE__LISTS_CONTAINING
            unsafe setContainer(collection, of: message)
        case .smartAlbums(subtype: let subtype):
            unsafe message.pointee.scope = PHOTOLIBRARY__FETCH_CALL__SCOPE__SMART_ALBUMS
            unsafe message.pointee.has_smart_album = subtype == nil ? 0 : 1
            unsafe message.pointee.smart_album = subtype ?? 0
        }
        if let predicate = request.predicate { unsafe message.pointee.predicate = unsafe self.predicate(predicate) }
        unsafe (message.pointee.n_sort, message.pointee.sort) = unsafe list(
            request.sort.map { key in
                let entry = unsafe make(photolibrary__sort_key__init)
                unsafe entry.pointee.key = unsafe string(key.key)
                unsafe entry.pointee.is_ascending = key.isAscending ? 1 : 0
                return unsafe entry
            }
        )
        unsafe message.pointee.has_limit = 1
        unsafe message.pointee.limit = UInt64(clamping: request.limit)
        unsafe message.pointee.has_includes_hidden = 1
        unsafe message.pointee.includes_hidden = request.includesHidden ? 1 : 0
        unsafe message.pointee.has_includes_all_burst_assets = 1
        unsafe message.pointee.includes_all_burst_assets = request.includesAllBurstAssets ? 1 : 0
        unsafe message.pointee.has_count_only = 1
        unsafe message.pointee.count_only = countOnly ? 1 : 0
        return unsafe message
    }

    private func setContainer(_ id: ObjectID, of message: UnsafeMutablePointer<Photolibrary__FetchCall>) {
        unsafe message.pointee.has_container = 1
        unsafe message.pointee.container = unsafe bytes(id)
    }

    private func setKind(_ kind: ObjectKind, of message: UnsafeMutablePointer<Photolibrary__FetchCall>) {
        unsafe message.pointee.has_kind = 1
        unsafe message.pointee.kind = kind.wire
    }

    func fetchResult(
        _ ids: [ObjectID],
        hints: [RowHint],
        kinds: FetchedKinds
    ) -> UnsafeMutablePointer<Photolibrary__FetchResult> {
        let message = unsafe make(photolibrary__fetch_result__init)
        unsafe message.pointee.count = UInt64(ids.count)
        unsafe message.pointee.has_identifiers = 1
        unsafe message.pointee.identifiers = unsafe bytes(ids)
        unsafe (message.pointee.n_hints, message.pointee.hints) = unsafe column(hints)
        switch kinds {
        case .all(let kind):
            unsafe message.pointee.has_kind = 1
            unsafe message.pointee.kind = kind.wire
        case .each(let kinds):
            unsafe message.pointee.has_kinds = 1
            unsafe message.pointee.kinds = unsafe bytes(kinds.map(\.rawValue))
        }
        return unsafe message
    }

    func fetchResultInMemory(
        count: Int,
        hasHints: Bool,
        kind: ObjectKind
    ) -> UnsafeMutablePointer<Photolibrary__FetchResult> {
        let message = unsafe make(photolibrary__fetch_result__init)
        unsafe message.pointee.count = UInt64(count)
        unsafe message.pointee.has_kind = 1
        unsafe message.pointee.kind = kind.wire
        unsafe message.pointee.has_is_in_descriptor = 1
        unsafe message.pointee.is_in_descriptor = 1
        unsafe message.pointee.has_has_hints = 1
        unsafe message.pointee.has_hints = hasHints ? 1 : 0
        return unsafe message
    }

    func setState(_ state: ChangeToken?, of message: UnsafeMutablePointer<Photolibrary__FetchResult>) {
        guard let state else { return }
        unsafe message.pointee.has_token = 1
        unsafe message.pointee.token = unsafe bytes(state.serialized)
    }

    func loadCall(
        _ kind: ObjectKind,
        _ ids: [ObjectID],
        hints: [RowHint],
        includesDeleted: Bool
    ) -> UnsafeMutablePointer<Photolibrary__LoadCall> {
        let message = unsafe make(photolibrary__load_call__init)
        unsafe message.pointee.has_includes_deleted = 1
        unsafe message.pointee.includes_deleted = includesDeleted ? 1 : 0
        unsafe message.pointee.kind = kind.wire
        unsafe message.pointee.identifiers = unsafe bytes(ids)
        unsafe (message.pointee.n_hints, message.pointee.hints) = unsafe column(hints)
        return unsafe message
    }
}

extension FetchRequest {
    init(decoding message: Photolibrary__FetchCall) throws(LibraryError) {
        let scope: FetchScope
        switch unsafe message.scope {
        case PHOTOLIBRARY__FETCH_CALL__SCOPE__ALL_ASSETS:
            scope = .allAssets
        case PHOTOLIBRARY__FETCH_CALL__SCOPE__ASSETS_IN_COLLECTION:
            scope = unsafe .assets(inCollection: try message.container.objectID("container"))
        case PHOTOLIBRARY__FETCH_CALL__SCOPE__IDENTIFIERS:
            scope = unsafe .identifiers(
                try ObjectKind(wire: message.kind),
                try message.identifiers.objectIDs("identifiers")
            )
        case PHOTOLIBRARY__FETCH_CALL__SCOPE__ALL_COLLECTIONS:
            scope = unsafe .allCollections(try ObjectKind(wire: message.kind))
        case PHOTOLIBRARY__FETCH_CALL__SCOPE__COLLECTIONS_CONTAINING:
            scope = unsafe .collections(containing: try message.container.objectID("container"))
        case PHOTOLIBRARY__FETCH_CALL__SCOPE__CHILDREN_OF_LIST:
            scope = unsafe .children(
                ofList: message.has_container != 0 ? try message.container.objectID("container") : nil
            )
        case PHOTOLIBRARY__FETCH_CALL__SCOPE__LISTS_CONTAINING:
            scope = unsafe .lists(containing: try message.container.objectID("container"))
        case PHOTOLIBRARY__FETCH_CALL__SCOPE__SMART_ALBUMS:
            scope = unsafe .smartAlbums(subtype: message.has_smart_album != 0 ? message.smart_album : nil)
        default:
            throw .malformed("scope")
        }
        self.init(scope)
        if let predicate = unsafe message.predicate {
            self.predicate = unsafe try PredicateProgram(decoding: predicate.pointee)
        }
        sort = unsafe try decodeList(message.n_sort, message.sort) {
            (key: Photolibrary__SortKey) throws(LibraryError) in
            unsafe SortKey(decodeString(key.key), isAscending: key.is_ascending != 0)
        }
        limit = unsafe Int(clamping: message.limit)
        includesHidden = unsafe message.includes_hidden != 0
        includesAllBurstAssets = unsafe message.includes_all_burst_assets != 0
    }
}

extension LibraryReply {
    init(decoding message: Photolibrary__FetchResult) throws(LibraryError) {
        var state: ChangeToken?
        if unsafe message.has_token != 0 {
            guard let token = unsafe ChangeToken(serialized: message.token.array) else { throw .malformed("token") }
            state = token
        }
        if unsafe message.is_in_descriptor != 0 {
            self = unsafe .fetchedInMemory(
                count: Int(clamping: message.count),
                hasHints: message.has_hints != 0,
                kind: try ObjectKind(wire: message.kind),
                state: state
            )
            return
        }
        if unsafe message.has_identifiers == 0 {
            self = unsafe .count(Int(clamping: message.count))
            return
        }
        let ids = unsafe try message.identifiers.objectIDs("identifiers")
        let hints: [RowHint] = unsafe decodeColumn(message.n_hints, message.hints)
        guard hints.isEmpty || hints.count == ids.count else { throw .malformed("hints") }
        guard unsafe message.has_kinds != 0 else {
            self = unsafe .fetched(ids, hints: hints, kinds: .all(try ObjectKind(wire: message.kind)), state: state)
            return
        }
        var kinds: [ObjectKind] = []
        for rawValue in unsafe message.kinds.array {
            guard let kind = ObjectKind(rawValue: rawValue) else { throw .malformed("kinds") }
            kinds.append(kind)
        }
        guard kinds.count == ids.count else { throw .malformed("kinds") }
        self = .fetched(ids, hints: hints, kinds: .each(kinds), state: state)
    }
}

extension ObjectKind {
    init(wire: Photolibrary__ObjectKind) throws(LibraryError) {
        guard let rawValue = UInt8(exactly: wire.rawValue), let kind = ObjectKind(rawValue: rawValue) else {
            throw .malformed("kind")
        }
        self = kind
    }

    var wire: Photolibrary__ObjectKind {
        switch self {
        case .asset: PHOTOLIBRARY__OBJECT_KIND__ASSET
        case .assetCollection: PHOTOLIBRARY__OBJECT_KIND__ASSET_COLLECTION
        case .collectionList: PHOTOLIBRARY__OBJECT_KIND__COLLECTION_LIST
        }
    }
}
