import Foundation
import Photos
import UniformTypeIdentifiers
import os

// A service that sends what changed, maps identifiers between devices and exports originals. It only has to compile.

struct SyncCursor: Codable, Sendable {
    var token: Data?
    var pending: [String: Int] = [:]
}

protocol SyncStoring: Sendable {
    func load() async throws -> SyncCursor
    func save(_ cursor: SyncCursor) async throws
}

actor SyncService {
    enum Step: Sendable, Equatable { case upload(String), delete(String), rescan }

    private let store: any SyncStoring
    private let library: PHPhotoLibrary
    private let logger = Logger(subsystem: "com.example.sync", category: "service")

    init(store: any SyncStoring, library: PHPhotoLibrary = .shared()) {
        self.store = store
        self.library = library
    }

    func steps() async throws -> [Step] {
        var cursor = try await store.load()
        guard let data = cursor.token,
            let token = try NSKeyedUnarchiver.unarchivedObject(ofClass: PHPersistentChangeToken.self, from: data)
        else { return [.rescan] }
        var steps: [Step] = []
        do {
            for change in try library.fetchPersistentChanges(since: token) {
                let details = try change.changeDetails(for: .asset)
                steps += details.insertedLocalIdentifiers.union(details.updatedLocalIdentifiers).map { .upload($0) }
                steps += details.deletedLocalIdentifiers.map { .delete($0) }
                cursor.token = try NSKeyedArchiver.archivedData(
                    withRootObject: change.changeToken,
                    requiringSecureCoding: true
                )
            }
        } catch PHPhotosError.persistentChangeTokenExpired, PHPhotosError.persistentChangeDetailsUnavailable {
            logger.warning("history is gone")
            return [.rescan]
        }
        try await store.save(cursor)
        return steps
    }

    func cloudNames(_ assets: [PHAsset]) -> [String: String] {
        library.cloudIdentifierMappings(forLocalIdentifiers: assets.map(\.localIdentifier)).compactMapValues {
            try? $0.get().archivalStringValue
        }
    }

    func localNames(_ clouds: [String]) -> [PHCloudIdentifier: String] {
        let identifiers = clouds.compactMap { PHCloudIdentifier(archivalStringValue: $0) }
        var found: [PHCloudIdentifier: String] = [:]
        for (cloud, result) in library.localIdentifierMappings(for: identifiers) {
            switch result {
            case .success(let local): found[cloud] = local
            case .failure(let error as PHPhotosError) where error.code == .multipleIdentifiersFound:
                found[cloud] = (error.userInfo[PHLocalIdentifiersErrorKey] as? [String])?.first
            case .failure(let error): logger.error("\(error)")
            }
        }
        return found
    }

    func export(_ asset: PHAsset, to folder: URL) async throws -> [URL] {
        var urls: [URL] = []
        for resource in PHAssetResource.assetResources(for: asset) {
            switch resource.type {
            case .photo, .video, .pairedVideo, .alternatePhoto, .audio: break
            case .fullSizePhoto, .fullSizeVideo, .fullSizePairedVideo, .adjustmentData, .adjustmentBasePhoto,
                .adjustmentBaseVideo, .adjustmentBasePairedVideo, .photoProxy:
                continue
            default: continue
            }
            let name = UTType(resource.uniformTypeIdentifier)?.preferredFilenameExtension ?? "bin"
            let url = folder.appending(component: "\(asset.localIdentifier.prefix(36)).\(name)")
            let options = PHAssetResourceRequestOptions()
            options.isNetworkAccessAllowed = true
            options.progressHandler = { [logger] fraction in logger.debug("\(fraction)") }
            try await PHAssetResourceManager.default().writeData(for: resource, toFile: url, options: options)
            urls.append(url)
        }
        return urls
    }

    func restore(_ pairs: [(photo: URL, movie: URL?)], favorites: Set<URL>) async throws -> [String] {
        let made = OSAllocatedUnfairLock(initialState: [String]())
        try await library.performChanges {
            for (photo, movie) in pairs {
                let request = PHAssetCreationRequest.forAsset()
                let options = PHAssetResourceCreationOptions()
                options.originalFilename = photo.lastPathComponent
                options.shouldMoveFile = true
                request.addResource(with: .photo, fileURL: photo, options: options)
                if let movie { request.addResource(with: .pairedVideo, fileURL: movie, options: nil) }
                request.isFavorite = favorites.contains(photo)
                if let id = request.placeholderForCreatedAsset?.localIdentifier { made.withLock { $0.append(id) } }
            }
        }
        return made.withLock { $0 }
    }
}

/// What an app listens to, as streams.
final class LibraryEvents: NSObject, PHPhotoLibraryChangeObserver, PHPhotoLibraryAvailabilityObserver {
    let changes: AsyncStream<PHChange>
    private let changed: AsyncStream<PHChange>.Continuation
    private let gone = OSAllocatedUnfairLock<(any Error)?>(uncheckedState: nil)

    override init() {
        (changes, changed) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(16))
        super.init()
        PHPhotoLibrary.shared().register(self as any PHPhotoLibraryChangeObserver)
        PHPhotoLibrary.shared().register(self as any PHPhotoLibraryAvailabilityObserver)
    }

    deinit {
        PHPhotoLibrary.shared().unregisterChangeObserver(self)
        PHPhotoLibrary.shared().unregisterAvailabilityObserver(self)
        changed.finish()
    }

    func photoLibraryDidChange(_ changeInstance: PHChange) { changed.yield(changeInstance) }

    func photoLibraryDidBecomeUnavailable(_ photoLibrary: PHPhotoLibrary) {
        gone.withLockUnchecked { $0 = photoLibrary.unavailabilityReason }
    }
}
