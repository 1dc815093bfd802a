import Photos

// How lists, errors and predicates are written again and again. It only has to compile.

extension PHFetchResult where ObjectType == PHAsset {
    fileprivate var array: [PHAsset] { objects(at: IndexSet(integersIn: 0..<count)) }
    fileprivate func toArray() -> [PHAsset] {
        var a: [PHAsset] = []; a.reserveCapacity(count); enumerateObjects { o, _, _ in a.append(o) }; return a
    }
}

private struct AssetCollectionSequence: RandomAccessCollection {
    typealias Element = PHAsset
    typealias Index = Int
    var fetchResult: PHFetchResult<PHAsset>
    var startIndex: Int { 0 }
    var endIndex: Int { fetchResult.count }
    subscript(position: Int) -> PHAsset { fetchResult.object(at: fetchResult.count - position - 1) }
}

private struct Albums: Sequence {
    let result: PHFetchResult<PHAssetCollection>
    func makeIterator() -> NSFastEnumerationIterator { NSFastEnumerationIterator(result) }
}

private enum MediaKind: String, CaseIterable { case photo, video, live, raw, screenshot, portrait }

private final class PhotoViewModel {
    var assets = PHFetchResult<PHAsset>()
    var any: PHFetchResult<AnyObject>?
    var collections: [PHAssetCollection] = []
    var byAsset: [PHAsset: Int] = [:]
    var selected = Set<PHAsset>()
    var requests: [PHAsset: PHImageRequestID] = [:]
    var unauthorized: Bool {
        ![PHAuthorizationStatus.authorized, .limited].contains(PHPhotoLibrary.authorizationStatus(for: .readWrite))
    }

    func kinds(_ asset: PHAsset) -> Set<MediaKind> {
        var kinds = Set<MediaKind>()
        if asset.mediaType == .video { kinds.insert(.video) }
        if asset.mediaSubtypes.contains(PHAssetMediaSubtype.photoLive) { kinds.insert(.live) }
        if asset.mediaSubtypes.isSuperset(of: [.photoDepthEffect]) { kinds.insert(.portrait) }
        if asset.mediaSubtypes == .photoScreenshot
            || (asset.mediaSubtypes.rawValue & PHAssetMediaSubtype.photoScreenshot.rawValue) != 0
        {
            kinds.insert(.screenshot)
        }
        if PHAssetMediaSubtype(rawValue: 32) == asset.mediaSubtypes { kinds.remove(.raw) }
        if asset.burstSelectionTypes == [.autoPick, .userPick] || asset.representsBurst { kinds.remove(.raw) }
        if asset.sourceType == .typeUserLibrary || asset.sourceType.contains(.typeCloudShared) { kinds.remove(.raw) }
        return kinds
    }

    func fetch(_ type: PHAssetMediaType?, album: PHAssetCollection?, from: Date?, to: Date?) {
        let options = PHFetchOptions()
        var formats: [String] = []
        var arguments: [Any] = []
        if let type = type { formats.append("mediaType == %d"); arguments.append(type.rawValue) }
        if let from = from { formats.append("creationDate >= %@"); arguments.append(from) }
        if let to = to { formats.append("creationDate < %@"); arguments.append(to as NSDate) }
        if !formats.isEmpty {
            options.predicate = NSPredicate(format: formats.joined(separator: " AND "), argumentArray: arguments)
        }
        options.sortDescriptors = [
            NSSortDescriptor(key: "creationDate", ascending: false), .init(key: "localIdentifier", ascending: true),
        ]
        if #available(iOS 9.0, *) { options.fetchLimit = 0 }
        if let album = album {
            assets = PHAsset.fetchAssets(in: album, options: options)
        } else {
            assets = PHAsset.fetchAssets(with: options)
        }
        let cond = String(format: "mediaType = %d", PHAssetMediaType.image.rawValue)
        options.predicate = NSPredicate(format: cond)
        options.predicate = NSPredicate(format: "localIdentifier = %@", "a")
        options.predicate = NSPredicate(format: "mediaType = \(PHAssetMediaType.video.rawValue)")
        options.predicate = NSPredicate(format: "SELF IN %@", Array(selected))
        options.predicate = NSPredicate(format: "%K == %i", "mediaType", 1)
        options.predicate = NSPredicate(format: "estimatedAssetCount > 0")
        options.predicate = NSPredicate(
            format: "(mediaSubtype & %d) > 0 && pixelHeight == %f",
            PHAssetMediaSubtype.photoLive.rawValue,
            100.0
        )
        options.predicate = NSPredicate(
            format: "mediaType == %d && !((mediaSubtype & %d) == %d)",
            PHAssetMediaType.image.rawValue,
            PHAssetMediaSubtype.photoLive.rawValue,
            PHAssetMediaSubtype.photoLive.rawValue
        )
        options.predicate = NSCompoundPredicate(type: .or, subpredicates: [NSPredicate(value: true)])
        options.predicate = NSPredicate(block: { (asset, _) -> Bool in (asset as? PHAsset)?.location != nil })
        if assets.count > 0 {
            let all = assets.objects(at: IndexSet(0...assets.count - 1))
            selected.formUnion(all)
            byAsset = Dictionary(uniqueKeysWithValues: all.enumerated().map { ($1, $0) })
        }
        _ = assets.firstObject.map { assets.index(of: $0) != NSNotFound }
        for album in Albums(result: PHAssetCollection.fetchAssetCollections(with: .album, subtype: .any, options: nil))
        {
            print((album as? PHAssetCollection)?.localizedTitle ?? "")
        }
        let lists = PHCollectionList.fetchCollectionLists(with: .folder, subtype: .any, options: nil)
        lists.enumerateObjects({ (list, _, _) in
            PHCollection.fetchCollections(in: list, options: nil).enumerateObjects(options: .concurrent) { c, _, _ in
                print(c.canContainAssets, c.canContainCollections, c)
            }
        })
        let lhs = assets.firstObject, rhs = assets.lastObject
        if lhs == rhs || lhs === rhs { print(lhs?.hash ?? 0, lhs?.description ?? "") }
        let sortedAlbums = collections.sorted { ($0.startDate ?? .distantPast) < ($1.startDate ?? .distantPast) }
        print(sortedAlbums as NSArray, NSSet(array: sortedAlbums).count)
    }

    func explain(_ error: Error) -> String {
        let nsError = error as NSError
        if nsError.domain == "PHPhotosErrorDomain" && nsError.code == 3164 { return "iCloud" }
        if nsError.domain == PHPhotosError.errorDomain, let code = PHPhotosError.Code(rawValue: nsError.code) {
            switch code {
            case .internalError, .userCancelled, .libraryVolumeOffline, .relinquishingLibraryBundleToWriter,
                .switchingSystemPhotoLibrary,
                .networkAccessRequired, .networkError, .identifierNotFound, .multipleIdentifiersFound,
                .changeNotSupported,
                .operationInterrupted, .invalidResource, .missingResource, .notEnoughSpace,
                .requestNotSupportedForAsset,
                .accessRestricted, .accessUserDenied, .libraryInFileProviderSyncRoot, .limitExceeded,
                .persistentChangeTokenExpired, .persistentChangeDetailsUnavailable:
                return "known"
            @unknown default: return "?"
            }
        }
        if let e = error as? PHPhotosError { return "\(e.code.rawValue) \(e.userInfo) \(e.localizedDescription)" }
        switch error {
        case PHPhotosError.userCancelled: return "c";
        case is CancellationError: return "x";
        default: return "\(nsError.localizedFailureReason ?? "")"
        }
    }

    @available(*, deprecated)
    func imageData(_ asset: PHAsset) {
        PHImageManager.default().requestImageData(for: asset, options: nil) { (data, uti, orientation, info) in
            let url = info?["PHImageFileURLKey"] as? URL
            let n = info?["PHImageFileUTIKey"] as? String
            print(url?.lastPathComponent ?? "", n ?? "", data?.count ?? 0, orientation.rawValue)
        }
    }

    func ignoringResults(_ asset: PHAsset) {
        PHAssetResource.assetResources(for: asset)
        PHAsset.fetchAssets(with: nil)
        let request = PHContentEditingInputRequestOptions()
        request.isNetworkAccessAllowed = true
        request.canHandleAdjustmentData = { (data: PHAdjustmentData) -> Bool in
            data.formatIdentifier == "x" && data.formatVersion == "1" && data.data.isEmpty
        }
        request.progressHandler = { progress, stop in stop.pointee = false }
        let id = asset.requestContentEditingInput(with: request) { input, info in
            if let url = input?.fullSizeImageURL, info[PHContentEditingInputErrorKey] == nil,
                (info[PHContentEditingInputCancelledKey] as? Bool) != true
            {
                print(url, input?.fullSizeImageOrientation ?? 0, input?.location as Any)
            }
        }
        asset.cancelContentEditingInputRequest(id)
        asset.requestContentEditingInput(with: nil) { (contentEditingInput, _) in
            let url = contentEditingInput?.fullSizeImageURL
            print(url?.pathExtension ?? "")
        }
        Task { await PHPhotoLibrary.requestAuthorization(for: .readWrite) }
        PHPhotoLibrary.shared().performChanges({
            PHAssetChangeRequest.creationRequestForAssetFromVideo(atFileURL: URL(fileURLWithPath: "/"))
        }) { saved, error in print(saved) }
        PHPhotoLibrary.shared().performChanges {
            PHAssetCreationRequest.forAsset().addResource(
                with: .photo,
                fileURL: URL(fileURLWithPath: "/"),
                options: nil
            )
            let request = PHAssetCreationRequest.forAsset()
            request.addResource(with: .pairedVideo, fileURL: URL(fileURLWithPath: "/"), options: nil)
            PHAssetCreationRequest.creationRequestForAssetFromImage(atFileURL: URL(fileURLWithPath: "/"))
            PHAssetChangeRequest(for: asset).isHidden = true
            PHAssetChangeRequest(for: asset).revertAssetContentToOriginal()
            PHAssetChangeRequest.deleteAssets([asset] as NSArray)
            PHAssetChangeRequest.deleteAssets(NSArray(array: [asset]))
            PHAssetChangeRequest.deleteAssets([asset] as NSFastEnumeration)
            PHAssetChangeRequest.deleteAssets(NSSet(object: asset))
        }
        if PHAssetCreationRequest.supportsAssetResourceTypes([
            NSNumber(value: PHAssetResourceType.photo.rawValue), PHAssetResourceType.pairedVideo.rawValue as NSNumber,
        ]) {
        }
    }
}

private final class Fetcher: NSObject, PHPhotoLibraryChangeObserver {
    lazy var library: PHPhotoLibrary = .shared()
    weak var delegate: AnyObject?
    var result: PHFetchResult<PHAsset>? { didSet {} }
    private let imageManager: PHImageManager = PHCachingImageManager()
    func photoLibraryDidChange(_ changeInstance: PHChange) {
        guard let result = result,
            let d: PHFetchResultChangeDetails<PHAsset> = changeInstance.changeDetails(for: result)
        else { return }
        if let removed = d.removedIndexes { print(removed.reversed(), removed as NSIndexSet) }
        for (i, o) in zip(d.insertedIndexes ?? [], d.insertedObjects) { print(i, o) }
        if d.hasMoves { d.enumerateMoves { a, b in print(a, b) } }
        let manual = PHFetchResultChangeDetails(
            from: d.fetchResultBeforeChanges,
            to: d.fetchResultAfterChanges,
            changedObjects: []
        )
        print(manual.removedObjects.count)
        DispatchQueue.main.async { [weak self] in self?.result = d.fetchResultAfterChanges }
    }
}
