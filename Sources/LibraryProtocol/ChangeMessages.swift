internal import CLibraryProtocol
internal import LibraryModel

// Change blocks.

extension MessageArena {
    func performCall(_ block: ChangeBlock) -> UnsafeMutablePointer<Photolibrary__PerformCall> {
        let message = unsafe make(photolibrary__perform_call__init)
        unsafe message.pointee.idempotency_key = unsafe bytes(block.idempotencyKey)
        unsafe (message.pointee.n_operations, message.pointee.operations) = unsafe list(
            block.operations.map { unsafe operation($0) }
        )
        return unsafe message
    }

    private func operation(_ operation: ChangeOperation) -> UnsafeMutablePointer<Photolibrary__Operation> {
        let message = unsafe make(photolibrary__operation__init)
        switch operation {
        case .createAsset(let creation):
            unsafe message.pointee.operation_case = PHOTOLIBRARY__OPERATION__OPERATION_CREATE_ASSET
            unsafe message.pointee.create_asset = unsafe assetCreation(creation)
        case .updateAsset(let asset, let update):
            unsafe message.pointee.operation_case = PHOTOLIBRARY__OPERATION__OPERATION_UPDATE_ASSET
            let entry = unsafe make(photolibrary__asset_change__init)
            unsafe entry.pointee.asset = unsafe bytes(asset)
            unsafe entry.pointee.update = unsafe assetUpdate(update)
            unsafe message.pointee.update_asset = unsafe entry
        case .setAdjustment(let asset, let adjustment):
            unsafe message.pointee.operation_case = PHOTOLIBRARY__OPERATION__OPERATION_SET_ADJUSTMENT
            let entry = unsafe make(photolibrary__adjustment_change__init)
            unsafe entry.pointee.asset = unsafe bytes(asset)
            unsafe entry.pointee.adjustment = unsafe self.adjustment(adjustment, isSet: true)
            unsafe message.pointee.set_adjustment = unsafe entry
        case .revertAdjustment(let asset):
            unsafe message.pointee.operation_case = PHOTOLIBRARY__OPERATION__OPERATION_REVERT_ADJUSTMENT
            unsafe message.pointee.revert_adjustment = unsafe bytes(asset)
        case .deleteAssets(let assets):
            unsafe message.pointee.operation_case = PHOTOLIBRARY__OPERATION__OPERATION_DELETE_ASSETS
            unsafe message.pointee.delete_assets = unsafe bytes(assets)
        case .recoverAssets(let assets):
            unsafe message.pointee.operation_case = PHOTOLIBRARY__OPERATION__OPERATION_RECOVER_ASSETS
            unsafe message.pointee.recover_assets = unsafe bytes(assets)
        case .createCollection(let kind, let id, let title, let parent):
            unsafe message.pointee.operation_case = PHOTOLIBRARY__OPERATION__OPERATION_CREATE_COLLECTION
            let entry = unsafe make(photolibrary__collection_creation__init)
            unsafe entry.pointee.kind = kind.wire
            unsafe entry.pointee.id = unsafe bytes(id)
            unsafe entry.pointee.title = unsafe string(title)
            if let parent {
                unsafe entry.pointee.has_parent = 1
                unsafe entry.pointee.parent = unsafe bytes(parent)
            }
            unsafe message.pointee.create_collection = unsafe entry
        case .renameCollection(let kind, let id, let title):
            unsafe message.pointee.operation_case = PHOTOLIBRARY__OPERATION__OPERATION_RENAME_COLLECTION
            let entry = unsafe make(photolibrary__collection_rename__init)
            unsafe entry.pointee.kind = kind.wire
            unsafe entry.pointee.id = unsafe bytes(id)
            unsafe entry.pointee.title = unsafe string(title)
            unsafe message.pointee.rename_collection = unsafe entry
        case .deleteCollections(let kind, let ids):
            unsafe message.pointee.operation_case = PHOTOLIBRARY__OPERATION__OPERATION_DELETE_COLLECTIONS
            let entry = unsafe make(photolibrary__collection_deletion__init)
            unsafe entry.pointee.kind = kind.wire
            unsafe entry.pointee.identifiers = unsafe bytes(ids)
            unsafe message.pointee.delete_collections = unsafe entry
        case .insertMembers(let container, let members, let position):
            unsafe message.pointee.operation_case = PHOTOLIBRARY__OPERATION__OPERATION_INSERT_MEMBERS
            unsafe message.pointee.insert_members = unsafe memberChange(container, members, position)
        case .removeMembers(let container, let members):
            unsafe message.pointee.operation_case = PHOTOLIBRARY__OPERATION__OPERATION_REMOVE_MEMBERS
            unsafe message.pointee.remove_members = unsafe memberChange(container, members, nil)
        case .moveMembers(let container, let members, let position):
            unsafe message.pointee.operation_case = PHOTOLIBRARY__OPERATION__OPERATION_MOVE_MEMBERS
            unsafe message.pointee.move_members = unsafe memberChange(container, members, position)
        }
        return unsafe message
    }

    private func assetCreation(_ creation: AssetCreation) -> UnsafeMutablePointer<Photolibrary__AssetCreation> {
        let message = unsafe make(photolibrary__asset_creation__init)
        unsafe message.pointee.id = unsafe bytes(creation.id)
        unsafe (message.pointee.n_resources, message.pointee.resources) = unsafe list(
            creation.resources.map { use in
                let entry = unsafe make(photolibrary__staged_resource_use__init)
                unsafe entry.pointee.staged = unsafe bytes(use.staged)
                unsafe entry.pointee.kind = use.kind.rawValue
                if let filename = use.filename { unsafe entry.pointee.filename = unsafe string(filename) }
                return unsafe entry
            }
        )
        if !creation.properties.isEmpty { unsafe message.pointee.properties = unsafe assetUpdate(creation.properties) }
        return unsafe message
    }

    private func assetUpdate(_ update: AssetUpdate) -> UnsafeMutablePointer<Photolibrary__AssetUpdate> {
        let message = unsafe make(photolibrary__asset_update__init)
        switch update.creationDate {
        case .set(let instant):
            unsafe message.pointee.has_creation_date = 1
            unsafe message.pointee.creation_date = instant
        case .clear:
            unsafe message.pointee.has_clears_creation_date = 1
            unsafe message.pointee.clears_creation_date = 1
        case nil: break
        }
        switch update.location {
        case .set(let location):
            unsafe message.pointee.has_latitude = 1
            unsafe message.pointee.latitude = location.latitude
            unsafe message.pointee.has_longitude = 1
            unsafe message.pointee.longitude = location.longitude
            if let altitude = location.altitude {
                unsafe message.pointee.has_altitude = 1
                unsafe message.pointee.altitude = altitude
            }
        case .clear:
            unsafe message.pointee.has_clears_location = 1
            unsafe message.pointee.clears_location = 1
        case nil: break
        }
        if let isFavorite = update.isFavorite {
            unsafe message.pointee.has_is_favorite = 1
            unsafe message.pointee.is_favorite = isFavorite ? 1 : 0
        }
        if let isHidden = update.isHidden {
            unsafe message.pointee.has_is_hidden = 1
            unsafe message.pointee.is_hidden = isHidden ? 1 : 0
        }
        if let rating = update.rating {
            unsafe message.pointee.has_rating = 1
            unsafe message.pointee.rating = rating
        }
        unsafe setTexts(update, of: message)
        return unsafe message
    }

    private func setTexts(_ update: AssetUpdate, of message: UnsafeMutablePointer<Photolibrary__AssetUpdate>) {
        switch update.title {
        case .set(let title): unsafe message.pointee.title = unsafe string(title)
        case .clear:
            unsafe message.pointee.has_clears_title = 1
            unsafe message.pointee.clears_title = 1
        case nil: break
        }
        switch update.caption {
        case .set(let caption): unsafe message.pointee.caption = unsafe string(caption)
        case .clear:
            unsafe message.pointee.has_clears_caption = 1
            unsafe message.pointee.clears_caption = 1
        case nil: break
        }
        unsafe (message.pointee.n_removed_keywords, message.pointee.removed_keywords) = unsafe strings(
            update.removedKeywords
        )
        unsafe (message.pointee.n_added_keywords, message.pointee.added_keywords) = unsafe strings(
            update.addedKeywords
        )
        if let keywords = update.keywords {
            let entry = unsafe make(photolibrary__keywords__init)
            unsafe (entry.pointee.n_keywords, entry.pointee.keywords) = unsafe strings(keywords)
            unsafe message.pointee.keywords = unsafe entry
        }
    }

    private func memberChange(
        _ container: ChangeOperation.Container,
        _ members: [LocalIdentifier],
        _ position: Int?
    ) -> UnsafeMutablePointer<Photolibrary__MemberChange> {
        let message = unsafe make(photolibrary__member_change__init)
        switch container {
        case .album(let id):
            unsafe message.pointee.container_kind = ObjectKind.assetCollection.wire
            unsafe message.pointee.has_container = 1
            unsafe message.pointee.container = unsafe bytes(id)
        case .folder(let id):
            unsafe message.pointee.container_kind = ObjectKind.collectionList.wire
            unsafe message.pointee.has_container = 1
            unsafe message.pointee.container = unsafe bytes(id)
        case .topLevel:
            unsafe message.pointee.container_kind = ObjectKind.collectionList.wire
        }
        unsafe message.pointee.members = unsafe bytes(members)
        if let position {
            unsafe message.pointee.has_position = 1
            unsafe message.pointee.position = UInt64(clamping: position)
        }
        return unsafe message
    }
}

extension ChangeBlock {
    init(decoding message: Photolibrary__PerformCall) throws(LibraryError) {
        unsafe self.init(
            idempotencyKey: try message.idempotency_key.objectID("idempotency_key"),
            operations: try decodeList(message.n_operations, message.operations) {
                (operation: Photolibrary__Operation) throws(LibraryError) in
                unsafe try ChangeOperation(decoding: operation)
            }
        )
    }
}

extension ChangeOperation {
    fileprivate init(decoding message: Photolibrary__Operation) throws(LibraryError) {
        switch unsafe message.operation_case {
        case PHOTOLIBRARY__OPERATION__OPERATION_CREATE_ASSET:
            self = unsafe .createAsset(try AssetCreation(decoding: present(message.create_asset)))
        case PHOTOLIBRARY__OPERATION__OPERATION_UPDATE_ASSET:
            let change = unsafe try present(message.update_asset)
            self = unsafe .updateAsset(
                try change.asset.objectID("asset"),
                try AssetUpdate(decoding: present(change.update))
            )
        case PHOTOLIBRARY__OPERATION__OPERATION_SET_ADJUSTMENT:
            let change = unsafe try present(message.set_adjustment)
            self = unsafe .setAdjustment(
                try change.asset.objectID("asset"),
                try Adjustment(decoding: present(change.adjustment))
            )
        case PHOTOLIBRARY__OPERATION__OPERATION_REVERT_ADJUSTMENT:
            self = unsafe .revertAdjustment(try message.revert_adjustment.objectID("revert_adjustment"))
        case PHOTOLIBRARY__OPERATION__OPERATION_DELETE_ASSETS:
            self = unsafe .deleteAssets(try message.delete_assets.objectIDs("delete_assets"))
        case PHOTOLIBRARY__OPERATION__OPERATION_RECOVER_ASSETS:
            self = unsafe .recoverAssets(try message.recover_assets.objectIDs("recover_assets"))
        case PHOTOLIBRARY__OPERATION__OPERATION_CREATE_COLLECTION:
            let creation = unsafe try present(message.create_collection)
            self = unsafe .createCollection(
                try ObjectKind(wire: creation.kind),
                try creation.id.objectID("id"),
                title: decodeString(creation.title),
                parent: creation.has_parent != 0 ? try creation.parent.objectID("parent") : nil
            )
        case PHOTOLIBRARY__OPERATION__OPERATION_RENAME_COLLECTION:
            let rename = unsafe try present(message.rename_collection)
            self = unsafe .renameCollection(
                try ObjectKind(wire: rename.kind),
                try rename.id.objectID("id"),
                title: decodeString(rename.title)
            )
        case PHOTOLIBRARY__OPERATION__OPERATION_DELETE_COLLECTIONS:
            let deletion = unsafe try present(message.delete_collections)
            self = unsafe .deleteCollections(
                try ObjectKind(wire: deletion.kind),
                try deletion.identifiers.objectIDs("identifiers")
            )
        case PHOTOLIBRARY__OPERATION__OPERATION_INSERT_MEMBERS:
            let change = unsafe try present(message.insert_members)
            self = unsafe .insertMembers(
                try Container(decoding: change),
                try change.members.localIdentifiers("members"),
                at: change.has_position != 0 ? Int(clamping: change.position) : nil
            )
        case PHOTOLIBRARY__OPERATION__OPERATION_REMOVE_MEMBERS:
            let change = unsafe try present(message.remove_members)
            self = unsafe .removeMembers(
                try Container(decoding: change),
                try change.members.localIdentifiers("members")
            )
        case PHOTOLIBRARY__OPERATION__OPERATION_MOVE_MEMBERS:
            let change = unsafe try present(message.move_members)
            self = unsafe .moveMembers(
                try Container(decoding: change),
                try change.members.localIdentifiers("members"),
                to: change.has_position != 0 ? Int(clamping: change.position) : nil
            )
        default:
            throw .malformed("operation")
        }
    }
}

extension ChangeOperation.Container {
    fileprivate init(decoding message: Photolibrary__MemberChange) throws(LibraryError) {
        guard unsafe message.has_container != 0 else {
            guard unsafe try ObjectKind(wire: message.container_kind) == .collectionList else {
                throw .malformed("container")
            }
            self = .topLevel
            return
        }
        let id = unsafe try message.container.objectID("container")
        switch unsafe try ObjectKind(wire: message.container_kind) {
        case .assetCollection: self = .album(id)
        case .collectionList: self = .folder(id)
        case .asset: throw .malformed("container")
        }
    }
}

extension AssetCreation {
    fileprivate init(decoding message: Photolibrary__AssetCreation) throws(LibraryError) {
        unsafe self.init(
            id: try message.id.objectID("id"),
            resources: try decodeList(message.n_resources, message.resources) {
                (use: Photolibrary__StagedResourceUse) throws(LibraryError) in
                unsafe StagedResourceUse(
                    staged: try use.staged.objectID("staged"),
                    kind: ResourceKind(rawValue: use.kind),
                    filename: decodeOptionalString(use.filename)
                )
            }
        )
        if let update = unsafe message.properties { properties = unsafe try AssetUpdate(decoding: update.pointee) }
    }
}

extension AssetUpdate {
    fileprivate init(decoding message: Photolibrary__AssetUpdate) throws(LibraryError) {
        self.init()
        creationDate = unsafe try AssetUpdate.setting(
            message.has_creation_date != 0 ? message.creation_date : nil,
            clears: message.clears_creation_date,
            "creationDate"
        )
        var place: Coordinate?
        if unsafe message.has_latitude != 0 || message.has_longitude != 0 || message.has_altitude != 0 {
            guard unsafe message.has_latitude != 0, unsafe message.has_longitude != 0 else {
                throw LibraryError(.invalidRequest, "a location lacks a part", details: ["key": "location"])
            }
            place = unsafe Coordinate(
                latitude: message.latitude,
                longitude: message.longitude,
                altitude: message.has_altitude != 0 ? message.altitude : nil
            )
        }
        location = unsafe try AssetUpdate.setting(place, clears: message.clears_location, "location")
        if unsafe message.has_is_favorite != 0 { isFavorite = unsafe message.is_favorite != 0 }
        if unsafe message.has_is_hidden != 0 { isHidden = unsafe message.is_hidden != 0 }
        if unsafe message.has_rating != 0 { rating = unsafe message.rating }
        title = unsafe try AssetUpdate.setting(
            decodeOptionalString(message.title),
            clears: message.clears_title,
            "title"
        )
        caption = unsafe try AssetUpdate.setting(
            decodeOptionalString(message.caption),
            clears: message.clears_caption,
            "caption"
        )
        removedKeywords = unsafe decodeStrings(message.n_removed_keywords, message.removed_keywords)
        addedKeywords = unsafe decodeStrings(message.n_added_keywords, message.added_keywords)
        if let list = unsafe message.keywords {
            keywords = unsafe decodeStrings(list.pointee.n_keywords, list.pointee.keywords)
        }
    }

    /// What becomes of a property that can be cleared. To set and clear it at once says nothing.
    private static func setting<Value>(
        _ value: Value?,
        clears: protobuf_c_boolean,
        _ key: String
    ) throws(LibraryError) -> Setting<Value>? {
        guard clears != 0 else { return value.map { .set($0) } }
        guard value == nil else {
            throw LibraryError(.invalidRequest, "a property is set and cleared at once", details: ["key": key])
        }
        return .clear
    }
}

/// A sub-message that a oneof or `required` promises.
func present<Message>(_ message: UnsafeMutablePointer<Message>?) throws(LibraryError) -> Message {
    guard let message = unsafe message else { throw .malformed("missing part") }
    return unsafe message.pointee
}
