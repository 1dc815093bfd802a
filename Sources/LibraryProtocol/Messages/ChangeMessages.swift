package import CLibraryProtocol
package import LibraryModel

// Change blocks and their operations.

extension ChangeBlock: MessageValue {
    package static let messageKind = MessageKind(photolibrary__perform_call__init)

    package func write(to message: Message<Photolibrary__PerformCall>) {
        message.put(\.has_idempotency_key, \.idempotency_key, idempotencyKey)
        message.put(\.n_operations, \.operations, operations)
    }

    package init(reading message: Message<Photolibrary__PerformCall>) throws(LibraryError) {
        self.init(
            idempotencyKey: try message.objectID(\.has_idempotency_key, \.idempotency_key).required("idempotency_key"),
            operations: try message.parts(\.n_operations, \.operations)
        )
    }
}

extension ChangeOperation: MessageValue {
    package static let messageKind = MessageKind(photolibrary__operation__init)

    package func write(to message: Message<Photolibrary__Operation>) {
        switch self {
        case .createAsset(let creation):
            message[\.operation_case] = PHOTOLIBRARY__OPERATION__OPERATION_CREATE_ASSET
            message.put(\.create_asset, creation)
        case .completeAsset(let asset, let resources):
            message[\.operation_case] = PHOTOLIBRARY__OPERATION__OPERATION_COMPLETE_ASSET
            message.put(\.complete_asset, AssetCompletion(asset: asset, resources: resources))
        case .updateAsset(let asset, let update):
            message[\.operation_case] = PHOTOLIBRARY__OPERATION__OPERATION_UPDATE_ASSET
            message.put(\.update_asset, AssetChange(asset: asset, update: update))
        case .setAdjustment(let asset, let adjustment):
            message[\.operation_case] = PHOTOLIBRARY__OPERATION__OPERATION_SET_ADJUSTMENT
            message.put(\.set_adjustment, AdjustmentChange(asset: asset, adjustment: adjustment))
        case .revertAdjustment(let asset):
            message[\.operation_case] = PHOTOLIBRARY__OPERATION__OPERATION_REVERT_ADJUSTMENT
            message.put(\.revert_adjustment, [asset])
        case .deleteAssets(let assets):
            message[\.operation_case] = PHOTOLIBRARY__OPERATION__OPERATION_DELETE_ASSETS
            message.put(\.delete_assets, assets)
        case .recoverAssets(let assets):
            message[\.operation_case] = PHOTOLIBRARY__OPERATION__OPERATION_RECOVER_ASSETS
            message.put(\.recover_assets, assets)
        case .createCollection(let kind, let id, let title, let parent):
            message[\.operation_case] = PHOTOLIBRARY__OPERATION__OPERATION_CREATE_COLLECTION
            message.put(\.create_collection, CollectionCreation(kind: kind, id: id, title: title, parent: parent))
        case .renameCollection(let kind, let id, let title):
            message[\.operation_case] = PHOTOLIBRARY__OPERATION__OPERATION_RENAME_COLLECTION
            message.put(\.rename_collection, CollectionRename(kind: kind, id: id, title: title))
        case .deleteCollections(let kind, let ids):
            message[\.operation_case] = PHOTOLIBRARY__OPERATION__OPERATION_DELETE_COLLECTIONS
            message.put(\.delete_collections, CollectionDeletion(kind: kind, ids: ids))
        case .insertMembers(let container, let members, let position):
            message[\.operation_case] = PHOTOLIBRARY__OPERATION__OPERATION_INSERT_MEMBERS
            message.put(\.insert_members, MemberChange(container: container, members: members, position: position))
        case .removeMembers(let container, let members):
            message[\.operation_case] = PHOTOLIBRARY__OPERATION__OPERATION_REMOVE_MEMBERS
            message.put(\.remove_members, MemberChange(container: container, members: members))
        case .moveMembers(let container, let members, let position):
            message[\.operation_case] = PHOTOLIBRARY__OPERATION__OPERATION_MOVE_MEMBERS
            message.put(\.move_members, MemberChange(container: container, members: members, position: position))
        case .createUploadJob(let creation):
            message[\.operation_case] = PHOTOLIBRARY__OPERATION__OPERATION_CREATE_UPLOAD_JOB
            message.put(\.create_upload_job, creation)
        case .retryUploadJob(let job, let destination):
            message[\.operation_case] = PHOTOLIBRARY__OPERATION__OPERATION_RETRY_UPLOAD_JOB
            message.put(\.retry_upload_job, UploadJobRetry(job: job, destination: destination))
        case .acknowledgeUploadJobs(let jobs):
            message[\.operation_case] = PHOTOLIBRARY__OPERATION__OPERATION_ACKNOWLEDGE_UPLOAD_JOBS
            message.put(\.acknowledge_upload_jobs, jobs)
        case .cancelUploadJobs(let jobs):
            message[\.operation_case] = PHOTOLIBRARY__OPERATION__OPERATION_CANCEL_UPLOAD_JOBS
            message.put(\.cancel_upload_jobs, jobs)
        }
    }

    package init(reading message: Message<Photolibrary__Operation>) throws(LibraryError) {
        switch message[\.operation_case] {
        case PHOTOLIBRARY__OPERATION__OPERATION_CREATE_ASSET:
            self = .createAsset(try message.part(\.create_asset).required("create_asset"))
        case PHOTOLIBRARY__OPERATION__OPERATION_COMPLETE_ASSET:
            let completion = try message.part(\.complete_asset, as: AssetCompletion.self).required("complete_asset")
            self = .completeAsset(completion.asset, completion.resources)
        case PHOTOLIBRARY__OPERATION__OPERATION_UPDATE_ASSET:
            let change = try message.part(\.update_asset, as: AssetChange.self).required("update_asset")
            self = .updateAsset(change.asset, change.update)
        case PHOTOLIBRARY__OPERATION__OPERATION_SET_ADJUSTMENT:
            let change = try message.part(\.set_adjustment, as: AdjustmentChange.self).required("set_adjustment")
            self = .setAdjustment(change.asset, change.adjustment)
        case PHOTOLIBRARY__OPERATION__OPERATION_REVERT_ADJUSTMENT:
            self = .revertAdjustment(try message.objectID(\.revert_adjustment))
        case PHOTOLIBRARY__OPERATION__OPERATION_DELETE_ASSETS:
            self = .deleteAssets(try message.objectIDs(\.delete_assets))
        case PHOTOLIBRARY__OPERATION__OPERATION_RECOVER_ASSETS:
            self = .recoverAssets(try message.objectIDs(\.recover_assets))
        case PHOTOLIBRARY__OPERATION__OPERATION_CREATE_COLLECTION:
            let new = try message.part(\.create_collection, as: CollectionCreation.self).required("create_collection")
            self = .createCollection(new.kind, new.id, title: new.title, parent: new.parent)
        case PHOTOLIBRARY__OPERATION__OPERATION_RENAME_COLLECTION:
            let rename = try message.part(\.rename_collection, as: CollectionRename.self).required("rename_collection")
            self = .renameCollection(rename.kind, rename.id, title: rename.title)
        case PHOTOLIBRARY__OPERATION__OPERATION_DELETE_COLLECTIONS:
            let deletion = try message.part(\.delete_collections, as: CollectionDeletion.self)
                .required("delete_collections")
            self = .deleteCollections(deletion.kind, deletion.ids)
        case PHOTOLIBRARY__OPERATION__OPERATION_INSERT_MEMBERS:
            let change = try message.part(\.insert_members, as: MemberChange.self).required("insert_members")
            self = .insertMembers(change.container, change.members, at: change.position)
        case PHOTOLIBRARY__OPERATION__OPERATION_REMOVE_MEMBERS:
            let change = try message.part(\.remove_members, as: MemberChange.self).required("remove_members")
            self = .removeMembers(change.container, change.members)
        case PHOTOLIBRARY__OPERATION__OPERATION_MOVE_MEMBERS:
            let change = try message.part(\.move_members, as: MemberChange.self).required("move_members")
            self = .moveMembers(change.container, change.members, to: change.position)
        case PHOTOLIBRARY__OPERATION__OPERATION_CREATE_UPLOAD_JOB:
            self = .createUploadJob(try message.part(\.create_upload_job).required("create_upload_job"))
        case PHOTOLIBRARY__OPERATION__OPERATION_RETRY_UPLOAD_JOB:
            let retry = try message.part(\.retry_upload_job, as: UploadJobRetry.self).required("retry_upload_job")
            self = .retryUploadJob(retry.job, destination: retry.destination)
        case PHOTOLIBRARY__OPERATION__OPERATION_ACKNOWLEDGE_UPLOAD_JOBS:
            self = .acknowledgeUploadJobs(try message.objectIDs(\.acknowledge_upload_jobs))
        case PHOTOLIBRARY__OPERATION__OPERATION_CANCEL_UPLOAD_JOBS:
            self = .cancelUploadJobs(try message.objectIDs(\.cancel_upload_jobs))
        default: throw .malformed("operation")
        }
    }
}

// The messages of operations.

private struct AssetCompletion: MessageValue {
    static let messageKind = MessageKind(photolibrary__asset_completion__init)

    var asset: ObjectID
    var resources: [StagedResourceUse]

    init(asset: ObjectID, resources: [StagedResourceUse]) { (self.asset, self.resources) = (asset, resources) }

    func write(to message: Message<Photolibrary__AssetCompletion>) {
        message.put(\.has_asset, \.asset, asset)
        message.put(\.n_resources, \.resources, resources)
    }

    init(reading message: Message<Photolibrary__AssetCompletion>) throws(LibraryError) {
        asset = try message.objectID(\.has_asset, \.asset).required("asset")
        resources = try message.parts(\.n_resources, \.resources)
    }
}

private struct AssetChange: MessageValue {
    static let messageKind = MessageKind(photolibrary__asset_change__init)

    var asset: ObjectID
    var update: AssetUpdate

    init(asset: ObjectID, update: AssetUpdate) { (self.asset, self.update) = (asset, update) }

    func write(to message: Message<Photolibrary__AssetChange>) {
        message.put(\.has_asset, \.asset, asset)
        message.put(\.update, update)
    }

    init(reading message: Message<Photolibrary__AssetChange>) throws(LibraryError) {
        asset = try message.objectID(\.has_asset, \.asset).required("asset")
        update = try message.part(\.update).required("update")
    }
}

private struct AdjustmentChange: MessageValue {
    static let messageKind = MessageKind(photolibrary__adjustment_change__init)

    var asset: ObjectID
    var adjustment: Adjustment

    init(asset: ObjectID, adjustment: Adjustment) { (self.asset, self.adjustment) = (asset, adjustment) }

    func write(to message: Message<Photolibrary__AdjustmentChange>) {
        message.put(\.has_asset, \.asset, asset)
        message.put(\.adjustment, adjustment)
    }

    init(reading message: Message<Photolibrary__AdjustmentChange>) throws(LibraryError) {
        asset = try message.objectID(\.has_asset, \.asset).required("asset")
        adjustment = try message.part(\.adjustment).required("adjustment")
    }
}

private struct CollectionCreation: MessageValue {
    static let messageKind = MessageKind(photolibrary__collection_creation__init)

    var kind: ObjectKind
    var id: ObjectID
    var title: String
    var parent: ObjectID?

    init(kind: ObjectKind, id: ObjectID, title: String, parent: ObjectID?) {
        (self.kind, self.id, self.title, self.parent) = (kind, id, title, parent)
    }

    func write(to message: Message<Photolibrary__CollectionCreation>) {
        message.put(\.has_kind, \.kind, kind.wire)
        message.put(\.has_id, \.id, id)
        message.put(\.title, title)
        message.put(\.has_parent, \.parent, parent)
    }

    init(reading message: Message<Photolibrary__CollectionCreation>) throws(LibraryError) {
        kind = try ObjectKind(wire: message.number(\.has_kind, \.kind).required("kind"))
        id = try message.objectID(\.has_id, \.id).required("id")
        title = try message.text(\.title).required("title")
        parent = try message.objectID(\.has_parent, \.parent)
    }
}

private struct CollectionRename: MessageValue {
    static let messageKind = MessageKind(photolibrary__collection_rename__init)

    var kind: ObjectKind
    var id: ObjectID
    var title: String

    init(kind: ObjectKind, id: ObjectID, title: String) { (self.kind, self.id, self.title) = (kind, id, title) }

    func write(to message: Message<Photolibrary__CollectionRename>) {
        message.put(\.has_kind, \.kind, kind.wire)
        message.put(\.has_id, \.id, id)
        message.put(\.title, title)
    }

    init(reading message: Message<Photolibrary__CollectionRename>) throws(LibraryError) {
        kind = try ObjectKind(wire: message.number(\.has_kind, \.kind).required("kind"))
        id = try message.objectID(\.has_id, \.id).required("id")
        title = try message.text(\.title).required("title")
    }
}

private struct CollectionDeletion: MessageValue {
    static let messageKind = MessageKind(photolibrary__collection_deletion__init)

    var kind: ObjectKind
    var ids: [ObjectID]

    init(kind: ObjectKind, ids: [ObjectID]) { (self.kind, self.ids) = (kind, ids) }

    func write(to message: Message<Photolibrary__CollectionDeletion>) {
        message.put(\.has_kind, \.kind, kind.wire)
        message.put(\.has_identifiers, \.identifiers, ids)
    }

    init(reading message: Message<Photolibrary__CollectionDeletion>) throws(LibraryError) {
        kind = try ObjectKind(wire: message.number(\.has_kind, \.kind).required("kind"))
        ids = try message.objectIDs(\.has_identifiers, \.identifiers).required("identifiers")
    }
}

private struct MemberChange: MessageValue {
    static let messageKind = MessageKind(photolibrary__member_change__init)

    var container: ChangeOperation.Container
    var members: [LocalIdentifier]
    /// Nil for the end.
    var position: Int?

    init(container: ChangeOperation.Container, members: [LocalIdentifier], position: Int? = nil) {
        (self.container, self.members, self.position) = (container, members, position)
    }

    func write(to message: Message<Photolibrary__MemberChange>) {
        let (kind, id): (ObjectKind, ObjectID?) =
            switch container {
            case .album(let id): (.assetCollection, id)
            case .folder(let id): (.collectionList, id)
            case .topLevel: (.collectionList, nil)
            }
        message.put(\.has_container_kind, \.container_kind, kind.wire)
        message.put(\.has_container, \.container, id)
        message.put(\.has_members, \.members, members)
        message.put(\.has_position, \.position, position.map { UInt64(clamping: $0) })
    }

    init(reading message: Message<Photolibrary__MemberChange>) throws(LibraryError) {
        let kind = try ObjectKind(
            wire: message.number(\.has_container_kind, \.container_kind).required("container_kind")
        )
        switch (kind, try message.objectID(\.has_container, \.container)) {
        case (.assetCollection, let id?): container = .album(id)
        case (.collectionList, let id?): container = .folder(id)
        case (.collectionList, nil): container = .topLevel
        case (.assetCollection, nil), (.asset, _): throw .malformed("container")
        }
        members = try message.localIdentifiers(\.has_members, \.members).required("members")
        position = message.number(\.has_position, \.position).map { Int(clamping: $0) }
    }
}
