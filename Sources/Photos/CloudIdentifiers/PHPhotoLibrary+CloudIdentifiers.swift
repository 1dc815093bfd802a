// The library gives out no cloud identifiers yet: every object and every identifier is answered for with
// `identifierNotFound`, which is what Apple's library says of what it has no cloud identifier for.
extension PHPhotoLibrary {
    /// The cloud identifiers of objects, by their local identifiers: one result for each.
    ///
    /// Not there yet: each is `identifierNotFound`.
    public func cloudIdentifierMappings(
        forLocalIdentifiers localIdentifiers: [String]
    ) -> [String: Result<PHCloudIdentifier, any Error>] {
        answers(localIdentifiers, "the library gives out no cloud identifiers yet")
    }

    /// The local identifiers of objects, by their cloud identifiers: one result for each.
    ///
    /// Not there yet: each is `identifierNotFound`.
    public func localIdentifierMappings(
        for cloudIdentifiers: [PHCloudIdentifier]
    ) -> [PHCloudIdentifier: Result<String, any Error>] {
        answers(cloudIdentifiers, "the library knows no cloud identifiers yet")
    }

    /// The local identifiers of objects, by their cloud identifiers, without looking for the same content.
    ///
    /// Not there yet: each is `identifierNotFound`.
    public func localIdentifierMappings(
        forSynced cloudIdentifiers: [PHCloudIdentifier]
    ) -> [PHCloudIdentifier: Result<String, any Error>] {
        localIdentifierMappings(for: cloudIdentifiers)
    }

    private func answers<Key: Hashable, Value>(_ keys: [Key], _ reason: String) -> [Key: Result<Value, any Error>] {
        let failure = PHPhotosError(.identifierNotFound, reason: reason)
        return Dictionary(keys.map { ($0, .failure(failure)) }) { first, _ in first }
    }
}
