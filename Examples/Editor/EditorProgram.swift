import Photos

enum EditorProgram {
    /// Runs the program and returns its exit status.
    @concurrent
    static func run(_ arguments: [String]) async -> Int32 {
        if arguments == ["--help"] {
            print(Options.usage)
            return EXIT_SUCCESS
        }
        do {
            let options = try Options(arguments)
            guard await hasAccess() else { return 77 }
            let photo = try photo(options.identifier)
            switch options.task {
            case .show: for step in try await startingPoint(photo).recipe.steps { print(step) }
            case .revert:
                try await PHPhotoLibrary.shared().performChanges {
                    PHAssetChangeRequest(for: photo).revertAssetContentToOriginal()
                }
            case .edit(let steps): try await edit(photo, steps)
            }
            return EXIT_SUCCESS
        } catch let error as UsageError {
            note("\(error.message)\n\(Options.usage)")
            return 64
        } catch {
            note("Editor: \(error.localizedDescription)")
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

    private static func photo(_ identifier: String) throws -> PHAsset {
        let found = PHAsset.fetchAssets(withLocalIdentifiers: [identifier], options: nil).firstObject
        guard let found, found.mediaType == .image else { throw EditorError(message: "no such photo: \(identifier)") }
        return found
    }

    /// Adds steps to the edit, renders all steps, and commits both.
    private static func edit(_ photo: PHAsset, _ steps: [Step]) async throws {
        var (input, recipe) = try await startingPoint(photo)
        recipe.steps += steps
        let original = try await original(of: photo)
        let edited = recipe.applied(to: Picture(width: original.width, height: original.height, pixels: original.rgba))
        guard let image = PhotoImage(width: edited.width, height: edited.height, rgba: edited.pixels) else {
            throw EditorError(message: "the photo is too large to be edited")
        }
        let output = PHContentEditingOutput(contentEditingInput: input)
        try image.jpegData(compressionQuality: 0.92).write(to: output.renderedContentURL)
        output.adjustmentData = PHAdjustmentData(
            formatIdentifier: Recipe.formatIdentifier,
            formatVersion: Recipe.formatVersion,
            data: try JSONEncoder().encode(recipe)
        )
        try await PHPhotoLibrary.shared().performChanges {
            PHAssetChangeRequest(for: photo).contentEditingOutput = output
        }
    }

    /// The photo to edit, and the steps so far.
    private static func startingPoint(_ photo: PHAsset) async throws -> (input: PHContentEditingInput, recipe: Recipe) {
        let options = PHContentEditingInputRequestOptions()
        options.canHandleAdjustmentData = {
            $0.formatIdentifier == Recipe.formatIdentifier && $0.formatVersion == Recipe.formatVersion
        }
        options.skipsDisplaySizeImage = true
        let input: PHContentEditingInput = try await withCheckedThrowingContinuation { continuation in
            _ = photo.requestContentEditingInput(with: options) { input, info in
                let error = info[PHContentEditingInputErrorKey] as? any Error
                continuation.resume(
                    with: input.map { .success($0) }
                        ?? .failure(error ?? EditorError(message: "the photo cannot be edited"))
                )
            }
        }
        guard let recipe = input.adjustmentData else {
            // The next run would apply its steps to the original, without those of the other app.
            guard !photo.hasAdjustments else { throw EditorError(message: "another app edited the photo: --revert it") }
            return (input, Recipe())
        }
        return (input, try JSONDecoder().decode(Recipe.self, from: recipe.data))
    }

    /// The unedited picture in full size.
    private static func original(of photo: PHAsset) async throws -> PhotoImage {
        let options = PHImageRequestOptions()
        options.version = .unadjusted
        // One call of the handler, without a degraded picture first.
        options.deliveryMode = .highQualityFormat
        return try await withCheckedThrowingContinuation { continuation in
            PHImageManager.default().requestImage(
                for: photo,
                targetSize: PHImageManagerMaximumSize,
                contentMode: .aspectFit,
                options: options
            ) { image, info in
                let error = info?[PHImageErrorKey] as? any Error
                continuation.resume(
                    with: image.map { .success($0) }
                        ?? .failure(error ?? EditorError(message: "the photo has no picture"))
                )
            }
        }
    }
}

/// Why a photo cannot be edited.
private struct EditorError: LocalizedError {
    var message: String
    var errorDescription: String? { message }
}

private func note(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }
