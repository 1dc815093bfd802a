import Photos

enum DarkroomProgram {
    /// Tells this app's recipes from those of others.
    static let formatIdentifier = "example.darkroom"
    static let formatVersion = "1"
    /// Pixels.
    static let workingSize = CGSize(width: 2_048, height: 2_048)

    /// Runs the program and returns its exit status.
    @concurrent
    static func run(_ arguments: [String]) async -> Int32 {
        if arguments == ["--help"] {
            print(Options.usage)
            return EXIT_SUCCESS
        }
        do {
            let options = try Options(arguments)
            try await requestAccess()
            let assets = try fetch(options.identifiers)
            var outputs: [PHContentEditingOutput?] = []
            for asset in assets {
                guard case .develop(let filter) = options.edit else { break }
                outputs.append(try await develop(asset, filter))
            }
            try await PHPhotoLibrary.shared().performChanges {
                for (index, asset) in assets.enumerated() {
                    let request = PHAssetChangeRequest(for: asset)
                    if outputs.indices.contains(index) { request.contentEditingOutput = outputs[index] }
                    if options.edit == .revert { request.revertAssetContentToOriginal() }
                    if options.marksAsFavorite { request.isFavorite = true }
                }
            }
            note("changed \(assets.count == 1 ? "1 photo" : "\(assets.count) photos")")
            return EXIT_SUCCESS
        } catch let error as UsageError {
            note("\(error.message)\n\(Options.usage)")
            return 64
        } catch let error as AccessError {
            note(error.message)
            return 77
        } catch {
            note("Darkroom: \(error.localizedDescription)")
            return EXIT_FAILURE
        }
    }

    private static func requestAccess() async throws(AccessError) {
        var status = PHPhotoLibrary.authorizationStatus(for: .readWrite)
        if status == .notDetermined {
            note("waiting for access to the photo library ...")
            status = await PHPhotoLibrary.requestAuthorization(for: .readWrite)
        }
        guard status == .authorized || status == .limited else {
            throw AccessError(
                message: status == .notDetermined
                    ? "nobody answered the request for access: is the library there?"
                    : "access to the photo library was not allowed"
            )
        }
    }

    private static func fetch(_ identifiers: [String]) throws -> [PHAsset] {
        let result = PHAsset.fetchAssets(withLocalIdentifiers: identifiers, options: nil)
        let assets = result.objects(at: IndexSet(integersIn: 0..<result.count))
        let found = Set(assets.map(\.localIdentifier))
        let missing = identifiers.filter { !found.contains($0.uppercased()) }
        guard missing.isEmpty else {
            throw DarkroomError(message: "no such photo: \(missing.joined(separator: ", "))")
        }
        return assets
    }

    /// The edit, rendered and with its recipe, ready to commit.
    private static func develop(_ asset: PHAsset, _ filter: Filter) async throws -> PHContentEditingOutput {
        let input = try await editingInput(of: asset)
        let image = try await unedited(asset)
        let pixels = filter.applied(to: image.rgba)
        guard let developed = PhotoImage(width: image.width, height: image.height, rgba: pixels) else {
            throw DarkroomError(message: "\(asset.localIdentifier) is too large to be developed")
        }
        let output = PHContentEditingOutput(contentEditingInput: input)
        try developed.jpegData(compressionQuality: 0.92).write(to: output.renderedContentURL)
        output.adjustmentData = PHAdjustmentData(
            formatIdentifier: formatIdentifier,
            formatVersion: formatVersion,
            data: try JSONEncoder().encode(["filter": filter])
        )
        return output
    }

    private static func editingInput(of asset: PHAsset) async throws -> PHContentEditingInput {
        let options = PHContentEditingInputRequestOptions()
        options.canHandleAdjustmentData = { $0.formatIdentifier == formatIdentifier }
        return try await withCheckedThrowingContinuation { continuation in
            _ = asset.requestContentEditingInput(with: options) { input, info in
                if let input {
                    continuation.resume(returning: input)
                } else {
                    let error = info[PHContentEditingInputErrorKey] as? any Error
                    continuation.resume(throwing: error ?? DarkroomError(message: "the photo cannot be edited"))
                }
            }
        }
    }

    /// The unedited picture: filtering the edited one would apply two filters.
    private static func unedited(_ asset: PHAsset) async throws -> PhotoImage {
        let options = PHImageRequestOptions()
        options.version = .unadjusted
        // One call of the handler, without a degraded picture first.
        options.deliveryMode = .highQualityFormat
        return try await withCheckedThrowingContinuation { continuation in
            PHImageManager.default().requestImage(
                for: asset,
                targetSize: workingSize,
                contentMode: .aspectFit,
                options: options
            ) { image, info in
                if let image {
                    continuation.resume(returning: image)
                } else {
                    let error = info?[PHImageErrorKey] as? any Error
                    continuation.resume(throwing: error ?? DarkroomError(message: "the photo has no picture"))
                }
            }
        }
    }
}

/// The person denied access; what to print about it.
private struct AccessError: Error {
    var message: String
}

/// A photo that cannot be edited, and why.
private struct DarkroomError: LocalizedError {
    var message: String
    var errorDescription: String? { message }
}

private func note(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }
