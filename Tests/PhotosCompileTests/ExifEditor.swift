import Foundation
import Photos
import UniformTypeIdentifiers

// An editor that writes a file and its recipe. It only has to compile.

private struct Recipe: Codable, Equatable {
    static let formatIdentifier = "com.example.exif"
    static let formatVersion = "2.0"
    var exposure: Double
    var filterName: String?
}

private enum EditError: LocalizedError {
    case noInput(Error?)
    case inCloud
    case cancelled

    var errorDescription: String? { return "\(self)" }
}

private class PhotoEditor: NSObject {
    let asset: PHAsset
    var requestID: PHContentEditingInputRequestID = 0
    var input: PHContentEditingInput?
    var preview: UIImage?

    init(asset: PHAsset) { self.asset = asset }

    func begin(completion: @escaping (Result<Recipe?, EditError>) -> Void) {
        let options = PHContentEditingInputRequestOptions()
        options.isNetworkAccessAllowed = true
        options.canHandleAdjustmentData = { adjustmentData in
            return adjustmentData.formatIdentifier == Recipe.formatIdentifier
                && adjustmentData.formatVersion.compare(Recipe.formatVersion, options: .numeric) != .orderedDescending
        }
        options.progressHandler = { (progress: Double, stop: UnsafeMutablePointer<ObjCBool>) in
            if progress < 0 { stop.pointee = ObjCBool(true) }
        }
        requestID = asset.requestContentEditingInput(
            with: options,
            completionHandler: { [weak self] (contentEditingInput: PHContentEditingInput?, info: [AnyHashable: Any]) in
                if (info[PHContentEditingInputCancelledKey] as? NSNumber)?.boolValue == true {
                    return completion(.failure(.cancelled))
                }
                if let inCloud = info[PHContentEditingInputResultIsInCloudKey] as? Bool, inCloud {
                    return completion(.failure(.inCloud))
                }
                guard let input = contentEditingInput else {
                    return completion(.failure(.noInput(info[PHContentEditingInputErrorKey] as? Error)))
                }
                self?.input = input
                self?.preview = input.displaySizeImage
                var recipe: Recipe?
                if let data = input.adjustmentData?.data { recipe = try? JSONDecoder().decode(Recipe.self, from: data) }
                completion(.success(recipe))
            }
        )
    }

    func cancel() { asset.cancelContentEditingInputRequest(requestID) }

    func save(_ recipe: Recipe, render: (URL, Int32, URL) throws -> Void) throws {
        guard let input = input, let source = input.fullSizeImageURL else { throw EditError.noInput(nil) }
        let output = PHContentEditingOutput(contentEditingInput: input)
        let archived = try JSONEncoder().encode(recipe)
        output.adjustmentData = PHAdjustmentData(
            formatIdentifier: Recipe.formatIdentifier,
            formatVersion: Recipe.formatVersion,
            data: archived
        )
        var destination = output.renderedContentURL
        if #available(iOS 17.0, *), input.contentType == .heic,
            output.supportedRenderedContentTypes.contains(.heic)
        {
            destination = try output.renderedContentURL(for: .heic)
        }
        try render(source, input.fullSizeImageOrientation, destination)
        try PHPhotoLibrary.shared().performChangesAndWait {
            let request = PHAssetChangeRequest(for: self.asset)
            request.contentEditingOutput = output
        }
    }

    func revert() {
        guard asset.canPerform(.content), asset.hasAdjustments else { return }
        PHPhotoLibrary.shared().performChanges(
            {
                PHAssetChangeRequest(for: self.asset).revertAssetContentToOriginal()
            },
            completionHandler: nil
        )
    }

    func saveAsNew(_ image: UIImage, recipe: Recipe, into album: PHAssetCollection?) {
        PHPhotoLibrary.shared().performChanges {
            let creation = PHAssetChangeRequest.creationRequestForAsset(from: image)
            creation.creationDate = self.asset.creationDate
            creation.location = self.asset.location
            guard let placeholder = creation.placeholderForCreatedAsset else { return }
            let output = PHContentEditingOutput(placeholderForCreatedAsset: placeholder)
            output.adjustmentData = PHAdjustmentData(
                formatIdentifier: Recipe.formatIdentifier,
                formatVersion: Recipe.formatVersion,
                data: (try? JSONEncoder().encode(recipe)) ?? Data()
            )
            guard let jpeg = image.jpegData(compressionQuality: 1.0),
                (try? jpeg.write(to: output.renderedContentURL, options: .atomic)) != nil
            else { return }
            creation.contentEditingOutput = output
            if let album = album { PHAssetCollectionChangeRequest(for: album)?.addAssets([placeholder] as NSArray) }
        }
    }
}

extension CGImagePropertyOrientation {
    fileprivate init(_ orientation: UIImage.Orientation) {
        switch orientation {
        case .up: self = .up
        case .upMirrored: self = .upMirrored
        case .down: self = .down
        case .downMirrored: self = .downMirrored
        case .left: self = .left
        case .leftMirrored: self = .leftMirrored
        case .right: self = .right
        case .rightMirrored: self = .rightMirrored
        @unknown default: self = .up
        }
    }
}

extension UIImage.Orientation {
    fileprivate init(_ orientation: CGImagePropertyOrientation) {
        switch orientation {
        case .up: self = .up
        case .upMirrored: self = .upMirrored
        case .down: self = .down
        case .downMirrored: self = .downMirrored
        case .left: self = .left
        case .leftMirrored: self = .leftMirrored
        case .right: self = .right
        case .rightMirrored: self = .rightMirrored
        }
    }
}
