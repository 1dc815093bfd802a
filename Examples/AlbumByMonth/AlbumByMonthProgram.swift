import Photos

enum AlbumByMonthProgram {
    static let usage = """
        usage: AlbumByMonth --state FILE

          --state FILE  where to keep the change token; made at the first start
        """

    /// Runs the program and returns its exit status.
    @concurrent
    static func run(_ arguments: [String]) async -> Int32 {
        if arguments == ["--help"] {
            print(usage)
            return EXIT_SUCCESS
        }
        guard arguments.count == 2, arguments[0] == "--state", !arguments[1].isEmpty else {
            note(usage)
            return 64
        }
        guard await hasAccess() else { return 77 }
        do {
            try await sort(stateFile: URL(fileURLWithPath: arguments[1]))
            return EXIT_SUCCESS
        } catch {
            note("AlbumByMonth: \(error.localizedDescription)")
            return EXIT_FAILURE
        }
    }

    private static func hasAccess() async -> Bool {
        var status = PHPhotoLibrary.authorizationStatus(for: .readWrite)
        if status == .notDetermined {
            note("waiting for access to the photo library ...")
            status = await PHPhotoLibrary.requestAuthorization(for: .readWrite)
        }
        switch status {
        case .authorized, .limited: return true
        case .denied, .restricted: note("access to the photo library was not allowed")
        case .notDetermined: note("nobody answered the request for access: is the library there?")
        }
        return false
    }

    /// Sorts the changes since the last run, or everything.
    private static func sort(stateFile: URL) async throws {
        var token: PHPersistentChangeToken
        var assets: [PHAsset]
        var isEverything = false
        do {
            (assets, token) = try changed(since: self.token(in: stateFile))
        } catch PHPhotosError.persistentChangeTokenExpired, PHPhotosError.persistentChangeDetailsUnavailable {
            // The token first: the next run sees changes made meanwhile again.
            token = PHPhotoLibrary.shared().currentChangeToken
            assets = try fetched { PHAsset.fetchAssets(with: nil) }
            isEverything = true
        }
        var months: [Month: [PHAsset]] = [:]
        var monthOf: [String: Month] = [:]
        for asset in assets {
            guard let date = asset.creationDate else { continue }
            let month = Month(date, calendar: .current)
            months[month, default: []].append(asset)
            monthOf[asset.localIdentifier] = month
        }
        let albums = MonthAlbums()
        if !monthOf.isEmpty { try await albums.remove(strangersOf: monthOf, among: isEverything ? nil : assets) }
        for (month, assets) in months.sorted(by: { $0.key < $1.key }) {
            try await albums.add(assets, to: month)
            say("\(month.albumTitle): \(assets.count)")
        }
        try NSKeyedArchiver.archivedData(withRootObject: token, requiringSecureCoding: true)
            .write(to: stateFile, options: .atomic)
    }

    /// The assets that were inserted or updated, in their current state.
    private static func changed(since token: PHPersistentChangeToken) throws -> ([PHAsset], PHPersistentChangeToken) {
        var identifiers: Set<String> = []
        var last = token
        for change in try PHPhotoLibrary.shared().fetchPersistentChanges(since: token) {
            let details: PHPersistentObjectChangeDetails = try change.changeDetails(for: .asset)
            identifiers.subtract(details.deletedLocalIdentifiers)
            identifiers.formUnion(details.insertedLocalIdentifiers)
            identifiers.formUnion(details.updatedLocalIdentifiers)
            last = change.changeToken
        }
        guard !identifiers.isEmpty else { return ([], last) }
        let assets = try fetched(count: identifiers.count) {
            PHAsset.fetchAssets(withLocalIdentifiers: Array(identifiers), options: nil)
        }
        return (assets, last)
    }

    /// The assets of a fetch. A fetch is empty when the library is unreachable; so if something is missing, reads the
    /// history, which throws then, and fetches once more.
    private static func fetched(count: Int = 1, _ fetch: () -> PHFetchResult<PHAsset>) throws -> [PHAsset] {
        var result = fetch()
        if result.count < count {
            let library = PHPhotoLibrary.shared()
            _ = try library.fetchPersistentChanges(since: library.currentChangeToken)
            result = fetch()
        }
        return result.objects(at: IndexSet(integersIn: 0..<result.count))
    }

    /// The token of the last run. Without a file, or with an expired token, everything is new.
    private static func token(in file: URL) throws -> PHPersistentChangeToken {
        let data: Data
        do {
            data = try Data(contentsOf: file)
        } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
            throw PHPhotosError(.persistentChangeTokenExpired)
        }
        do {
            let token = try NSKeyedUnarchiver.unarchivedObject(ofClass: PHPersistentChangeToken.self, from: data)
            if let token { return token }
        } catch {
            note("\(file.path) was damaged, so that everything is sorted again")
        }
        throw PHPhotosError(.persistentChangeTokenExpired)
    }
}

private func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
private func note(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }
