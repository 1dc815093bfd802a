import Photos

// Albums as apps keep them, from before Swift's concurrency and since. It only has to compile.

private enum AlbumError: Error { case notFound, cannotEdit(PHCollectionEditOperation), noPlaceholder, failed(Error?) }

private final class AlbumService {
    static let sharedInstance = AlbumService()
    static let albumName = "My App"
    private var assetCollection: PHAssetCollection?

    init() {
        if let assetCollection = fetchAssetCollectionForAlbum() {
            self.assetCollection = assetCollection
            return
        }
        if PHPhotoLibrary.authorizationStatus() != PHAuthorizationStatus.authorized {
            PHPhotoLibrary.requestAuthorization({ (status: PHAuthorizationStatus) -> Void in
                ()
            })
        }
        if PHPhotoLibrary.authorizationStatus() == PHAuthorizationStatus.authorized {
            self.createAlbum()
        } else {
            PHPhotoLibrary.requestAuthorization(requestAuthorizationHandler)
        }
    }

    func requestAuthorizationHandler(status: PHAuthorizationStatus) {
        if PHPhotoLibrary.authorizationStatus() == .authorized {
            self.createAlbum()
        } else {
            print("should really prompt the user to let them know it's failed")
        }
    }

    func createAlbum() {
        PHPhotoLibrary.shared().performChanges({
            PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: AlbumService.albumName)
        }) { success, error in
            if success {
                self.assetCollection = self.fetchAssetCollectionForAlbum()
            } else {
                print("error \(String(describing: error))")
            }
        }
    }

    func fetchAssetCollectionForAlbum() -> PHAssetCollection? {
        let fetchOptions = PHFetchOptions()
        fetchOptions.predicate = NSPredicate(format: "title = %@", AlbumService.albumName)
        let collection = PHAssetCollection.fetchAssetCollections(with: .album, subtype: .any, options: fetchOptions)
        if let _: AnyObject = collection.firstObject { return collection.firstObject }
        return nil
    }

    func save(image: PhotoImage, metadata: [String: Any]?) {
        guard let assetCollection = assetCollection else { return }
        PHPhotoLibrary.shared().performChanges(
            {
                let assetChangeRequest = PHAssetChangeRequest.creationRequestForAsset(from: image)
                let assetPlaceHolder = assetChangeRequest.placeholderForCreatedAsset
                let albumChangeRequest = PHAssetCollectionChangeRequest(for: assetCollection)
                let enumeration: NSArray = [assetPlaceHolder as Any]
                albumChangeRequest?.addAssets(enumeration)
            },
            completionHandler: nil
        )
    }

    func saveVideo(url: URL, location: CLLocation?, completion: ((String?, Error?) -> Void)?) {
        var localIdentifier: String?
        PHPhotoLibrary.shared().performChanges(
            {
                guard let request = PHAssetChangeRequest.creationRequestForAssetFromVideo(atFileURL: url) else {
                    return
                }
                request.creationDate = Date()
                request.location = location
                request.isFavorite = false
                let placeholder = request.placeholderForCreatedAsset
                localIdentifier = placeholder?.localIdentifier
                if let album = self.assetCollection, let albumRequest = PHAssetCollectionChangeRequest(for: album),
                    let placeholder = placeholder
                {
                    albumRequest.insertAssets([placeholder] as NSFastEnumeration, at: IndexSet(integer: 0))
                }
            },
            completionHandler: { success, error in
                DispatchQueue.main.async { completion?(success ? localIdentifier : nil, error) }
            }
        )
    }

    func album(titled title: String, in folder: String?) async throws -> PHAssetCollection {
        let options = PHFetchOptions()
        options.predicate = NSPredicate(format: "localizedTitle = %@", title)
        options.fetchLimit = 1
        if let found = PHAssetCollection.fetchAssetCollections(with: .album, subtype: .albumRegular, options: options)
            .firstObject
        {
            return found
        }
        var placeholder: PHObjectPlaceholder?
        try await PHPhotoLibrary.shared().performChanges {
            let request = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: title)
            placeholder = request.placeholderForCreatedAssetCollection
            guard let folder = folder else { return }
            let list = PHCollectionListChangeRequest.creationRequestForCollectionList(withTitle: folder)
            list.addChildCollections([placeholder as Any] as NSArray)
        }
        guard let placeholder,
            let album = PHAssetCollection.fetchAssetCollections(
                withLocalIdentifiers: [placeholder.localIdentifier],
                options: nil
            ).firstObject
        else { throw AlbumError.noPlaceholder }
        return album
    }

    func move(_ assets: [PHAsset], from source: PHAssetCollection, to target: PHAssetCollection) throws {
        guard source.canPerform(.removeContent), target.canPerform(PHCollectionEditOperation.addContent) else {
            throw AlbumError.cannotEdit(.addContent)
        }
        try PHPhotoLibrary.shared().performChangesAndWait {
            PHAssetCollectionChangeRequest(for: source)?.removeAssets(assets as NSFastEnumeration)
            PHAssetCollectionChangeRequest(for: target)?.addAssets(assets as NSFastEnumeration)
        }
    }

    func replace(_ album: PHAssetCollection, index: Int, with asset: PHAsset) async throws {
        let seen = PHAsset.fetchAssets(in: album, options: nil)
        try await PHPhotoLibrary.shared().performChanges({
            let request = PHAssetCollectionChangeRequest(for: album, assets: seen)
            request?.replaceAssets(at: [index], withAssets: [asset] as NSArray)
            request?.title = "\(album.localizedTitle ?? "")"
        })
    }

    func toggleFavorite(_ asset: PHAsset, done: @escaping (Bool) -> ()) {
        PHPhotoLibrary.shared().performChanges(
            {
                let request = PHAssetChangeRequest(for: asset)
                request.isFavorite = !asset.isFavorite
            },
            completionHandler: { success, error in
                if let error = error as NSError?, error.domain == PHPhotosErrorDomain,
                    error.code == PHPhotosError.Code.userCancelled.rawValue
                {
                    print("no")
                }
                done(success)
            }
        )
    }

    func delete(_ identifiers: [String], completion: @escaping (Result<Int, Error>) -> Void) {
        let assets = PHAsset.fetchAssets(withLocalIdentifiers: identifiers, options: .none)
        PHPhotoLibrary.shared().performChanges {
            PHAssetChangeRequest.deleteAssets(assets)
        } completionHandler: { success, error in
            if success {
                completion(.success(assets.count))
            } else {
                completion(.failure(error ?? AlbumError.failed(nil)))
            }
        }
    }

    func removeAlbum(named: String) {
        let options = PHFetchOptions()
        options.predicate = NSPredicate(format: "title == %@", named)
        let albums = PHAssetCollection.fetchAssetCollections(with: .album, subtype: .albumRegular, options: options)
        PHPhotoLibrary.shared().performChanges({ PHAssetCollectionChangeRequest.deleteAssetCollections(albums) })
        PHPhotoLibrary.shared().performChanges(
            { PHAssetCollectionChangeRequest.deleteAssetCollections([albums.firstObject as Any] as NSArray) },
            completionHandler: { _, _ in }
        )
    }

    func tree() -> [String] {
        var lines = [String]()
        func walk(_ collections: PHFetchResult<PHCollection>, _ depth: Int) {
            collections.enumerateObjects { collection, _, _ in
                lines.append(String(repeating: " ", count: depth) + (collection.localizedTitle ?? "Untitled"))
                switch collection {
                case let list as PHCollectionList:
                    walk(PHCollection.fetchCollections(in: list, options: nil), depth + 1)
                case let album as PHAssetCollection:
                    let count =
                        album.estimatedAssetCount == NSNotFound
                        ? PHAsset.fetchAssets(in: album, options: nil).count : album.estimatedAssetCount
                    let key = PHAsset.fetchKeyAssets(in: album, options: nil)?.firstObject
                    lines.append(
                        "\(count) \(album.assetCollectionType.rawValue) \(album.assetCollectionSubtype.rawValue) \(String(describing: album.startDate)) \(album.localizedLocationNames.joined(separator: ", ")) \(key?.localIdentifier ?? "")"
                    )
                default: break
                }
            }
        }
        walk(PHCollectionList.fetchTopLevelUserCollections(with: nil), 0)
        return lines
    }
}
