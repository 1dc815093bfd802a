import UniformTypeIdentifiers

/// One form in which a provider has its item.
struct Representation: Sendable {
    enum Content: Sendable {
        case data(Data)
        /// The load handler's own file.
        case file(URL)
        /// A file that was made for whoever asked.
        case written(TemporaryFile)
    }

    typealias Completion = @Sendable (Result<Content, any Error>) -> Void
    /// Tells how far it is to the first, or by the progress that it returns.
    typealias Load = @Sendable (LoadingProgress, @escaping Completion) -> Progress?

    var typeIdentifier: String
    var isFile: Bool
    var opensInPlace: Bool
    var load: Load
    /// The name of a file of it, as long as nobody names the item otherwise.
    var filename: String?
    /// Writes a file of it where it is wanted, in place of `load`.
    var write: (@Sendable (URL, any LoadReport, @escaping @Sendable (Result<Void, any Error>) -> Void) -> Void)?

    func isAvailable(_ options: NSItemProviderFileOptions) -> Bool {
        !options.contains(.openInPlace) || opensInPlace
    }

    /// Whether it is of that type or a kind of it. A type that is not known is a kind of itself only.
    func conforms(to other: String) -> Bool {
        if typeIdentifier == other { return true }
        guard let type = UTType(typeIdentifier), let supertype = UTType(other) else { return false }
        return type.conforms(to: supertype)
    }
}

/// Makes objects of a class without a representation in between.
struct ObjectSource: Sendable {
    typealias Completion = @Sendable (Result<any NSItemProviderReading & Sendable, any Error>) -> Void

    var objectClass: any (NSItemProviderReading & Sendable).Type
    var load: @Sendable (LoadingProgress, @escaping Completion) -> Progress?
}

extension Result where Failure == any Error {
    /// What a handler of Apple's form was given: a value, or an error, or (which is a mistake of its caller) neither.
    init(_ value: Success?, _ error: (any Error)?) {
        if let value {
            self = .success(value)
        } else {
            self = .failure(
                error ?? NSItemProvider.error(.unknownError, "the load handler gave neither value nor error")
            )
        }
    }
}
