import Synchronization
import UniformTypeIdentifiers

extension NSItemProvider {
    typealias Handler<Value> = @Sendable (Result<Value, any Error>) -> Void

    /// The representation of exactly this type, otherwise the first that conforms to it.
    func representation(conformingTo typeIdentifier: String) -> Representation? {
        state.withLock { state in
            state.representations.first { $0.typeIdentifier == typeIdentifier }
                ?? state.representations.first { $0.conforms(to: typeIdentifier) }
        }
    }

    func loadData(_ typeIdentifier: String, _ handler: @escaping Handler<Data>) -> Progress {
        PendingLoad.start(loader(for: typeIdentifier), convert: Self.data, handler: handler)
    }

    func loadFile(_ typeIdentifier: String, _ handler: @escaping Handler<URL>) -> Progress {
        let name = suggestedName
        let fileExtension = fileExtension(for: typeIdentifier)
        return PendingLoad.start(
            fileLoader(for: typeIdentifier),
            convert: { try TemporaryFile.holding($0, name: name, fileExtension: fileExtension) },
            handler: { handler($0.map(\.url)) },
            finally: { $0.remove() }
        )
    }

    func loadInPlaceFile(
        _ typeIdentifier: String,
        _ handler: @escaping Handler<(url: URL, isInPlace: Bool)>
    ) -> Progress {
        let name = suggestedName
        let fileExtension = fileExtension(for: typeIdentifier)
        let opensInPlace = representation(conformingTo: typeIdentifier)?.opensInPlace ?? false
        return PendingLoad.start(
            fileLoader(for: typeIdentifier),
            convert: { content in
                if case .file(let url) = content, opensInPlace { return (url, true) }
                let copy = try TemporaryFile.holding(content, name: name, fileExtension: fileExtension)
                self.state.withLock { $0.copies.append(copy) }
                return (copy.url, false)
            },
            handler: handler
        )
    }

    /// The loader of this type's representation, or of the error that there is none.
    private func loader(for typeIdentifier: String) -> Representation.Load {
        representation(conformingTo: typeIdentifier)?.load
            ?? Self.failing(.itemUnavailableError, "there is no representation of type \(typeIdentifier)")
    }

    /// The same for a file: prefers a representation that can write to a given URL.
    private func fileLoader(for typeIdentifier: String) -> Representation.Load {
        guard let representation = representation(conformingTo: typeIdentifier), let write = representation.write
        else { return loader(for: typeIdentifier) }
        let filename = filename(of: representation)
        return { report, complete in
            do {
                let file = try TemporaryFile(named: filename)
                write(file.url, report) { result in complete(result.map { .written(file) }) }
            } catch {
                complete(.failure(error))
            }
            return nil
        }
    }

    /// The filename of the representation, unless `suggestedName` is set.
    private func filename(of representation: Representation) -> String {
        let name = suggestedName
        let fileExtension = UTType(representation.typeIdentifier)?.preferredFilenameExtension
        guard let own = representation.filename, (own as NSString).deletingPathExtension == name else {
            return TemporaryFile.filename(name, original: representation.filename, fileExtension: fileExtension)
        }
        return TemporaryFile.filename(own, original: nil, fileExtension: fileExtension)
    }

    /// A load that fails.
    static func failing(_ code: ErrorCode, _ reason: String) -> Representation.Load {
        { _, complete in
            complete(.failure(Self.error(code, reason)))
            return nil
        }
    }

    static func data(_ content: Representation.Content) throws -> Data {
        switch content {
        case .data(let data): data
        case .file(let url): try Data(contentsOf: url)
        case .written(let file): try Data(contentsOf: file.url)
        }
    }

    private func fileExtension(for typeIdentifier: String) -> String? {
        let type = representation(conformingTo: typeIdentifier).flatMap { UTType($0.typeIdentifier) }
        return (type ?? UTType(typeIdentifier))?.preferredFilenameExtension
    }
}

extension Result {
    var value: Success? { if case .success(let value) = self { value } else { nil } }
    var error: Failure? { if case .failure(let error) = self { error } else { nil } }
}
