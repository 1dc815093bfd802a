import PhotosUI

enum PickPhotosProgram {
    /// Runs the program and returns its exit status.
    @MainActor
    static func run(_ arguments: [String]) async -> Int32 {
        if arguments == ["--help"] {
            print(Options.usage)
            return EXIT_SUCCESS
        }
        do {
            let options = try Options(arguments)
            var folder = try PickedFolder(at: options.folder)
            let old = folder.present
            note("waiting for you to pick ...")
            let results = try await picker(options, preselected: old.map(\.assetIdentifier)).pick()
            let (copied, failures) = await copy(results, into: folder)
            let selection = results.compactMap(\.assetIdentifier)
            let dropped = try folder.take(PickedFolder.merged(selection, with: old, copied: copied))
            for item in folder.items { say(item.filename) }
            note("\(copied.count) copied, \(folder.items.count - copied.count) kept, \(dropped.count) removed")
            for failure in failures { note("PickPhotos: \(failure)") }
            return failures.isEmpty ? EXIT_SUCCESS : EXIT_FAILURE
        } catch let error as UsageError {
            note("\(error.message)\n\(Options.usage)")
            return 64
        } catch PHPhotosError.operationInterrupted {
            note("nobody is there to show a picker: start photos agent")
            return 69
        } catch {
            note("PickPhotos: \(error.localizedDescription)")
            return EXIT_FAILURE
        }
    }

    @MainActor
    private static func picker(_ options: Options, preselected: [String]) -> PHPickerViewController {
        var configuration = PHPickerConfiguration(photoLibrary: .shared())
        configuration.filter = options.filter
        configuration.selectionLimit = options.limit
        configuration.selection = options.isOrdered ? .ordered : .default
        configuration.preferredAssetRepresentationMode = options.isCompatible ? .compatible : .current
        configuration.preselectedAssetIdentifiers = preselected
        return PHPickerViewController(configuration: configuration)
    }

    /// Copies the new results: preselected ones have empty item providers. Returns the filenames of the copies by
    /// identifier, and the errors.
    @MainActor
    private static func copy(
        _ results: [PHPickerResult],
        into folder: PickedFolder
    ) async -> (copied: [String: String], failures: [String]) {
        let new = results.filter { !$0.itemProvider.registeredTypeIdentifiers.isEmpty }
        let bars = ProgressBars(count: new.count)
        let drawing = Task { await bars.run() }
        var copied: [String: String] = [:]
        var failures: [String] = []
        await withTaskGroup(of: (String, Result<String, any Error>).self) { group in
            for result in new {
                guard let identifier = result.assetIdentifier else { continue }
                let outcome = start(result.itemProvider, bars, folder)
                group.addTask {
                    for await result in outcome { return (identifier, result) }
                    return (identifier, .failure(CancellationError()))
                }
            }
            for await (identifier, outcome) in group {
                switch outcome {
                case .success(let name): copied[identifier] = name
                case .failure(let error): failures.append(error.localizedDescription)
                }
            }
        }
        drawing.cancel()
        await drawing.value
        bars.finish()
        return (copied, failures)
    }

    /// Loads one result with a progress bar, and reports the outcome.
    @MainActor
    private static func start(
        _ provider: NSItemProvider,
        _ bars: ProgressBars,
        _ folder: PickedFolder
    ) -> AsyncStream<Result<String, any Error>> {
        let (outcomes, outcome) = AsyncStream<Result<String, any Error>>.makeStream()
        let isMovie =
            provider.hasItemConformingToTypeIdentifier(UTType.movie.identifier)
            && !provider.hasItemConformingToTypeIdentifier(UTType.image.identifier)
        let type = isMovie ? UTType.movie : UTType.image
        let progress = provider.loadFileRepresentation(forTypeIdentifier: type.identifier) { file, error in
            // The file is deleted when this returns.
            outcome.yield(
                Result {
                    guard let file else { throw error ?? CocoaError(.fileReadUnknown) }
                    return try folder.add(file)
                }
            )
            outcome.finish()
        }
        bars.add(provider.suggestedName ?? "a photo", progress)
        return outcomes
    }
}
