import Photos

enum CameraProgram {
    static let usage = """
        usage: Camera [--count N] [--date DATE] [FILE...]

          --count N    how many pictures to take when no file is named (1)
          --date DATE  what the camera's clock shows, as in 2026-06-14T10:30:00Z (now)
        """

    /// Runs the program and returns its exit status.
    @concurrent
    static func run(_ arguments: [String]) async -> Int32 {
        if arguments == ["--help"] {
            print(usage)
            return EXIT_SUCCESS
        }
        do {
            let options = try Options(arguments)
            try await requestAccess()
            let (identifiers, refused) =
                options.files.isEmpty
                ? (try await takePictures(options.count, at: options.date), [])
                : try await add(options.files)
            for identifier in identifiers { say(identifier) }
            for file in refused { note("\(file.path) is no picture that can be added") }
            let visible = PHAsset.fetchAssets(with: nil).count
            note("added \(identifiers.count), and of all photos in the library this app sees \(visible)")
            return refused.isEmpty ? EXIT_SUCCESS : EXIT_FAILURE
        } catch let error as UsageError {
            note("\(error.message)\n\(usage)")
            return 64
        } catch let error as AccessError {
            note(error.message)
            return 77
        } catch {
            note("Camera: \(error.localizedDescription)")
            return EXIT_FAILURE
        }
    }

    private static func requestAccess() async throws(AccessError) {
        var status = PHPhotoLibrary.authorizationStatus(for: .addOnly)
        if status == .notDetermined {
            note("waiting for leave to add to the photo library ...")
            status = await PHPhotoLibrary.requestAuthorization(for: .addOnly)
        }
        guard status == .authorized else {
            throw AccessError(
                message: status == .notDetermined
                    ? "nobody answered the request for access: is the library there?"
                    : "adding to the photo library was not allowed"
            )
        }
    }

    /// Adds the files unchanged, in one change, except those that cannot be opened.
    private static func add(_ files: [URL]) async throws -> (identifiers: [String], refused: [URL]) {
        var identifiers: [String] = []
        var refused: [URL] = []
        try await PHPhotoLibrary.shared().performChanges {
            for file in files {
                let request = PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: file)
                if let placeholder = request?.placeholderForCreatedAsset {
                    identifiers.append(placeholder.localIdentifier)
                } else {
                    refused.append(file)
                }
            }
        }
        return (identifiers, refused)
    }

    /// Takes pictures, one second apart to preserve their order, and adds them in one change.
    private static func takePictures(_ count: Int, at date: Date) async throws -> [String] {
        let pictures = try (0..<count).map { number in
            try Landscape(seed: number, at: date).image().jpegData(compressionQuality: 0.9)
        }
        var identifiers: [String] = []
        try await PHPhotoLibrary.shared().performChanges {
            for (number, picture) in pictures.enumerated() {
                let request = PHAssetCreationRequest.forAsset()
                request.addResource(with: .photo, data: picture, options: nil)
                request.creationDate = date.addingTimeInterval(Double(number))
                if let placeholder = request.placeholderForCreatedAsset {
                    identifiers.append(placeholder.localIdentifier)
                }
            }
        }
        return identifiers
    }

    struct Options {
        var count = 1
        var date = Date()
        var files: [URL] = []

        init(_ arguments: [String]) throws(UsageError) {
            var rest = arguments[...]
            while let argument = rest.popFirst() {
                switch argument {
                case "--count":
                    guard let number = rest.popFirst().flatMap({ Int($0) }), (1...1_000).contains(number) else {
                        throw UsageError(message: "--count needs a number from 1 to 1000")
                    }
                    count = number
                case "--date":
                    guard let date = rest.popFirst().flatMap({ ISO8601DateFormatter().date(from: $0) }) else {
                        throw UsageError(message: "--date needs a date like 2026-06-14T10:30:00Z")
                    }
                    self.date = date
                case _ where argument.hasPrefix("-"): throw UsageError(message: "what is \(argument)?")
                default: files.append(URL(fileURLWithPath: argument))
                }
            }
        }
    }
}

/// An invalid command line.
struct UsageError: Error {
    var message: String
}

/// The person denied access to add; what to print about it.
private struct AccessError: Error {
    var message: String
}

/// A picture that could not be added, and why.
struct PictureError: LocalizedError {
    var message: String
    var errorDescription: String? { message }
}

private func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
private func note(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }
