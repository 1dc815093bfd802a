/// An atomic, ordered change block.
package struct ChangeBlock: Hashable, Sendable {
    /// The idempotency key: the server performs a block once within a week and repeats its reply.
    package var idempotencyKey: ObjectID
    package var operations: [ChangeOperation]

    package init(idempotencyKey: ObjectID = .random(), operations: [ChangeOperation]) {
        self.idempotencyKey = idempotencyKey
        self.operations = operations
    }

    /// The most operations of one block.
    package static let maximumOperations = 100_000
}

/// One operation of a change block. Identifiers of created objects are minted before (`mintIdentifiers`), so that later
/// operations, and the app's placeholder, can refer to them.
package enum ChangeOperation: Hashable, Sendable {
    case createAsset(AssetCreation)
    /// Adds files that an asset lacks (`StagedResource.lacking`). For the person's own tools only.
    case completeAsset(ObjectID, [StagedResourceUse])
    case updateAsset(ObjectID, AssetUpdate)
    /// Sets an edit: a rendered file and its adjustment data. The original stays unchanged.
    case setAdjustment(ObjectID, Adjustment)
    /// Reverts the edit.
    case revertAdjustment(ObjectID)
    /// Moves assets to Recently Deleted. An unknown identifier is an error.
    case deleteAssets([ObjectID])
    /// Recovers assets from Recently Deleted, into the albums that they were in. Needs full access.
    case recoverAssets([ObjectID])
    /// Creates an album or a folder, at the end of `parent` or, without one, of the top level.
    case createCollection(ObjectKind, ObjectID, title: String, parent: ObjectID?)
    case renameCollection(ObjectKind, ObjectID, title: String)
    /// Deletes albums or folders (a folder with all that is inside it), never assets.
    case deleteCollections(ObjectKind, [ObjectID])
    /// Adds members to an album (assets) or a folder (albums and folders): before position `at`, or at the end. What
    /// is a member already stays where it is.
    case insertMembers(Container, [LocalIdentifier], at: Int?)
    case removeMembers(Container, [LocalIdentifier])
    /// Moves members, in the given order, before position `to` of the rest, or to the end.
    case moveMembers(Container, [LocalIdentifier], to: Int?)
    /// Creates a job that uploads a file of an asset. For apps that may read, like the next three.
    case createUploadJob(UploadJobCreation)
    /// Removes jobs that have failed or succeeded.
    case acknowledgeUploadJobs([ObjectID])
    /// Retries a job that has failed, once; to another destination, if one is given.
    case retryUploadJob(ObjectID, destination: UploadRequest?)
    /// Removes jobs, whatever their state.
    case cancelUploadJobs([ObjectID])

    /// Bytes of the title of an album or folder.
    package static let maximumCollectionTitleLength = 4_096

    /// An album, a folder, or the top level of the folders.
    package enum Container: Hashable, Sendable {
        case album(ObjectID)
        case folder(ObjectID)
        case topLevel
    }
}

/// A new asset.
package struct AssetCreation: Hashable, Sendable {
    package var id: ObjectID
    /// Staged files with their roles.
    package var resources: [StagedResourceUse]
    package var properties: AssetUpdate

    /// Files of one asset. It has one of a kind, and there are fewer kinds.
    package static let maximumResources = 16

    package init(id: ObjectID, resources: [StagedResourceUse], properties: AssetUpdate = AssetUpdate()) {
        self.id = id
        self.resources = resources
        self.properties = properties
    }
}

/// A staged file and its role.
package struct StagedResourceUse: Hashable, Sendable {
    /// The handle from staging.
    package var staged: ObjectID
    package var kind: ResourceKind
    /// Nil for the name given when staging.
    package var filename: String?

    package init(staged: ObjectID, kind: ResourceKind, filename: String? = nil) {
        self.staged = staged
        self.kind = kind
        self.filename = filename
    }
}

/// Properties to set; nil leaves one as it is.
package struct AssetUpdate: Hashable, Sendable {
    /// A property that can also be removed.
    package enum Setting<Value: Hashable & Sendable>: Hashable, Sendable {
        case set(Value)
        case clear
    }

    /// Microseconds since 1970.
    package var creationDate: Setting<Int64>?
    package var location: Setting<Coordinate>?
    package var isFavorite: Bool?
    package var isHidden: Bool?
    /// 0 to 5.
    package var rating: UInt32?
    /// At most `maximumTitleLength` bytes. An empty one is none.
    package var title: Setting<String>?
    /// At most `maximumCaptionLength` bytes. An empty one is none.
    package var caption: Setting<String>?
    /// All keywords; duplicates count once.
    package var keywords: [String]?
    /// Keywords to remove, and then to append unless present. Merges with others' changes.
    package var removedKeywords: [String] = []
    package var addedKeywords: [String] = []

    /// Bytes.
    package static let maximumTitleLength = 4_096
    package static let maximumCaptionLength = 65_536
    package static let maximumKeywordLength = 1_024
    /// Keywords of one asset.
    package static let maximumKeywords = 1_024
    package static let maximumRating: UInt32 = 5

    package init() {}

    package var isEmpty: Bool { self == AssetUpdate() }
}

/// An edit that can be undone: the rendered result and the app's own recipe for it.
package struct Adjustment: Hashable, Sendable {
    /// A staged file with the rendered picture.
    package var rendered: ObjectID
    /// A staged file with the rendered movie of a Live Photo; nil where the edit leaves the movie as it is.
    package var renderedMovie: ObjectID?
    /// `PHAdjustmentData.formatIdentifier`.
    package var formatIdentifier: String
    /// `PHAdjustmentData.formatVersion`.
    package var formatVersion: String
    /// `PHAdjustmentData.data`, at most `maximumDataSize` bytes.
    package var data: [UInt8]

    package init(rendered: ObjectID, formatIdentifier: String, formatVersion: String, data: [UInt8]) {
        self.rendered = rendered
        self.formatIdentifier = formatIdentifier
        self.formatVersion = formatVersion
        self.data = data
    }

    /// Bytes. Recipes are small; pictures belong in resources.
    package static let maximumDataSize = 512 * 1024
}

/// A staged file, which no asset has yet.
package struct StagedResource: Hashable, Sendable {
    package var id: ObjectID
    package var metadata: MediaMetadata
    /// Bytes.
    package var size: Int64
    /// An asset that has exactly these bytes already; `id` is then dropped first. For the owner's tools only.
    package var duplicateOf: ObjectID?
    /// The asset whose other half this is, by its content identifier. For the owner's tools only.
    package var otherHalf: ObjectID?
    /// The files that `duplicateOf` or `otherHalf` can still get (`ChangeOperation.completeAsset`).
    package var lacking: Set<ResourceKind> = []

    package init(id: ObjectID, metadata: MediaMetadata, size: Int64, duplicateOf: ObjectID?) {
        self.id = id
        self.metadata = metadata
        self.size = size
        self.duplicateOf = duplicateOf
    }
}
