import Foundation
import Photos
import os

// A synchronisation that keeps its token in the user defaults. It only has to compile.

private actor SyncEngine {
    struct Delta: Sendable, Equatable {
        var upserts: Set<String> = []; var deletes: Set<String> = []; var albumsChanged = false;
        var needsFullSync = false
    }
    private let defaults: UserDefaults
    private static let tokenKey = "PHPersistentChangeToken"
    private let logger = Logger(subsystem: "app", category: "sync")

    init(defaults: UserDefaults = .standard) { self.defaults = defaults }

    private func lastToken() -> PHPersistentChangeToken? {
        guard let data = defaults.data(forKey: Self.tokenKey) else { return nil }
        return try? NSKeyedUnarchiver.unarchivedObject(ofClass: PHPersistentChangeToken.self, from: data)
    }

    private func save(_ token: PHPersistentChangeToken) {
        guard let data = try? NSKeyedArchiver.archivedData(withRootObject: token, requiringSecureCoding: true) else {
            return
        }
        defaults.set(data, forKey: Self.tokenKey)
    }

    func shouldFullSync() -> Bool {
        guard #available(iOS 16, *), PHPhotoLibrary.authorizationStatus(for: .readWrite) == .authorized,
            let storedToken = lastToken()
        else { return true }
        guard let _ = try? PHPhotoLibrary.shared().fetchPersistentChanges(since: storedToken) else { return true }
        return false
    }

    func checkpoint() { save(PHPhotoLibrary.shared().currentChangeToken) }

    func delta() throws -> Delta {
        guard let storedToken = lastToken() else { return Delta(needsFullSync: true) }
        let currentToken = PHPhotoLibrary.shared().currentChangeToken
        if storedToken == currentToken { return Delta() }
        var delta = Delta()
        do {
            let changes = try PHPhotoLibrary.shared().fetchPersistentChanges(since: storedToken)
            for change in changes {
                let details = try change.changeDetails(for: PHObjectType.asset)
                let updated = details.updatedLocalIdentifiers.union(details.insertedLocalIdentifiers)
                if updated.isEmpty && details.deletedLocalIdentifiers.isEmpty { continue }
                delta.deletes.formUnion(details.deletedLocalIdentifiers)
                delta.upserts.subtract(details.deletedLocalIdentifiers)
                delta.upserts.formUnion(updated)
                let albums = try change.changeDetails(for: .assetCollection)
                delta.albumsChanged =
                    delta.albumsChanged || !albums.insertedLocalIdentifiers.isEmpty
                    || !albums.updatedLocalIdentifiers.isEmpty
                save(change.changeToken)
            }
        } catch let error as PHPhotosError
            where error.code == .persistentChangeTokenExpired || error.code == .persistentChangeDetailsUnavailable
        {
            logger.warning("full sync needed: \(error.localizedDescription)")
            return Delta(needsFullSync: true)
        } catch {
            switch (error as? PHPhotosError)?.code {
            case .accessUserDenied, .accessRestricted: throw error
            case .none: throw error
            default: break
            }
        }
        return delta
    }

    func assets(_ identifiers: Set<String>) -> [String: PHAsset] {
        let options = PHFetchOptions()
        options.includeHiddenAssets = true
        let result = PHAsset.fetchAssets(withLocalIdentifiers: Array(identifiers), options: options)
        var map = [String: PHAsset](minimumCapacity: result.count)
        for i in 0..<result.count { let asset = result.object(at: i); map[asset.localIdentifier] = asset }
        return map
    }

    func cloudIdentifiers(_ ids: [String]) -> [String: String] {
        let mappings = PHPhotoLibrary.shared().cloudIdentifierMappings(forLocalIdentifiers: ids)
        return mappings.reduce(into: [:]) { result, entry in
            switch entry.value {
            case .success(let cloud): result[entry.key] = cloud.archivalStringValue
            case .failure(let error):
                if let error = error as? PHPhotosError, error.code == .identifierNotFound { return }
                if let error = error as? PHPhotosError, error.code == .multipleIdentifiersFound,
                    let matches = (error as NSError).userInfo[PHLocalIdentifiersErrorKey] as? [String]
                {
                    result[entry.key] = matches.first
                }
            }
        }
    }

    func resolve(_ strings: [String]) throws -> [String] {
        let clouds = strings.compactMap { PHCloudIdentifier(archivalStringValue: $0) }
        return try PHPhotoLibrary.shared().localIdentifierMappings(for: clouds).values.map { try $0.get() }
    }
}

private final class LibraryWatcher: NSObject, PHPhotoLibraryChangeObserver, PHPhotoLibraryAvailabilityObserver,
    @unchecked Sendable
{
    private let continuation: AsyncStream<PHChange>.Continuation
    let changes: AsyncStream<PHChange>
    override init() {
        (changes, continuation) = AsyncStream.makeStream(of: PHChange.self, bufferingPolicy: .bufferingNewest(10))
        super.init()
        PHPhotoLibrary.shared().register(self as PHPhotoLibraryChangeObserver)
        PHPhotoLibrary.shared().register(self as PHPhotoLibraryAvailabilityObserver)
    }
    deinit {
        PHPhotoLibrary.shared().unregisterChangeObserver(self)
        PHPhotoLibrary.shared().unregisterAvailabilityObserver(self)
    }
    func photoLibraryDidChange(_ changeInstance: PHChange) { continuation.yield(changeInstance) }
    func photoLibraryDidBecomeUnavailable(_ photoLibrary: PHPhotoLibrary) {
        if let error = photoLibrary.unavailabilityReason as? PHPhotosError, error.code == .libraryVolumeOffline {
            print(error)
        }
        continuation.finish()
    }
}
