import Foundation
import Photos
import PhotosUI

// What bridges between a web view, React Native or Flutter and the photo library do. It only has to compile.

private typealias JSObject = [String: Any]
private typealias FlutterResult = (Any?) -> Void
private typealias RCTPromiseResolveBlock = (Any?) -> Void
private typealias RCTPromiseRejectBlock = (String?, String?, Error?) -> Void

private struct FlutterError: Error { let code: String; let message: String?; let details: Any? }

private class PluginCall {
    var options: JSObject = [:]
    func getString(_ key: String) -> String? { return options[key] as? String }
    func getInt(_ key: String, _ defaultValue: Int) -> Int { return options[key] as? Int ?? defaultValue }
    func resolve(_ data: JSObject = [:]) {}
    func reject(_ message: String, _ code: String? = nil, _ error: Error? = nil) {}
}

private class MediaPlugin: NSObject {
    static let DEFAULT_QUANTITY = 25
    let imageManager = PHCachingImageManager()

    func getMedias(_ call: PluginCall) {
        checkAuthorization(
            allowed: { self.fetchToJs(call) },
            notAllowed: { call.reject("Access denied", "accessDenied") }
        )
    }

    func getAlbums(_ call: PluginCall) {
        var albums = [JSObject]()
        var sharedAlbums = [[String: Any]]()
        let fetches: [PHFetchResult<PHAssetCollection>] = [
            PHAssetCollection.fetchAssetCollections(with: .smartAlbum, subtype: .any, options: nil),
            PHAssetCollection.fetchAssetCollections(with: .album, subtype: .any, options: nil),
        ]
        for fetch in fetches {
            fetch.enumerateObjects({ (assetCollection, count: Int, stop: UnsafeMutablePointer<ObjCBool>) in
                var o = JSObject()
                o["name"] = assetCollection.localizedTitle
                o["identifier"] = assetCollection.localIdentifier
                o["count"] = PHAsset.fetchAssets(in: assetCollection, options: nil).count
                switch assetCollection.assetCollectionSubtype {
                case .albumCloudShared:
                    o["type"] = "shared"
                    sharedAlbums.append(o)
                case .smartAlbumFavorites, .smartAlbumUserLibrary: o["type"] = "smart"
                default: o["type"] = "user"
                }
                if assetCollection.assetCollectionType == .album || assetCollection.estimatedAssetCount != NSNotFound {
                    albums.append(o)
                }
            })
        }
        call.resolve(["albums": albums + sharedAlbums])
    }

