@_exported public import Foundation
import Synchronization

/// Conveys data or a file between processes or parts of an app, loaded on demand.
///
/// Foundation for Linux lacks this class of Apple's Foundation. A provider has representations of its item, each with a
/// uniform type; those registered first are the best. Nothing is read or made before it is requested.
///
/// Load handlers and completion handlers are called on a concurrent queue. Each completion handler is called once: with
/// the result, with an error, or with `CocoaError.userCancelled` as soon as the returned `Progress` is cancelled.
///
/// `state` guards everything.
open class NSItemProvider: NSObject, NSCopying, @unchecked Sendable {
    struct State {
        var representations: [Representation] = []
        var objectSources: [ObjectSource] = []
        var suggestedName: String?
        /// Copies for `loadInPlaceFileRepresentation`, which exist as long as the provider.
        var copies: [TemporaryFile] = []
    }

    let state: Mutex<State>

    /// Creates a provider without representations.
    public override init() {
        state = Mutex(State())
        super.init()
    }

    private init(copying state: State) {
        self.state = Mutex(state)
        super.init()
    }

    /// Creates a provider with the same representations.
    open func copy(with zone: NSZone? = nil) -> Any {
        var copied = state.withLock { $0 }
        copied.copies = []
        return NSItemProvider(copying: copied)
    }

    /// A filename for the item, with or without an extension.
    open var suggestedName: String? {
        get { state.withLock { $0.suggestedName } }
        set { state.withLock { $0.suggestedName = newValue } }
    }

    // MARK: Registration

    /// Registers a data representation, which `loadHandler` makes on demand.
    ///
    /// The handler calls the function that it gets once, from any thread, with data or an error. The `Progress` that it
    /// returns becomes a child of the load's, and is cancelled with it. Replaces a representation of the same type.
    @preconcurrency
    open func registerDataRepresentation(
        forTypeIdentifier typeIdentifier: String,
        visibility: NSItemProviderRepresentationVisibility,
        loadHandler: @escaping @Sendable (@escaping @Sendable (Data?, (any Error)?) -> Void) -> Progress?
    ) {
        register(
            Representation(typeIdentifier: typeIdentifier, isFile: false, opensInPlace: false) { _, complete in
                loadHandler { data, error in complete(Result(data, error).map(Representation.Content.data)) }
            }
        )
    }

    /// Registers a file representation, which `loadHandler` provides on demand.
    ///
    /// The handler calls the function that it gets once, from any thread, with the file's URL, whether access to it
    /// must be coordinated (no effect here), and an error. The file stays the handler's: loading returns a copy, or the
    /// file itself if `fileOptions` has `openInPlace`.
    @preconcurrency
    open func registerFileRepresentation(
        forTypeIdentifier typeIdentifier: String,
        fileOptions: NSItemProviderFileOptions = [],
        visibility: NSItemProviderRepresentationVisibility,
        loadHandler: @escaping @Sendable (@escaping @Sendable (URL?, Bool, (any Error)?) -> Void) -> Progress?
    ) {
        let opensInPlace = fileOptions.contains(.openInPlace)
        register(
            Representation(typeIdentifier: typeIdentifier, isFile: true, opensInPlace: opensInPlace) { _, complete in
                loadHandler { url, _, error in complete(Result(url, error).map(Representation.Content.file)) }
            }
        )
    }

    /// Registers a representation that is read into memory for data and written to a URL for files. Both functions
    /// return at once, and call the function that they get once, from any thread.
    package func registerStoredFile(
        forTypeIdentifier typeIdentifier: String,
        filename: String,
        read: @escaping @Sendable (any LoadReport, @escaping @Sendable (Result<Data, any Error>) -> Void) -> Void,
        write:
            @escaping @Sendable (URL, any LoadReport, @escaping @Sendable (Result<Void, any Error>) -> Void) -> Void
    ) {
        var representation = Representation(typeIdentifier: typeIdentifier, isFile: true, opensInPlace: false) {
            report,
            complete in
            read(report) { complete($0.map(Representation.Content.data)) }
            return nil
        }
        representation.filename = filename
        representation.write = write
        register(representation)
    }

    func register(_ representation: Representation) {
        state.withLock { state in
            let place = state.representations.firstIndex { $0.typeIdentifier == representation.typeIdentifier }
            if let place {
                state.representations[place] = representation
            } else {
                state.representations.append(representation)
            }
        }
    }

    // MARK: What there is

    /// The types of the representations, in the order of registration.
    open var registeredTypeIdentifiers: [String] {
        state.withLock { $0.representations.map(\.typeIdentifier) }
    }

