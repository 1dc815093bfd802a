import LibraryClient
import LibraryModel

// Cloud identifiers are made by the library itself, once for an object and for ever: no cloud is needed. Another
// library finds an asset by them when it knows the same record, or else has a file with the same content.
extension PHPhotoLibrary {
    /// The cloud identifiers of objects, by their local identifiers: one result for each. What is not there, or what
    /// the app may not see, is `identifierNotFound`.
    ///
    /// Up to 100,000 identifiers are one request to the library. Meant for loading and saving an app's documents.
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

    /// The local identifiers of objects, by their cloud identifiers: one result for each.
    ///
    /// Where several assets have the content, the error is `multipleIdentifiersFound` and their local identifiers are
    /// in its `userInfo` under `PHLocalIdentifiersErrorKey`.
    public func localIdentifierMappings(
        for cloudIdentifiers: [PHCloudIdentifier]
    ) -> [PHCloudIdentifier: Result<String, any Error>] {
        localIdentifiers(cloudIdentifiers, onlySynced: false)
    }

    /// The local identifiers of objects, by their cloud identifiers, without looking for the same content.
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

    /// One result for each key: those that cannot be identifiers are not asked for.
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