    func createAlbum(_ call: PluginCall) {
        guard let name = call.getString("name") else { return call.reject("Must provide a name", "argumentError") }
        PHPhotoLibrary.shared().performChanges(
            {
                PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: name)
            },
            completionHandler: { success, error in
                if !success { call.reject("Unable to create album", "filesystemError", error) } else { call.resolve() }
            }
        )
    }

    func savePhoto(_ call: PluginCall) {
        guard let data = call.getString("path"), let url = URL(string: data) else { return }
        let albumId = call.getString("albumIdentifier")
        var targetCollection: PHAssetCollection?
        if let albumId = albumId {
            let albumFetchResult = PHAssetCollection.fetchAssetCollections(
                withLocalIdentifiers: [albumId],
                options: nil
            )
            albumFetchResult.enumerateObjects({ (collection, _, _) in targetCollection = collection })
            if targetCollection == nil { return call.reject("Unable to find that album") }
        }
        var identifier = ""
        PHPhotoLibrary.shared().performChanges(
            {
                let creationRequest = PHAssetCreationRequest.forAsset()
                if url.pathExtension.lowercased() == "gif", let data = try? Data(contentsOf: url) {
                    creationRequest.addResource(with: .photo, data: data, options: nil)
                } else {
                    creationRequest.addResource(with: .photo, fileURL: url, options: nil)
                }
                identifier = creationRequest.placeholderForCreatedAsset?.localIdentifier ?? ""
                if let collection = targetCollection {
                    let addAssetRequest = PHAssetCollectionChangeRequest(for: collection)
                    addAssetRequest?.addAssets([creationRequest.placeholderForCreatedAsset as Any] as NSArray)
                }
            },
            completionHandler: { success, error in
                guard success else { return call.reject("Unable to save image to album", nil, error) }
                call.resolve(["identifier": identifier])
            }
        )
    }

    private func checkAuthorization(allowed: @escaping () -> Void, notAllowed: @escaping () -> Void) {
        let status = PHPhotoLibrary.authorizationStatus()
        if status == PHAuthorizationStatus.authorized {
            allowed()
        } else {
            PHPhotoLibrary.requestAuthorization({ newStatus in
                if newStatus == PHAuthorizationStatus.authorized { allowed() } else { notAllowed() }
            })
        }
    }

    private func fetchToJs(_ call: PluginCall) {
        var assets = [JSObject]()
        let options = PHFetchOptions()
        options.fetchLimit = call.getInt("quantity", MediaPlugin.DEFAULT_QUANTITY)
        options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
        let fetchResult = PHAsset.fetchAssets(with: .image, options: options)
        let thumbnailSize = CGSize(width: call.getInt("width", 256), height: call.getInt("height", 256))
        let requestOptions = PHImageRequestOptions()
        requestOptions.isNetworkAccessAllowed = true
        requestOptions.version = .current
        requestOptions.deliveryMode = .opportunistic
        requestOptions.isSynchronous = true
        fetchResult.enumerateObjects({ (asset, count: Int, stop: UnsafeMutablePointer<ObjCBool>) in
            var a = JSObject()
            self.imageManager.requestImage(
                for: asset,
                targetSize: thumbnailSize,
                contentMode: .aspectFill,
                options: requestOptions,
                resultHandler: { (fetchedImage, _) in
                    guard let image = fetchedImage else { return }
                    a["identifier"] = asset.localIdentifier
                    a["data"] = image.jpegData(compressionQuality: 0.8)?.base64EncodedString()
                    if let jpeg = image.jpegData(compressionQuality: CGFloat(call.getInt("q", 90)) / 100.0) {
                        a["size"] = jpeg.count
                    }
                    a["creationDate"] = ISO8601DateFormatter().string(from: asset.creationDate ?? Date())
                    a["fullWidth"] = asset.pixelWidth
                    a["thumbnailWidth"] = image.size.width * image.scale
                    a["up"] = image.imageOrientation == .up
                    if let location = asset.location {
                        a["location"] = ["latitude": location.coordinate.latitude, "altitude": location.altitude]
                    }
                    assets.append(a)
                }
            )
        })
        call.resolve(["medias": assets])
    }
}

private class CameraRoll: NSObject {
    func deletePhotos(
        _ assets: [String],
        resolve: @escaping RCTPromiseResolveBlock,
        rejecter reject: @escaping RCTPromiseRejectBlock
    ) {
        let identifiers = assets.map { $0.replacingOccurrences(of: "ph://", with: "") }
        PHPhotoLibrary.shared().performChanges({
            let fetched = PHAsset.fetchAssets(withLocalIdentifiers: identifiers, options: nil)
            PHAssetChangeRequest.deleteAssets(fetched)
        }) { success, error in
            if success { resolve(true) } else { reject("E_DELETE", error?.localizedDescription, error) }
        }
    }

    func node(_ asset: PHAsset, include: Set<String>) -> [String: Any] {
        let resources = PHAssetResource.assetResources(for: asset)
        let resource = resources.first { $0.type == .photo || $0.type == .video } ?? resources.first
        let size = (resource?.value(forKey: "fileSize") as? NSNumber)?.intValue ?? 0
        let unsigned = resource?.value(forKey: "fileSize") as? CUnsignedLongLong
        let local = resource?.value(forKey: "locallyAvailable") as? Bool ?? false
        var image: [String: Any] = [
            "uri": "ph://\(asset.localIdentifier)",
            "extension": (resource?.originalFilename as NSString?)?.pathExtension ?? NSNull(),
            "playableDuration": asset.mediaType == .video ? asset.duration : NSNull(),
            "orientation": asset.pixelWidth > asset.pixelHeight ? "landscape" : "portrait",
        ]
        if include.contains("fileSize") { image["fileSize"] = unsigned ?? 0 }
        if include.contains("filename") { image["filename"] = asset.value(forKey: "filename") as? String ?? NSNull() }
        return [
            "node": [
                "type": asset.mediaType.rawValue,
                "subTypes": subtypes(of: asset),
                "timestamp": asset.creationDate?.timeIntervalSince1970 ?? -1,
                "image": image,
                "size": size,
                "local": local,
            ] as [String: Any]
        ]
    }

    private func subtypes(of asset: PHAsset) -> [String] {
        let names: [(PHAssetMediaSubtype, String)] = [
            (.photoPanorama, "PhotoPanorama"), (.photoHDR, "PhotoHDR"), (.photoScreenshot, "PhotoScreenshot"),
            (.photoLive, "PhotoLive"), (.photoDepthEffect, "PhotoDepthEffect"), (.videoStreamed, "VideoStreamed"),
            (.videoHighFrameRate, "VideoHighFrameRate"), (.videoTimelapse, "VideoTimelapse"),
        ]
        return names.filter { asset.mediaSubtypes.contains($0.0) }.map { $0.1 }
    }
}

private class PhotoManagerHandler {
    private var requests: [String: PHImageRequestID] = [:]

    func handle(_ method: String, _ arguments: Any?, result: @escaping FlutterResult) {
        switch method {
        case "getPermissionState": result(Int32(PHPhotoLibrary.authorizationStatus(for: .readWrite).rawValue))
        case "getThumb": thumbnail(arguments as? [String: Any] ?? [:], result)
        case "presentLimited": PHPhotoLibrary.shared().presentLimitedLibraryPicker(from: self)
        default: result(FlutterError(code: "unimplemented", message: method, details: nil))
        }
    }

    private func thumbnail(_ arguments: [String: Any], _ result: @escaping FlutterResult) {
        guard let id = arguments["id"] as? String,
            let asset = PHAsset.fetchAssets(withLocalIdentifiers: [id], options: nil).firstObject
        else { return result(nil) }
        let options = PHImageRequestOptions()
        options.deliveryMode = .highQualityFormat
        options.isNetworkAccessAllowed = true
        options.progressHandler = { (progress, error, stop, info) in
            if let error = error { print(error.localizedDescription); stop.pointee = true }
        }
        let side = arguments["size"] as? Double ?? 200.0
        let quality = CGFloat(arguments["quality"] as? Int ?? 95) / 100
        requests[id] = PHImageManager.default().requestImage(
            for: asset,
            targetSize: CGSize(width: side, height: side),
            contentMode: PHImageContentMode.aspectFill,
            options: options
        ) { (image: UIImage?, info: [AnyHashable: Any]?) in
            let downloadFinished =
                !((info?[PHImageCancelledKey] as? Bool) ?? false) && info?[PHImageErrorKey] == nil
                && !((info?[PHImageResultIsDegradedKey] as? Bool) ?? false)
            guard downloadFinished else { return }
            if let image = image { result(image.jpegData(compressionQuality: quality)) } else { result(nil) }
        }
    }
}

private final class ImagePickerDelegate: NSObject, PHPickerViewControllerDelegate {
    var promise: (resolve: RCTPromiseResolveBlock, reject: RCTPromiseRejectBlock)?

    func open(limit: Int) {
        var config = PHPickerConfiguration(photoLibrary: PHPhotoLibrary.shared())
        config.selectionLimit = limit
        config.filter = PHPickerFilter.any(of: [PHPickerFilter.images, .videos])
        if #available(iOS 15, *) { config.selection = .ordered }
        let picker = PHPickerViewController(configuration: config)
        picker.delegate = self
        picker.present()
    }

    func picker(_ picker: PHPickerViewController, didFinishPicking results: [PHPickerResult]) {
        picker.dismiss(animated: true, completion: nil)
        if results.isEmpty { promise?.reject("E_PICKER_CANCELLED", "User cancelled", nil); return }
        let group = DispatchGroup()
        var images: [UIImage] = []
        for result in results {
            group.enter()
            let provider = result.itemProvider
            if provider.canLoadObject(ofClass: UIImage.self) {
                provider.loadObject(ofClass: UIImage.self) { (image, error) in
                    defer { group.leave() }
                    if let image = image as? UIImage { images.append(image) }
                }
            } else {
                group.leave()
            }
        }
        group.notify(queue: .main) { [weak self] in self?.promise?.resolve(images.count) }
    }
}
