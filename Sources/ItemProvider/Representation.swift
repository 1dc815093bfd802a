import UniformTypeIdentifiers

/// A representation of a provider's item.
struct Representation: Sendable {
    enum Content: Sendable {
        case data(Data)
        /// The load handler's own file.
        case file(URL)
        /// A file that was made for this load.
        case written(TemporaryFile)
    }

    typealias Completion = @Sendable (Result<Content, any Error>) -> Void
    /// Reports progress to the report, or by the returned `Progress`.
    typealias Load = @Sendable (LoadingProgress, @escaping Completion) -> Progress?

    var typeIdentifier: String
    var isFile: Bool
    var opensInPlace: Bool
    var load: Load
    /// The filename, unless `suggestedName` is set.
    var filename: String?
    /// Writes the file to a URL, instead of `load`.
    var write: (@Sendable (URL, any LoadReport, @escaping @Sendable (Result<Void, any Error>) -> Void) -> Void)?

    func isAvailable(_ options: NSItemProviderFileOptions) -> Bool {
        !options.contains(.openInPlace) || opensInPlace
    }

    /// Returns whether it conforms to a type. An unknown type conforms to itself only.
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
    /// The result of a handler of Apple's form: a value, an error, or (by a mistake of the caller) neither.
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
