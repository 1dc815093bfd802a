import Photos

// What the WWDC21 talk on the photo library tells apps to do: cloud identifiers, and errors with their causes. It only
// has to compile.

private final class Journal {
    private let library = PHPhotoLibrary.shared()
    private var saved: [String: String] = [:]

    func save(_ localIdentifiers: [String]) {
        let mappings = library.cloudIdentifierMappings(forLocalIdentifiers: localIdentifiers)
        for (localIdentifier, result) in mappings {
            switch result {
            case .success(let cloudIdentifier): saved[localIdentifier] = cloudIdentifier.archivalStringValue
            case .failure(let error): print(error.localizedDescription)
            }
        }
    }

    func load() -> [String] {
        let identifiers = saved.values.compactMap { PHCloudIdentifier(archivalStringValue: $0) }
        var found: [String] = []
        for (_, result) in library.localIdentifierMappings(for: identifiers) {
            do {
                found.append(try result.get())
            } catch PHPhotosError.identifierNotFound {
                placeholder()
            } catch let error as PHPhotosError where error.code == .multipleIdentifiersFound {
                found += choose(error.userInfo[PHLocalIdentifiersErrorKey] as? [String] ?? [])
            } catch {
                print(error)
            }
        }
        return found
    }

    func addToAlbum(_ assets: [PHAsset], _ album: PHAssetCollection) async {
        do {
            try await library.performChanges {
                PHAssetCollectionChangeRequest(for: album)?.addAssets(assets as NSArray)
            }
        } catch let error as PHPhotosError {
            switch error.code {
            case .accessUserDenied, .accessRestricted: print("no access")
            case .libraryInFileProviderSyncRoot: print("the library is in a synced folder")
            case .notEnoughSpace: print("no space")
            case .changeNotSupported, .invalidResource, .missingResource: print(error.localizedDescription)
            default: break
            }
        } catch {
            print(error)
        }
    }

    private func placeholder() {}
    private func choose(_ candidates: [String]) -> [String] { Array(candidates.prefix(1)) }
}
