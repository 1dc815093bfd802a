import Photos

enum HikingCollageProgram {
    /// Runs the program and returns its exit status. Not on the main thread, because reading the library may take long.
    @concurrent
    static func run(_ arguments: [String]) async -> Int32 {
        if arguments == ["--help"] {
            say(Options.usage)
            return EXIT_SUCCESS
        }
        do {
            let options = try Options(arguments)
            switch options.task {
            case .list(let hike, let state):
                for identifier in try identifiers(of: hike, stateFile: state) { say(identifier) }
            case .suggestHikes(let count):
                try await requestAccess()
                let hikes = try HikeList(busiestDaysOf: LibraryReading().dates(), count: count, calendar: .current)
                say(String(decoding: try hikes.json(), as: UTF8.self))
            case .collages(let hikes, let state, let output, let watches):
                let reading = LibraryReading()
                let catchUp = CatchUp(
                    hikes: try HikeList(contentsOf: hikes),
                    stateFile: state,
                    drawing: CollageDrawing(folder: output, reading: reading),
                    reading: reading
                )
                try await requestAccess()
                if watches {
                    try await watch(catchUp, printsJSON: options.printsJSON)
                } else {
                    try await print(catchUp.run(), asJSON: options.printsJSON)
                }
            }
            return EXIT_SUCCESS
        } catch let error as UsageError {
            note(error.message)
            note(Options.usage)
            return ExitStatus.usage
        } catch let error as AccessError {
            note(error.message)
            return ExitStatus.noPermission
        } catch {
            note("HikingCollage: \(error.localizedDescription)")
            return EXIT_FAILURE
        }
    }

    private static func identifiers(of hike: String, stateFile: URL) throws -> [String] {
        guard let collage = try SavedState(contentsOf: stateFile)?.collages.first(where: { $0.hike.name == hike })
        else {
            throw StateError(message: "there is no collage of \"\(hike)\" in \(stateFile.path)")
        }
        return collage.photosInOrder.map(\.identifier)
    }

    /// Requests access, and waits for the person.
    private static func requestAccess() async throws(AccessError) {
        var status = PHPhotoLibrary.authorizationStatus(for: .readWrite)
        if status == .notDetermined {
            note("waiting for access to the photo library ...")
            status = await PHPhotoLibrary.requestAuthorization(for: .readWrite)
        }
        switch status {
        case .authorized: break
        case .limited: note("access is limited: the collages show only photos that were selected for this app")
        case .denied: throw AccessError(message: "access to the photo library was denied")
        case .restricted: throw AccessError(message: "access to the photo library is not allowed on this machine")
        case .notDetermined: throw AccessError(message: "nobody answered the request for access: is the library there?")
        }
    }

    /// Catches up now and after every change, until a signal arrives.
    private static func watch(_ catchUp: CatchUp, printsJSON: Bool) async throws {
        let changes = LibraryChanges()
        let signals = changes.end(on: [SIGINT, SIGTERM])
        defer { signals.forEach { $0.cancel() } }
        // Observing first: otherwise a change between the first catch-up and the registration would wait for the next
        // change.
        PHPhotoLibrary.shared().register(changes)
        defer { PHPhotoLibrary.shared().unregisterChangeObserver(changes) }
        try await print(catchUp.run(), asJSON: printsJSON)
        for await _ in changes.stream {
            do {
                try await print(catchUp.run(), asJSON: printsJSON)
            } catch let error as PHPhotosError {
                // The token was not stored, so the next catch-up sees this change again.
                note("HikingCollage: \(error.localizedDescription)")
            }
        }
    }

    private static func print(_ report: Report, asJSON: Bool) throws {
        for line in asJSON ? [try report.json()] : report.lines { say(line) }
    }

    /// Like `EX_…` in `sysexits.h`.
    private enum ExitStatus {
        static let usage: Int32 = 64
        static let noPermission: Int32 = 77
    }
}

/// The person denied access; what to print about it.
private struct AccessError: Error {
    var message: String
}

/// Prints a line on standard output.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

/// Prints a line about the progress on standard error.
func note(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }
