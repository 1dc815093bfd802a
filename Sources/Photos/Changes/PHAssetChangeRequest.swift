import LibraryModel

/// A change of an asset, or a new one.
public class PHAssetChangeRequest: PHChangeRequest {
    let id: ObjectID
    let step: Int
    /// Nil for a new asset.
    final let asset: PHAsset?

    /// A change of an asset's properties or pixels.
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

    /// A new asset with a photo's file; nil when there is no such file.
    @discardableResult
    public class func creationRequestForAssetFromImage(atFileURL fileURL: URL) -> Self? {
        creationRequest(.photo, fileURL)
    }

    /// A new asset with a movie's file; nil when there is no such file.
    @discardableResult
    public class func creationRequestForAssetFromVideo(atFileURL fileURL: URL) -> Self? {
        creationRequest(.video, fileURL)
    }

    /// A new asset with pixels, stored as JPEG. A file keeps what pixels do not have: date, place, camera.
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

    /// The new asset, to be named in the same block and fetched after it; nil when no asset is made.
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

    /// When it was taken. Nil takes the date away.
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

    /// Where it was taken. Nil takes the place away.
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

    /// Whether it is a favourite.
    public var isFavorite: Bool {
        get { draft.properties.isFavorite ?? asset?.isFavorite ?? false }
        set { change { $0.properties.isFavorite = newValue } }
    }

    /// Whether it is kept out of sight.
    public var isHidden: Bool {
        get { draft.properties.isHidden ?? asset?.isHidden ?? false }
        set { change { $0.properties.isHidden = newValue } }
    }

    /// The person's stars.
    public var rating: PHAsset.Rating {
        get { draft.properties.rating.flatMap { PHAsset.Rating(rawValue: Int($0)) } ?? asset?.rating ?? .unset }
        set { change { $0.properties.rating = UInt32(newValue.rawValue) } }
    }

    // MARK: Pixels

    /// An edit of the pixels: its file and recipe must be there when the block ends.
    public var contentEditingOutput: PHContentEditingOutput? {
        get { draft.editingOutput }
        set { change { $0.editingOutput = newValue } }
    }

    /// Takes all edits of the pixels away.
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
