import PhotosUI

/// Where a journal's photos and albums are in this machine's library.
struct PhotoLookup {
    enum Place: Equatable {
        case here(localIdentifier: String)
        /// Photos with the same content, and none that the person has chosen.
        case several(localIdentifiers: [String])
        /// Not here, or not shown to this program.
        case missing
    }

    private var choices: [PHCloudIdentifier: Place] = [:]
    private var photos: [PHCloudIdentifier: Place] = [:]

    /// Looks up all photos at once: two calls to the library, however many there are.
    init(_ photos: [Journal.Photo]) throws {
        let library = PHPhotoLibrary.shared()
        // A choice is one photo: others with its content are not meant.
        let choices = library.localIdentifierMappings(forSynced: PhotoLookup.identifiers(photos.flatMap(\.choices)))
        self.choices = try choices.mapValues { try PhotoLookup.place($0) }
        let found = library.localIdentifierMappings(for: PhotoLookup.identifiers(photos.map(\.identifier)))
        self.photos = try found.mapValues { try PhotoLookup.place($0) }
    }

    func place(of photo: Journal.Photo) -> Place {
        for choice in PhotoLookup.identifiers(photo.choices) {
            if case .here(let identifier) = choices[choice] { return .here(localIdentifier: identifier) }
        }
        return PHCloudIdentifier(archivalStringValue: photo.identifier).flatMap { photos[$0] } ?? .missing
    }

    /// The first of these albums that is here.
    static func album(_ albums: [String]) throws -> PHAssetCollection? {
        let identifiers = identifiers(albums)
        let places = PHPhotoLibrary.shared().localIdentifierMappings(forSynced: identifiers)
        for identifier in identifiers {
            guard let result = places[identifier], case .here(let local) = try place(result) else { continue }
            return PHAssetCollection.fetchAssetCollections(withLocalIdentifiers: [local], options: nil).firstObject
        }
        return nil
    }

    /// The cloud identifiers of objects in this library, in their order.
    static func cloudIdentifiers(of localIdentifiers: [String]) throws -> [String] {
        let mappings = PHPhotoLibrary.shared().cloudIdentifierMappings(forLocalIdentifiers: localIdentifiers)
        return try localIdentifiers.compactMap { try mappings[$0]?.get().archivalStringValue }
    }

    private static func identifiers(_ texts: [String]) -> [PHCloudIdentifier] {
        texts.compactMap { PHCloudIdentifier(archivalStringValue: $0) }
    }

    private static func place(_ result: Result<String, any Error>) throws -> Place {
        do {
            return .here(localIdentifier: try result.get())
        } catch PHPhotosError.identifierNotFound {
            return .missing
        } catch let error as PHPhotosError where error.code == .multipleIdentifiersFound {
            return .several(localIdentifiers: error.userInfo[PHLocalIdentifiersErrorKey] as? [String] ?? [])
        }
    }
}
