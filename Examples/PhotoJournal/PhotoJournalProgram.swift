import PhotosUI

enum PhotoJournalProgram {
    static let albumTitle = "Journal"

    /// Runs the program and returns its exit status.
    @concurrent
    static func run(_ arguments: [String]) async -> Int32 {
        do {
            let options = try Options(arguments)
            var journal = try Journal(contentsOf: options.journal)
            switch options.command {
            case .list: for entry in journal.entries { list(entry) }
            case .new(let text):
                let photos = try await photosForEntry()
                journal.album = try await addToAlbum(photos, journal.album)
                journal.entries.append(Journal.Entry(date: Date(), text: text, photos: photos))
                try journal.write(to: options.journal)
                note(photos.count == 1 ? "an entry with 1 photo" : "an entry with \(photos.count) photos")
            }
            return EXIT_SUCCESS
        } catch let error as UsageError {
            note("\(error.message)\n\(Options.usage)")
            return 64
        } catch let error as AccessError {
            note(error.message)
            return 77
        } catch {
            note("PhotoJournal: \(error.localizedDescription)")
            return EXIT_FAILURE
        }
    }

    /// Asks the person for the photos of a new entry.
    private static func photosForEntry() async throws -> [String] {
        var status = PHPhotoLibrary.authorizationStatus(for: .readWrite)
        if status == .notDetermined {
            note("waiting for access to photos of yours ...")
            status = await PHPhotoLibrary.requestAuthorization(for: .readWrite)
            // With the first answer the person selected photos for this entry: the app sees no others.
            if status == .limited { return visible() }
        }
        switch status {
        case .limited:
            note("waiting for you to add photos ...")
            return try await PHPhotoLibrary.shared().changeLimitedLibrarySelection()
        case .authorized:
            note("waiting for you to pick photos ...")
            return try await picked()
        case .denied, .restricted: throw AccessError(message: "access to photos was not allowed")
        case .notDetermined: throw AccessError(message: "nobody answered the request for access: is the library there?")
        }
    }

    private static func visible() -> [String] {
        let assets = PHAsset.fetchAssets(with: nil)
        return assets.objects(at: IndexSet(integersIn: 0..<assets.count)).map(\.localIdentifier)
    }

    /// With full access there is no selection to extend: show a picker.
    private static func picked() async throws -> [String] {
        var configuration = PHPickerConfiguration(photoLibrary: .shared())
        configuration.selectionLimit = 0
        configuration.selection = .ordered
        return try await PHPickerViewController(configuration: configuration).pick().compactMap(\.assetIdentifier)
    }

    /// Adds photos to this program's album, which it creates if necessary. Returns the album's identifier.
    private static func addToAlbum(_ photos: [String], _ known: String?) async throws -> String? {
        let found = PHAsset.fetchAssets(withLocalIdentifiers: photos, options: nil)
        let assets = found.objects(at: IndexSet(integersIn: 0..<found.count))
        guard !assets.isEmpty else { return known }
        let album = known.flatMap {
            PHAssetCollection.fetchAssetCollections(withLocalIdentifiers: [$0], options: nil).firstObject
        }
        var identifier = known
        try await PHPhotoLibrary.shared().performChanges {
            if let album, let request = PHAssetCollectionChangeRequest(for: album) {
                request.addAssets(assets as NSArray)
            } else {
                let request = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: albumTitle)
                request.addAssets(assets as NSArray)
                identifier = request.placeholderForCreatedAssetCollection.localIdentifier
            }
        }
        return identifier
    }

    private static func list(_ entry: Journal.Entry) {
        say("\(entry.date.formatted(.iso8601)) \(entry.text)")
        let found = PHAsset.fetchAssets(withLocalIdentifiers: entry.photos, options: nil)
        var names: [String: String] = [:]
        found.enumerateObjects { asset, _, _ in
            names[asset.localIdentifier] = PHAssetResource.assetResources(for: asset).first?.originalFilename
        }
        for photo in entry.photos { say("  \(names[photo] ?? "a photo that you do not show any more")") }
    }
}

/// The person denied access; what to print about it.
private struct AccessError: Error {
    var message: String
}

private func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
private func note(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }
