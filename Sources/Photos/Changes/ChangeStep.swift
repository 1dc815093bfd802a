import LibraryModel

/// One request of a change block. The commit translates it into the library's operations.
enum ChangeStep: Sendable {
    case createAsset(AssetDraft)
    case updateAsset(ObjectID, AssetChangeDraft)
    case createCollection(ObjectKind, ObjectID, title: String)
    case operation(ChangeOperation)
    /// Not supported by the library: the block fails with the reason.
    case unsupported(String)

    static let rawOriginalUnsupported = ChangeStep.unsupported("a RAW file cannot be the original yet")

    var isCreation: Bool {
        switch self {
        case .createAsset, .createCollection: true
        case .updateAsset, .operation, .unsupported: false
        }
    }

    /// The first operation of a creation creates the object; the others may come later.
    func operations(staging: ResourceStaging) throws(PHPhotosError) -> [ChangeOperation] {
        switch self {
        case .createAsset(let draft):
            var uses: [StagedResourceUse] = []
            for resource in draft.resources { uses.append(try staging.stage(resource)) }
            guard !uses.isEmpty else {
                throw PHPhotosError(.missingResource, reason: "a new asset has no resource")
            }
            let creation = AssetCreation(id: draft.id, resources: uses, properties: draft.change.properties)
            return [.createAsset(creation)] + (try draft.change.contentOperations(on: draft.id, staging: staging))
        case .updateAsset(let id, let change):
            let content = try change.contentOperations(on: id, staging: staging)
            return change.properties.isEmpty ? content : [.updateAsset(id, change.properties)] + content
        case .createCollection(let kind, let id, let title):
            return [.createCollection(kind, id, title: title, parent: nil)]
        case .operation(let operation):
            return [operation]
        case .unsupported(let reason):
            throw PHPhotosError(.changeNotSupported, reason: reason)
        }
    }

    /// Removes the files that the app wanted moved into the library (`shouldMoveFile`).
    func removeMovedFiles() {
        guard case .createAsset(let draft) = self else { return }
        for resource in draft.resources {
            guard case .file(let url, moves: true) = resource.content else { continue }
            do {
                try FileManager.default.removeItem(at: url)
            } catch {
                // The asset is in the library, so nothing is lost: leaves the file.
                continue
            }
        }
    }
}

/// A new asset, while its request is filled in.
struct AssetDraft: Sendable {
    var id: ObjectID
    var resources: [ResourceDraft] = []
    var change = AssetChangeDraft()
}

/// A file of a new asset.
struct ResourceDraft: Sendable {
    enum Content: Sendable {
        case file(URL, moves: Bool)
        case data(Data)
        case image(PhotoImage)
    }

    var kind: ResourceKind
    var content: Content
    var filename: String?
}

/// Changes of one asset's properties and pixels.
struct AssetChangeDraft: Sendable {
    var properties = AssetUpdate()
    var editingOutput: PHContentEditingOutput?
    var reverts = false

    func contentOperations(
        on asset: ObjectID,
        staging: ResourceStaging
    ) throws(PHPhotosError) -> [ChangeOperation] {
        var operations: [ChangeOperation] = reverts ? [.revertAdjustment(asset)] : []
        if let editingOutput {
            operations.append(.setAdjustment(asset, try staging.adjustment(of: editingOutput)))
        }
        return operations
    }
}

extension PHPhotosError {
    /// An error that was found before the library was called.
    package init(_ code: Code, reason: String, cause: (any Error)? = nil) {
        var userInfo: [String: Any] = [NSLocalizedDescriptionKey: reason]
        if let cause { userInfo[NSUnderlyingErrorKey] = cause }
        self.init(code, userInfo: userInfo)
    }
}
