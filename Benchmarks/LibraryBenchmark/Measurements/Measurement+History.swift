import LibraryClient
import LibraryModel
import Photos

/// What changed since a token, as identifiers in sets.
extension Measurement {
    /// The token that an app would have kept at a sequence.
    func token(at sequence: Int) throws -> PHPersistentChangeToken {
        var token = try LibraryClient.shared.currentToken()
        token.sequence = UInt64(sequence)
        return try JSONDecoder().decode(
            PHPersistentChangeToken.self,
            from: JSONEncoder().encode(Data(token.serialized))
        )
    }

    /// Goes through the changes as an app does that keeps something in step with the library; the checksum is how many
    /// identifiers there were.
    func changes(since token: PHPersistentChangeToken) throws -> Int {
        var count = 0
        for change in try PHPhotoLibrary.shared().fetchPersistentChanges(since: token) {
            let details: PHPersistentObjectChangeDetails = try change.changeDetails(for: .asset)
            count += details.insertedLocalIdentifiers.count
            count += details.updatedLocalIdentifiers.count
            count += details.deletedLocalIdentifiers.count
        }
        return count
    }
}
