public import UniformTypeIdentifiers

// The additions of Apple's UniformTypeIdentifiers.
extension NSItemProvider {
    /// Creates a provider of a file, with the type of its filename extension; nil when the file does not exist.
    public convenience init?(contentsOf fileURL: URL!) {
        guard let fileURL, fileURL.isFileURL, FileManager.default.fileExists(atPath: fileURL.path) else { return nil }
        self.init(contentsOf: fileURL, contentType: nil)
    }

    /// Creates a provider of a file. Without a type uses that of the filename extension, or `UTType.data`.
    public convenience init(
        contentsOf fileURL: URL,
        contentType: UTType?,
        openInPlace: Bool = false,
        coordinated: Bool = false,
        visibility: NSItemProviderRepresentationVisibility = .all
    ) {
        self.init()
        suggestedName = fileURL.lastPathComponent
        registerFileRepresentation(
            for: contentType ?? UTType(filenameExtension: fileURL.pathExtension) ?? .data,
            visibility: visibility,
            openInPlace: openInPlace
        ) { complete in
            complete(fileURL, coordinated, nil)
            return nil
        }
    }

    /// The types of the representations in the order of registration, without unknown ones.
    public var registeredContentTypes: [UTType] {
        registeredTypeIdentifiers.compactMap { UTType($0) }
    }

    /// The types of the files that can be opened in place, in the order of registration.
    public var registeredContentTypesForOpenInPlace: [UTType] {
        registeredTypeIdentifiers(fileOptions: .openInPlace).compactMap { UTType($0) }
    }

    /// The types of the representations that conform to a type, in the order of registration.
    public func registeredContentTypes(conformingTo contentType: UTType) -> [UTType] {
        registeredContentTypes.filter { $0.conforms(to: contentType) }
    }

    /// Returns whether there is a representation that conforms to a type.
    public func hasRepresentationConforming(toContentType contentType: UTType) -> Bool {
        hasItemConformingToTypeIdentifier(contentType.identifier)
    }

    /// Like `registerDataRepresentation(forTypeIdentifier:visibility:loadHandler:)`, with a `UTType`.
    @preconcurrency
    public func registerDataRepresentation(
        for contentType: UTType,
        visibility: NSItemProviderRepresentationVisibility = .all,
        loadHandler: @escaping @Sendable (@escaping @Sendable (Data?, (any Error)?) -> Void) -> Progress?
    ) {
        registerDataRepresentation(
            forTypeIdentifier: contentType.identifier,
            visibility: visibility,
            loadHandler: loadHandler
        )
    }

    /// Like `registerFileRepresentation(forTypeIdentifier:fileOptions:visibility:loadHandler:)`, with a `UTType`.
    @preconcurrency
    public func registerFileRepresentation(
        for contentType: UTType,
        visibility: NSItemProviderRepresentationVisibility = .all,
        openInPlace: Bool = false,
        loadHandler: @escaping @Sendable (@escaping @Sendable (URL?, Bool, (any Error)?) -> Void) -> Progress?
    ) {
        registerFileRepresentation(
            forTypeIdentifier: contentType.identifier,
            fileOptions: openInPlace ? .openInPlace : [],
            visibility: visibility,
            loadHandler: loadHandler
        )
    }

    /// Like `loadDataRepresentation(forTypeIdentifier:completionHandler:)`, with a `UTType`.
    @preconcurrency
    @discardableResult
    public func loadDataRepresentation(
        for contentType: UTType,
        completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) -> Progress {
        loadDataRepresentation(forTypeIdentifier: contentType.identifier, completionHandler: completionHandler)
    }

    /// Loads a representation that conforms to a type as a file: with `openInPlace`, if possible, the file itself (and
    /// true); otherwise a temporary copy (and false), which is deleted when the handler returns.
    @preconcurrency
    @discardableResult
    public func loadFileRepresentation(
        for contentType: UTType,
        openInPlace: Bool = false,
        completionHandler: @escaping @Sendable (URL?, Bool, (any Error)?) -> Void
    ) -> Progress {
        if openInPlace {
            return loadInPlaceFileRepresentation(
                forTypeIdentifier: contentType.identifier,
                completionHandler: completionHandler
            )
        }
        return loadFileRepresentation(forTypeIdentifier: contentType.identifier) { url, error in
            completionHandler(url, false, error)
        }
    }
}
