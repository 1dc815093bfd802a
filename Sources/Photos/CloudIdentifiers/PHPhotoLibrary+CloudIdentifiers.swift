import LibraryClient
import LibraryModel

// The library creates cloud identifiers itself, permanently and without a cloud. Another library finds an asset by its
// record, or otherwise by its content.
extension PHPhotoLibrary {
    /// Returns one result per local identifier: the cloud identifier, or `identifierNotFound` for an object that does
    /// not exist or is not visible to the app.
    ///
    /// Blocks: one call to the library per 100,000 identifiers. Meant for saving an app's documents.
    public func cloudIdentifierMappings(
        forLocalIdentifiers localIdentifiers: [String]
    ) -> [String: Result<PHCloudIdentifier, any Error>] {
        mappings(localIdentifiers, { LocalIdentifier($0) }) { objects throws(LibraryError) in
            try client.cloudIdentifiers(of: objects).map { identifier in
                guard let identifier else { return .failure(PHPhotoLibrary.identifierNotFound) }
                return PHCloudIdentifier(archivalStringValue: identifier.string)
                    .map { .success($0) } ?? .failure(PHPhotoLibrary.identifierNotFound)
            }
        }
    }

    /// Returns one result per cloud identifier: the local identifier, or an error. Blocks like
    /// `cloudIdentifierMappings`.
    ///
    /// Several assets with the same content are the error `multipleIdentifiersFound`, with their local identifiers in
    /// its `userInfo` under `PHLocalIdentifiersErrorKey`.
    public func localIdentifierMappings(
        for cloudIdentifiers: [PHCloudIdentifier]
    ) -> [PHCloudIdentifier: Result<String, any Error>] {
        localIdentifiers(cloudIdentifiers, onlySynced: false)
    }

    /// Returns one result per cloud identifier, matching records only and not content.
    public func localIdentifierMappings(
        forSynced cloudIdentifiers: [PHCloudIdentifier]
    ) -> [PHCloudIdentifier: Result<String, any Error>] {
        localIdentifiers(cloudIdentifiers, onlySynced: true)
    }

    private func localIdentifiers(
        _ cloudIdentifiers: [PHCloudIdentifier],
        onlySynced: Bool
    ) -> [PHCloudIdentifier: Result<String, any Error>] {
        mappings(cloudIdentifiers, { CloudIdentifier($0.archivalStringValue) }) { identifiers throws(LibraryError) in
            try client.localIdentifiers(of: identifiers, onlySynced: onlySynced).map { found in
                switch found.count {
                case 0: .failure(PHPhotoLibrary.identifierNotFound)
                case 1: .success(found[0].string)
                default:
                    .failure(
                        PHPhotosError(
                            .multipleIdentifiersFound,
                            userInfo: [
                                NSLocalizedDescriptionKey: "several assets have the content",
                                PHLocalIdentifiersErrorKey: found.map(\.string),
                            ]
                        )
                    )
                }
            }
        }
    }

    /// Returns one result per key, without a call for invalid identifiers.
    private func mappings<Key: Hashable, Asked, Value>(
        _ keys: [Key],
        _ parse: (Key) -> Asked?,
        _ ask: ([Asked]) throws(LibraryError) -> [Result<Value, any Error>]
    ) -> [Key: Result<Value, any Error>] {
        var results: [Key: Result<Value, any Error>] = [:]
        results.reserveCapacity(keys.count)
        var asked: [(key: Key, identifier: Asked)] = []
        for key in keys {
            if let identifier = parse(key) {
                asked.append((key, identifier))
            } else {
                results[key] = .failure(PHPhotoLibrary.identifierNotFound)
            }
        }
        for start in stride(from: 0, to: asked.count, by: CloudIdentifier.maximumCount) {
            let part = asked[start..<min(start + CloudIdentifier.maximumCount, asked.count)]
            do throws(LibraryError) {
                for (entry, result) in zip(part, try ask(part.map(\.identifier))) { results[entry.key] = result }
            } catch {
                for entry in part { results[entry.key] = .failure(PHPhotosError(error)) }
            }
        }
        return results
    }

    private static var identifierNotFound: PHPhotosError {
        PHPhotosError(.identifierNotFound, reason: "there is no such object")
    }
}
