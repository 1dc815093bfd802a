import Photos

// Code as apps have it: a wrapper around PhotoKit, an asynchronous one, an album writer. It only has to compile.

/// Completion handlers, as before Swift's concurrency.
private final class PhotoService: NSObject {
    static let shared = PhotoService()

    private let imageManager = PHImageManager.default()
    private var fetchResult: PHFetchResult<PHAsset>?

    func authorize(_ completion: @escaping @Sendable (Bool) -> Void) {
        switch PHPhotoLibrary.authorizationStatus(for: .readWrite) {
        case .authorized, .limited:
            completion(true)
        case .notDetermined:
            PHPhotoLibrary.requestAuthorization(for: .readWrite) { status in
                DispatchQueue.main.async {
                    completion(status == .authorized || status == .limited)
                }
            }
        case .denied, .restricted:
            completion(false)
        }
    }

    func authorizeAsBefore() {
        PHPhotoLibrary.requestAuthorization { status in
            guard status == .authorized else { return }
        }
        _ = PHPhotoLibrary.authorizationStatus() == .authorized
    }

    func recentPhotos(limit: Int) -> [PHAsset] {
        let options = PHFetchOptions()
        options.sortDescriptors = [
            NSSortDescriptor(key: "creationDate", ascending: false),
            NSSortDescriptor(key: keyPathText("modificationDate"), ascending: true),
        ]
        options.fetchLimit = limit
        options.includeAssetSourceTypes = [.typeUserLibrary, .typeCloudShared, .typeiTunesSynced]
        options.predicate = NSCompoundPredicate(andPredicateWithSubpredicates: [
            NSPredicate(
                format: "mediaType = %d || mediaType = %d",
                PHAssetMediaType.image.rawValue,
                PHAssetMediaType.video.rawValue
            ),
            NSPredicate(format: "(mediaSubtype & %d) != 0", PHAssetMediaSubtype.photoScreenshot.rawValue),
            NSCompoundPredicate(notPredicateWithSubpredicate: NSPredicate(format: "isFavorite == YES")),
            NSPredicate(format: "localIdentifier IN %@", ["a", "b"]),
            NSPredicate { object, _ in (object as? PHAsset)?.playbackStyle == .image },
        ])
        let result = PHAsset.fetchAssets(with: .image, options: options)
        fetchResult = result
        var assets: [PHAsset] = []
        result.enumerateObjects { asset, _, _ in assets.append(asset) }
        result.enumerateObjects(options: [.reverse]) { asset, index, stop in
            if index == 3 { stop.pointee = true }
        }
        return assets + result.objects(at: IndexSet(integersIn: 0..<result.count))
    }

    func album(named name: String) -> PHAssetCollection? {
        let options = PHFetchOptions()
        options.predicate = NSPredicate(format: "title = %@", name)
        return PHAssetCollection.fetchAssetCollections(with: .album, subtype: .any, options: options).firstObject
    }

    func save(_ url: URL, toAlbum name: String, completion: @escaping @Sendable (String?, Error?) -> Void) {
        var placeholder: PHObjectPlaceholder?
        let album = album(named: name)
        PHPhotoLibrary.shared().performChanges(
            {
                let creation = PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: url)
                placeholder = creation?.placeholderForCreatedAsset
                guard let placeholder else { return }
                let request =
                    album.flatMap { PHAssetCollectionChangeRequest(for: $0) }
                    ?? PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: name)
                request.addAssets([placeholder] as NSArray)
            },
            completionHandler: { success, error in
                completion(success ? name : nil, error)
            }
        )
    }

    func thumbnail(_ asset: PHAsset, completion: @escaping @Sendable (PhotoImage?) -> Void) -> PHImageRequestID {
        let options = PHImageRequestOptions()
        options.deliveryMode = .opportunistic
        options.resizeMode = .fast
        options.isNetworkAccessAllowed = true
        options.progressHandler = { progress, error, stop, info in
            if progress > 0.5 { stop.pointee = true }
        }
        return imageManager.requestImage(
            for: asset,
            targetSize: CGSize(width: 200, height: 200),
            contentMode: .aspectFill,
            options: options
        ) { image, info in
            let isDegraded = (info?[PHImageResultIsDegradedKey] as? Bool) ?? false
            let isCancelled = (info?[PHImageCancelledKey] as? NSNumber)?.boolValue ?? false
            if info?[PHImageErrorKey] as? Error == nil, !isDegraded, !isCancelled { completion(image) }
        }
    }

    func explain(_ error: Error) -> String {
        guard let error = error as? PHPhotosError else { return error.localizedDescription }
        switch error.code {
        case .accessUserDenied, .accessRestricted: return "no access"
        case .userCancelled: return "cancelled"
        case .identifierNotFound: return "gone"
        case .notEnoughSpace: return "full"
        default: return "\(error.errorCode) \(error.localizedDescription)"
        }
    }
}

/// `#keyPath` needs Objective-C; apps that go to Linux write the text.
private func keyPathText(_ key: String) -> String { key }

/// With Swift's concurrency.
private actor PhotoStore {
    enum Failure: Error { case denied, noPlaceholder }

    private let library: PHPhotoLibrary

    init(library: PHPhotoLibrary = .shared()) { self.library = library }

    func save(_ data: Data, favorite: Bool) async throws -> PHAsset? {
        guard await PHPhotoLibrary.requestAuthorization(for: .addOnly) == .authorized else { throw Failure.denied }
        let identifier = Identifier()
        do {
            try await library.performChanges {
                let request = PHAssetCreationRequest.forAsset()
                let options = PHAssetResourceCreationOptions()
                options.originalFilename = "IMG_0001.JPG"
                options.shouldMoveFile = false
                request.addResource(with: .photo, data: data, options: options)
                request.creationDate = Date()
                request.location = CLLocation(latitude: 48, longitude: 11)
                request.isFavorite = favorite
                identifier.text = request.placeholderForCreatedAsset?.localIdentifier
            }
        } catch PHPhotosError.accessUserDenied {
            throw Failure.denied
        } catch let error as PHPhotosError where error.code == .notEnoughSpace {
            throw error
        }
        guard let text = identifier.text else { throw Failure.noPlaceholder }
        return PHAsset.fetchAssets(withLocalIdentifiers: [text], options: nil).firstObject
    }

    func delete(_ assets: [PHAsset]) async throws {
        try await library.performChanges {
            PHAssetChangeRequest.deleteAssets(assets as NSArray)
        }
    }

    // What is made is often of no further interest; Apple's functions may all be called for their effect alone.
    func saveAndForget(_ url: URL, movie: URL) async throws {
        await PHPhotoLibrary.requestAuthorization(for: .readWrite)
        try await library.performChanges {
            PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: url)
            PHAssetChangeRequest.creationRequestForAssetFromVideo(atFileURL: movie)
            PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "Trips")
            PHCollectionListChangeRequest.creationRequestForCollectionList(withTitle: "Years")
        }
    }

    private final class Identifier: @unchecked Sendable {
        var text: String?
    }
}

private func sorted(by key: String, ascending: Bool, between start: Date, and end: Date) -> PHFetchOptions {
    let options = PHFetchOptions()
    options.sortDescriptors = [NSSortDescriptor(key: key, ascending: ascending)]
    options.predicate = NSPredicate(format: "creationDate >= %@ AND creationDate <= %@", start as NSDate, end as NSDate)
    options.includeHiddenAssets = true
    options.includeAllBurstAssets = true
    options.wantsIncrementalChangeDetails = false
    return options
}

private func edit(_ asset: PHAsset) {
    let options = PHContentEditingInputRequestOptions()
    options.canHandleAdjustmentData = { $0.formatIdentifier == "com.example.filter" }
    asset.requestContentEditingInput(with: options) { input, info in
        guard let input, let url = input.fullSizeImageURL else { return }
        let output = PHContentEditingOutput(contentEditingInput: input)
        do {
            try Data(contentsOf: url).write(to: output.renderedContentURL)
        } catch {
            return
        }
        output.adjustmentData = PHAdjustmentData(
            formatIdentifier: "com.example.filter",
            formatVersion: "1.0",
            data: Data()
        )
        PHPhotoLibrary.shared().performChanges({
            PHAssetChangeRequest(for: asset).contentEditingOutput = output
        })
    }
}

private func organise(_ folder: PHCollectionList, _ album: PHAssetCollection, _ assets: PHFetchResult<PHAsset>) throws {
    try PHPhotoLibrary.shared().performChangesAndWait {
        let request = PHCollectionListChangeRequest(for: folder)
        request?.addChildCollections([album] as NSArray)
        let edit = PHAssetCollectionChangeRequest(for: album, assets: assets)
        edit?.removeAssets(at: IndexSet(integer: 0))
        edit?.moveAssets(at: IndexSet(integer: 1), to: 0)
        edit?.addAssets(assets)
        edit?.title = "New"
    }
    PHCollection.fetchTopLevelUserCollections(with: nil).enumerateObjects { collection, _, _ in
        if let album = collection as? PHAssetCollection {
            _ = album.estimatedAssetCount == NSNotFound
        } else if let list = collection as? PHCollectionList, list.canPerform(.addContent) {
            _ = PHCollection.fetchCollections(in: list, options: nil).count
        }
    }
}