    /// The types of the representations with these file options, in the order of registration.
    open func registeredTypeIdentifiers(fileOptions: NSItemProviderFileOptions = []) -> [String] {
        state.withLock { state in
            state.representations.filter { $0.isAvailable(fileOptions) }.map(\.typeIdentifier)
        }
    }

    /// Returns whether there is a representation that conforms to a type.
    open func hasItemConformingToTypeIdentifier(_ typeIdentifier: String) -> Bool {
        representation(conformingTo: typeIdentifier) != nil
    }

    /// Returns whether there is a representation that conforms to a type and has these file options.
    open func hasRepresentationConforming(
        toTypeIdentifier typeIdentifier: String,
        fileOptions: NSItemProviderFileOptions = []
    ) -> Bool {
        state.withLock { state in
            state.representations.contains { $0.isAvailable(fileOptions) && $0.conforms(to: typeIdentifier) }
        }
    }

    // MARK: Loading

    /// Loads a representation that conforms to a type as data, also of a file.
    @preconcurrency
    @discardableResult
    open func loadDataRepresentation(
        forTypeIdentifier typeIdentifier: String,
        completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) -> Progress {
        loadData(typeIdentifier) { completionHandler($0.value, $0.error) }
    }

    /// Loads a representation that conforms to a type as a temporary file, which is deleted when the handler returns:
    /// move or copy it.
    @preconcurrency
    @discardableResult
    open func loadFileRepresentation(
        forTypeIdentifier typeIdentifier: String,
        completionHandler: @escaping @Sendable (URL?, (any Error)?) -> Void
    ) -> Progress {
        loadFile(typeIdentifier) { completionHandler($0.value, $0.error) }
    }

    /// Loads a representation that conforms to a type as the provider's own file (and true) if it is registered to be
    /// opened in place; otherwise as a copy (and false) that exists as long as this object.
    @preconcurrency
    @discardableResult
    open func loadInPlaceFileRepresentation(
        forTypeIdentifier typeIdentifier: String,
        completionHandler: @escaping @Sendable (URL?, Bool, (any Error)?) -> Void
    ) -> Progress {
        loadInPlaceFile(typeIdentifier) { completionHandler($0.value?.url, $0.value?.isInPlace ?? false, $0.error) }
    }

    // MARK: Objects

    /// Registers the types that an object can be written as. Writes the object on demand, on the queue of handlers.
    open func registerObject(
        _ object: any NSItemProviderWriting,
        visibility: NSItemProviderRepresentationVisibility
    ) {
        // Safe if the caller does not use the object any more, as with Apple's class.
        nonisolated(unsafe) let object = object
        for typeIdentifier in unsafe object.writableTypeIdentifiersForItemProvider {
            registerDataRepresentation(forTypeIdentifier: typeIdentifier, visibility: visibility) { complete in
                unsafe object.loadData(withTypeIdentifier: typeIdentifier, forItemProviderCompletionHandler: complete)
            }
        }
    }

    /// Registers the types that objects of a class can be written as. The object is made and written on demand.
    @preconcurrency
    open func registerObject(
        ofClass objectClass: any NSItemProviderWriting.Type,
        visibility: NSItemProviderRepresentationVisibility,
        loadHandler:
            @escaping @Sendable (@escaping @Sendable ((any NSItemProviderWriting)?, (any Error)?) -> Void) -> Progress?
    ) {
        for typeIdentifier in objectClass.writableTypeIdentifiersForItemProvider {
            registerDataRepresentation(forTypeIdentifier: typeIdentifier, visibility: visibility) { complete in
                loadHandler { object, error in
                    guard let object else { return complete(nil, error) }
                    _ = object.loadData(
                        withTypeIdentifier: typeIdentifier,
                        forItemProviderCompletionHandler: complete
                    )
                }
            }
        }
    }

    /// Returns whether an object of a class can be read from a representation, judging by the types.
    open func canLoadObject(ofClass objectClass: any NSItemProviderReading.Type) -> Bool {
        canMakeObject(objectClass)
    }

    /// Loads an object from the best representation that its class can be read from.
    @preconcurrency
    @discardableResult
    open func loadObject(
        ofClass objectClass: any NSItemProviderReading.Type,
        completionHandler: @escaping @Sendable ((any NSItemProviderReading)?, (any Error)?) -> Void
    ) -> Progress {
        makeObject(objectClass) { completionHandler($0.value, $0.error) }
    }
}
