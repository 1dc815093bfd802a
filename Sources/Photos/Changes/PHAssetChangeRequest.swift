import LibraryModel

/// A request to change or create an asset.
public class PHAssetChangeRequest: PHChangeRequest {
    let id: ObjectID
    let step: Int
    /// Nil for a new asset.
    final let asset: PHAsset?

    /// Requests changes of an asset's properties or content.
    public convenience init(for asset: PHAsset) {
        guard let identity = asset.resolvedIdentity else { raise("an asset is in no library") }
        self.init(changing: asset, identity.id)
    }

    private init(changing asset: PHAsset, _ id: ObjectID) {
        self.asset = asset
        self.id = id
        step = ChangeTransaction.required(for: "PHAssetChangeRequest")
            .record(.updateAsset(id, AssetChangeDraft()))
        super.init()
    }

    /// A new asset.
    required override init() {
        let transaction = ChangeTransaction.required(for: "PHAssetCreationRequest")
        id = transaction.newIdentifier()
        step = transaction.record(.createAsset(AssetDraft(id: id)))
        asset = nil
        super.init()
    }

    /// Creates an asset from the file of a photo; nil when the file does not exist. The commit reads the file.
    @discardableResult
    public class func creationRequestForAssetFromImage(atFileURL fileURL: URL) -> Self? {
        creationRequest(.photo, fileURL)
    }

    /// Creates an asset from the file of a video; nil when the file does not exist. The commit reads the file.
    @discardableResult
    public class func creationRequestForAssetFromVideo(atFileURL fileURL: URL) -> Self? {
        creationRequest(.video, fileURL)
    }

    /// Creates an asset from pixels, stored as JPEG. Unlike a file they have no date, location and camera.
    @discardableResult
    public class func creationRequestForAsset(from image: PhotoImage) -> Self {
        let request = self.init()
        request.add(ResourceDraft(kind: .photo, content: .image(image)))
        return request
    }

    private class func creationRequest(_ kind: ResourceKind, _ fileURL: URL) -> Self? {
        guard fileURL.isFileURL, FileManager.default.isReadableFile(atPath: fileURL.path) else { return nil }
        let request = self.init()
        request.add(ResourceDraft(kind: kind, content: .file(fileURL, moves: false)))
        return request
    }

    func add(_ resource: ResourceDraft) {
        transaction.update(step) { step in
            guard case .createAsset(var draft) = step else { return }
            draft.resources.append(resource)
            step = .createAsset(draft)
        }
    }

    /// Stands for the new asset in the same block, and has its local identifier for later fetches; nil for a change.
    public var placeholderForCreatedAsset: PHObjectPlaceholder? {
        asset == nil ? PHObjectPlaceholder(LocalIdentifier(.asset, id)) : nil
    }

    /// Moves assets to recently deleted.
    public class func deleteAssets(_ assets: any NSFastEnumeration) {
        let transaction = ChangeTransaction.required(for: "deleteAssets")
        let ids = identifiers(of: assets, allowing: [.asset]).map(\.id)
        if !ids.isEmpty { transaction.record(.operation(.deleteAssets(ids))) }
    }

    // MARK: Properties

    /// The creation date. Nil removes it.
    public var creationDate: Date? {
        get {
            switch draft.properties.creationDate {
            case .set(let microseconds): Date(microsecondsSince1970: microseconds)
            case .clear: nil
            case nil: asset?.creationDate
            }
        }
        set {
            change { [newValue] in
                $0.properties.creationDate = newValue.map { .set($0.microsecondsSince1970) } ?? .clear
            }
        }
    }

    /// The location. Nil removes it.
    public var location: CLLocation? {
        get {
            switch draft.properties.location {
            case .set(let coordinate): CLLocation(coordinate)
            case .clear: nil
            case nil: asset?.location
            }
        }
        set {
            let setting: AssetUpdate.Setting<Coordinate> = newValue.map { .set(Coordinate($0)) } ?? .clear
            change { $0.properties.location = setting }
        }
    }

    /// Whether the asset is a favorite.
    public var isFavorite: Bool {
        get { draft.properties.isFavorite ?? asset?.isFavorite ?? false }
        set { change { $0.properties.isFavorite = newValue } }
    }

    /// Whether the asset is hidden.
    public var isHidden: Bool {
        get { draft.properties.isHidden ?? asset?.isHidden ?? false }
        set { change { $0.properties.isHidden = newValue } }
    }

    /// The rating.
    public var rating: PHAsset.Rating {
        get { draft.properties.rating.flatMap { PHAsset.Rating(rawValue: Int($0)) } ?? asset?.rating ?? .unset }
        set { change { $0.properties.rating = UInt32(newValue.rawValue) } }
    }

    // MARK: Pixels

    /// An edit of the content. Its rendered file and adjustment data must exist when the block ends.
    public var contentEditingOutput: PHContentEditingOutput? {
        get { draft.editingOutput }
        set { change { $0.editingOutput = newValue } }
    }

    /// Reverts the asset to its original.
    public func revertAssetContentToOriginal() {
        change { $0.reverts = true }
    }

    final var draft: AssetChangeDraft {
        switch transaction.step(step) {
        case .createAsset(let draft): draft.change
        case .updateAsset(_, let change): change
        case .createCollection, .operation, .unsupported: AssetChangeDraft()
        }
    }

    final func change(_ body: @Sendable (inout AssetChangeDraft) -> Void) {
        transaction.update(step) { step in
            switch step {
            case .createAsset(var draft):
                body(&draft.change)
                step = .createAsset(draft)
            case .updateAsset(let id, var change):
                body(&change)
                step = .updateAsset(id, change)
            case .createCollection, .operation, .unsupported: break
            }
        }
    }
}

extension CLLocation {
    fileprivate convenience init(_ coordinate: Coordinate) {
        self.init(
            coordinate: CLLocationCoordinate2D(latitude: coordinate.latitude, longitude: coordinate.longitude),
            altitude: coordinate.altitude ?? 0,
            horizontalAccuracy: 0,
            verticalAccuracy: coordinate.altitude == nil ? -1 : 0,
            timestamp: Date()
        )
    }
}

extension Coordinate {
    fileprivate init(_ location: CLLocation) {
        self.init(
            latitude: location.coordinate.latitude,
            longitude: location.coordinate.longitude,
            altitude: location.verticalAccuracy < 0 ? nil : location.altitude
        )
    }
}
