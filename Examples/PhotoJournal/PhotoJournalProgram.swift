import PhotosUI

enum PhotoJournalProgram {
    static let albumTitle = "Journal"

    /// Runs the program and returns its exit status.
    @concurrent
    static func run(_ arguments: [String]) async -> Int32 {
        if arguments == ["--help"] {
            print(Options.usage)
            return EXIT_SUCCESS
        }
        do {
            let options = try Options(arguments)
            var journal = try Journal(contentsOf: options.journal)
            switch options.command {
            case .list:
                try await requestAccess()
                let lookup = try PhotoLookup(journal.entries.flatMap(\.photos))
                for entry in journal.entries { list(entry, lookup) }
            case .choose:
                try await requestAccess()
                try Chooser.run(&journal, options.journal)
            case .new(let text):
                let photos = try await photosForEntry()
                try await addToAlbum(photos, &journal)
                journal.entries.append(Journal.Entry(date: Date(), text: text, photos: try references(to: photos)))
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

    /// A journal that was written on another machine is shown on this one, whose library has not been asked.
    private static func requestAccess() async throws {
        var status = PHPhotoLibrary.authorizationStatus(for: .readWrite)
        if status == .notDetermined {
            note("waiting for access to the photos of the journal ...")
            status = await PHPhotoLibrary.requestAuthorization(for: .readWrite)
        }
        try AccessError.check(status)
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
        try AccessError.check(status)
        if status == .limited {
            note("waiting for you to add photos ...")
            return try await PHPhotoLibrary.shared().changeLimitedLibrarySelection()
        }
        note("waiting for you to pick photos ...")
        return try await picked()
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

    /// What the journal keeps of photos.
    private static func references(to photos: [String]) throws -> [Journal.Photo] {
        let names = filenames(of: photos)
        return try zip(photos, PhotoLookup.cloudIdentifiers(of: photos)).map { photo, identifier in
            Journal.Photo(identifier: identifier, name: names[photo] ?? "photo")
        }
    }

    /// Adds photos to this program's album, which it creates if this library does not have it.
    private static func addToAlbum(_ photos: [String], _ journal: inout Journal) async throws {
        let found = PHAsset.fetchAssets(withLocalIdentifiers: photos, options: nil)
        let assets = found.objects(at: IndexSet(integersIn: 0..<found.count))
        guard !assets.isEmpty else { return }
        let album = try PhotoLookup.album(journal.albums)
        var created: String?
        try await PHPhotoLibrary.shared().performChanges {
            if let album, let request = PHAssetCollectionChangeRequest(for: album) {
                request.addAssets(assets as NSArray)
            } else {
                let request = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: albumTitle)
                request.addAssets(assets as NSArray)
                created = request.placeholderForCreatedAssetCollection.localIdentifier
            }
        }
        if let created { journal.albums += try PhotoLookup.cloudIdentifiers(of: [created]) }
    }

    private static func list(_ entry: Journal.Entry, _ lookup: PhotoLookup) {
        say("\(entry.date.formatted(.iso8601)) \(entry.text)")
        for photo in entry.photos {
            switch lookup.place(of: photo) {
            case .here(let identifier): say("  \(filenames(of: [identifier])[identifier] ?? photo.name)")
            case .several(let identifiers): say("  [\(photo.name): one of \(identifiers.count) photos, see \"choose\"]")
            case .missing: say("  [\(photo.name): not in this library, or not shown to this program]")
            }
        }
    }

    /// The names of the files of photos, by local identifier.
    static func filenames(of photos: [String]) -> [String: String] {
        var names: [String: String] = [:]
        PHAsset.fetchAssets(withLocalIdentifiers: photos, options: nil)
            .enumerateObjects { asset, _, _ in
                names[asset.localIdentifier] = PHAssetResource.assetResources(for: asset).first?.originalFilename
            }
        return names
    }
}

/// The person denied access; what to print about it.
private struct AccessError: Error {
    var message: String

    static func check(_ status: PHAuthorizationStatus) throws(AccessError) {
        switch status {
        case .authorized, .limited: return
        case .denied, .restricted: throw AccessError(message: "access to photos was not allowed")
        case .notDetermined: throw AccessError(message: "nobody answered the request for access: is the library there?")
        }
    }
}

func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
func note(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }
