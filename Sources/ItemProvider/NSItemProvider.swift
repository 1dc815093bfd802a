@_exported public import Foundation
import Synchronization

/// Items that are handed from one part of a system to another, loaded when somebody asks for them.
///
/// Apple's Foundation has this class and Foundation for Linux has not. A provider knows its item in one or more
/// representations, each with a uniform type; those that were registered first are the best. Nothing is read or made
/// before it is asked for.
///
/// Load handlers and completion handlers are called on a concurrent queue. Each completion handler is called once: with
/// what was loaded, with the error, or with `CocoaError.userCancelled` as soon as the returned `Progress` is cancelled.
///
/// Guarded: everything that changes is inside `state`.
open class NSItemProvider: NSObject, NSCopying, @unchecked Sendable {
    struct State {
        var representations: [Representation] = []
        var objectSources: [ObjectSource] = []
        var suggestedName: String?
        /// Copies that were made for `loadInPlaceFileRepresentation`; they live as long as the provider.
        var copies: [TemporaryFile] = []
    }

    let state: Mutex<State>

    /// A provider without representations, which are registered afterwards.
    public override init() {
        state = Mutex(State())
        super.init()
    }

    private init(copying state: State) {
        self.state = Mutex(state)
        super.init()
    }

    /// Another provider of the same representations.
    open func copy(with zone: NSZone? = nil) -> Any {
        var copied = state.withLock { $0 }
        copied.copies = []
        return NSItemProvider(copying: copied)
    }

    /// A name for the file that the item may be written to, with or without an extension.
    open var suggestedName: String? {
        get { state.withLock { $0.suggestedName } }
        set { state.withLock { $0.suggestedName = newValue } }
    }

    // MARK: Registration

    /// Adds a representation as data, which `loadHandler` makes when it is asked for.
    ///
    /// The handler calls the function that it is given once, from any thread, with data or an error. The `Progress`
    /// that it returns becomes part of that of whoever loads, and is cancelled with it. A type that is registered
    /// already is replaced.
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

    /// Adds a representation as a file, which `loadHandler` names when it is asked for.
    ///
    /// The handler calls the function that it is given once, from any thread, with the file's URL, whether access to it
    /// is to be coordinated (which means nothing here), and an error. The file stays the handler's: what others get is
    /// a copy, or the file itself where `fileOptions` has `openInPlace`.
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

    /// Adds a representation that is read into memory for those who want data, and written where it is wanted for those
    /// who want a file. Both functions return at once, and call what they are given once, from any thread.
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

    /// The types of the representations, in the order of their registration.
    open var registeredTypeIdentifiers: [String] {
        state.withLock { $0.representations.map(\.typeIdentifier) }
    }

    /// The types of the representations that can be had in such a way, in the order of their registration.
    open func registeredTypeIdentifiers(fileOptions: NSItemProviderFileOptions = []) -> [String] {
        state.withLock { state in
            state.representations.filter { $0.isAvailable(fileOptions) }.map(\.typeIdentifier)
        }
    }

    /// Whether there is a representation of that type or a kind of it.
    open func hasItemConformingToTypeIdentifier(_ typeIdentifier: String) -> Bool {
        representation(conformingTo: typeIdentifier) != nil
    }

    /// Whether there is a representation of that type or a kind of it that can be had in such a way.
    open func hasRepresentationConforming(
        toTypeIdentifier typeIdentifier: String,
        fileOptions: NSItemProviderFileOptions = []
    ) -> Bool {
        state.withLock { state in
            state.representations.contains { $0.isAvailable(fileOptions) && $0.conforms(to: typeIdentifier) }
        }
    }

    // MARK: Loading

    /// Loads a representation of that type or a kind of it as data, a file's included.
    @preconcurrency
    @discardableResult
    open func loadDataRepresentation(
        forTypeIdentifier typeIdentifier: String,
        completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) -> Progress {
        loadData(typeIdentifier) { completionHandler($0.value, $0.error) }
    }

    /// Loads a representation of that type or a kind of it as a temporary file, which is removed when the handler
    /// returns: move it, or copy it.
    @preconcurrency
    @discardableResult
    open func loadFileRepresentation(
        forTypeIdentifier typeIdentifier: String,
        completionHandler: @escaping @Sendable (URL?, (any Error)?) -> Void
    ) -> Progress {
        loadFile(typeIdentifier) { completionHandler($0.value, $0.error) }
    }

    /// Loads a representation of that type or a kind of it as the very file that its provider keeps, where it was
    /// registered so, with true; or else as a copy that lives as long as this object, with false.
    @preconcurrency
    @discardableResult
    open func loadInPlaceFileRepresentation(
        forTypeIdentifier typeIdentifier: String,
        completionHandler: @escaping @Sendable (URL?, Bool, (any Error)?) -> Void
    ) -> Progress {
        loadInPlaceFile(typeIdentifier) { completionHandler($0.value?.url, $0.value?.isInPlace ?? false, $0.error) }
    }

    // MARK: Objects

    /// Adds the types that an object can be written as. The object is written when it is asked for, on the queue of
    /// handlers.
    open func registerObject(
        _ object: any NSItemProviderWriting,
        visibility: NSItemProviderRepresentationVisibility
    ) {
        // Whoever hands an object to a provider leaves it alone afterwards, as with Apple's class.
        nonisolated(unsafe) let object = object
        for typeIdentifier in unsafe object.writableTypeIdentifiersForItemProvider {
            registerDataRepresentation(forTypeIdentifier: typeIdentifier, visibility: visibility) { complete in
                unsafe object.loadData(withTypeIdentifier: typeIdentifier, forItemProviderCompletionHandler: complete)
            }
        }
    }

    /// Adds the types that objects of a class can be written as. The object is made, and written, when it is asked for.
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

    /// Whether an object of that class can be made of what there is, as far as the types tell.
    open func canLoadObject(ofClass objectClass: any NSItemProviderReading.Type) -> Bool {
        canMakeObject(objectClass)
    }

    /// Loads an object of that class, made of the best representation that the class can read.
    @preconcurrency
    @discardableResult
    open func loadObject(
        ofClass objectClass: any NSItemProviderReading.Type,
        completionHandler: @escaping @Sendable ((any NSItemProviderReading)?, (any Error)?) -> Void
    ) -> Progress {
        makeObject(objectClass) { completionHandler($0.value, $0.error) }
    }
}
