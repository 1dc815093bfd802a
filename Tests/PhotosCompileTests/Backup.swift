import CoreGraphics
import CoreLocation
import Foundation
import ImageIO
import Photos
import UniformTypeIdentifiers
import os

// A backup app's engine as one finds it: asynchronous wrappers, a logger, types and places. It only has to compile.

private let logger = Logger(subsystem: "com.example.backup", category: "upload")

/// What is uploaded of an asset.
private struct Upload {
    var identifier: String
    var name: String
    var type: UTType
    var place: CLLocation?
    var size: Int64
}

private protocol BackupAsset {
    var localIdentifier: String { get }
    var creationDate: Date? { get }
    var location: CLLocation? { get }
}

extension PHAsset: BackupAsset {}

private actor Backup {
    enum Failure: Error {
        case noResource
        case denied(PHAuthorizationStatus)
    }

    private let known = OSAllocatedUnfairLock(initialState: Set<String>())
    private var resourceManager = PHAssetResourceManager.default()

    func run() async throws {
        let status = await PHPhotoLibrary.requestAuthorization(for: .readWrite)
        guard status == .authorized || status == .limited else {
            logger.error("no access: \(status.rawValue, privacy: .public)")
            throw Failure.denied(status)
        }
        let options = PHFetchOptions()
        options.predicate = NSPredicate(
            format: "creationDate > %@ AND mediaType IN %@",
            Date.distantPast as CVarArg,
            [PHAssetMediaType.image.rawValue, PHAssetMediaType.video.rawValue]
        )
        options.sortDescriptors = [NSSortDescriptor(keyPath: \PHAsset.creationDate, ascending: true)]
        let assets = PHAsset.fetchAssets(with: options)
        logger.info("\(assets.count) assets, the first of \(String(describing: assets.firstObject?.creationDate))")
        for index in 0..<assets.count {
            try Task.checkCancellation()
            let upload = try autoreleasepool { try self.upload(assets.object(at: index)) }
            let isNew = known.withLock { $0.insert(upload.identifier).inserted }
            guard isNew else { continue }
            do {
                let data = try await data(of: assets[index])
                logger.debug("\(upload.name, privacy: .private(mask: .hash)): \(data.count) bytes")
            } catch {
                logger.warning("\(upload.identifier, privacy: .public): \(error.localizedDescription)")
            }
        }
    }

    private func upload(_ asset: PHAsset) throws -> Upload {
        let resources = PHAssetResource.assetResources(for: asset)
        guard let resource = resources.first(where: { $0.type == .fullSizePhoto }) ?? resources.first else {
            logger.fault("\(asset.localIdentifier) has no resources")
            throw Failure.noResource
        }
        return Upload(
            identifier: asset.localIdentifier,
            name: resource.originalFilename,
            type: UTType(resource.uniformTypeIdentifier) ?? .data,
            place: asset.location,
            size: resource.value(forKey: "fileSize") as? Int64 ?? 0
        )
    }

    private func data(of asset: PHAsset) async throws -> Data {
        guard let resource = PHAssetResource.assetResources(for: asset).first else { throw Failure.noResource }
        let options = PHAssetResourceRequestOptions()
        options.isNetworkAccessAllowed = true
        options.progressHandler = { progress in logger.trace("\(progress, format: .fixed(precision: 2))") }
        return try await withCheckedThrowingContinuation { continuation in
            let received = OSAllocatedUnfairLock(initialState: Data())
            resourceManager.requestData(for: resource, options: options) { part in
                received.withLock { $0.append(part) }
            } completionHandler: { error in
                if let error {
                    continuation.resume(throwing: error)
                } else {
                    continuation.resume(returning: received.withLock { $0 })
                }
            }
        }
    }

    private func thumbnail(of asset: PHAsset, side: CGFloat) async -> (PhotoImage, CGImagePropertyOrientation)? {
        let options = PHImageRequestOptions()
        options.deliveryMode = .highQualityFormat
        options.resizeMode = .exact
        let size = CGSize(width: side, height: side)
        return await withCheckedContinuation { continuation in
            PHImageManager.default().requestImage(
                for: asset,
                targetSize: size,
                contentMode: .aspectFill,
                options: options
            ) { image, info in
                if let error = info?[PHImageErrorKey] as? Error { os_log(.error, "no thumbnail: \(error)") }
                continuation.resume(returning: image.map { ($0, .up) })
            }
        }
    }
}
