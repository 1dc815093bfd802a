public import UniformTypeIdentifiers

// What Apple's UniformTypeIdentifiers adds to the class.
extension NSItemProvider {
    /// A provider of a file, as the type that its name tells; nil where there is no such file.
    public convenience init?(contentsOf fileURL: URL!) {
        guard let fileURL, fileURL.isFileURL, FileManager.default.fileExists(atPath: fileURL.path) else { return nil }
        self.init(contentsOf: fileURL, contentType: nil)
    }

    /// A provider of a file. Where no type is told it is what the file's name tells, and `UTType.data` where that tells
    /// none.
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

    /// The types of the representations, in the order of their registration; those that are not known are left out.
    public var registeredContentTypes: [UTType] {
        registeredTypeIdentifiers.compactMap { UTType($0) }
    }

    /// The types of the files that can be had themselves, in the order of their registration.
    public var registeredContentTypesForOpenInPlace: [UTType] {
        registeredTypeIdentifiers(fileOptions: .openInPlace).compactMap { UTType($0) }
    }

    /// The types of the representations that are of that type or a kind of it, in the order of their registration.
    public func registeredContentTypes(conformingTo contentType: UTType) -> [UTType] {
        registeredContentTypes.filter { $0.conforms(to: contentType) }
    }

    /// Whether there is a representation of that type or a kind of it.
    public func hasRepresentationConforming(toContentType contentType: UTType) -> Bool {
        hasItemConformingToTypeIdentifier(contentType.identifier)
    }

    /// `registerDataRepresentation(forTypeIdentifier:visibility:loadHandler:)`, by type.
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

    /// `registerFileRepresentation(forTypeIdentifier:fileOptions:visibility:loadHandler:)`, by type.
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

    /// `loadDataRepresentation(forTypeIdentifier:completionHandler:)`, by type.
    @preconcurrency
    @discardableResult
    public func loadDataRepresentation(
        for contentType: UTType,
        completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) -> Progress {
        loadDataRepresentation(forTypeIdentifier: contentType.identifier, completionHandler: completionHandler)
    }

    /// Loads a representation of that type or a kind of it as a file: the very one, with true, where that is wanted and
    /// possible; or else a temporary one, with false, which is removed when the handler returns.
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
