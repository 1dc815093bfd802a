import PhotosUI
import UniformTypeIdentifiers

// What was picked, loaded with Swift's concurrency and as before. It only has to compile.

private struct PickedMedia: Identifiable, Hashable, Sendable {
    enum Kind: Hashable, Sendable { case image(Data), video(URL), livePhoto }
    let id: String
    let kind: Kind
}

private enum PickerLoadError: Error { case unsupported([String]), empty, cancelled }

extension NSItemProvider {
    fileprivate func loadData(for type: UTType) async throws -> Data {
        try await withCheckedThrowingContinuation { continuation in
            _ = loadDataRepresentation(forTypeIdentifier: type.identifier) { data, error in
                if let error { return continuation.resume(throwing: error) }
                guard let data else { return continuation.resume(throwing: PickerLoadError.empty) }
                continuation.resume(returning: data)
            }
        }
    }

    fileprivate func copyFile(for type: UTType, to directory: URL) async throws -> URL {
        try await withCheckedThrowingContinuation { continuation in
            loadFileRepresentation(forTypeIdentifier: type.identifier) { url, error in
                guard let url = url else {
                    continuation.resume(throwing: error ?? PickerLoadError.empty)
                    return
                }
                let target = directory.appendingPathComponent(url.lastPathComponent)
                do {
                    if FileManager.default.fileExists(atPath: target.path) {
                        try FileManager.default.removeItem(at: target)
                    }
                    try FileManager.default.copyItem(at: url, to: target)
                    continuation.resume(returning: target)
                } catch { continuation.resume(throwing: error) }
            }
        }
    }

    fileprivate func loadImage(progress: inout Progress?) async -> PhotoImage? {
        guard canLoadObject(ofClass: PhotoImage.self) else { return nil }
        return await withCheckedContinuation { continuation in
            loadObject(ofClass: PhotoImage.self) { object, error in
                continuation.resume(returning: object as? PhotoImage)
            }
        }
    }
    fileprivate func object<T: NSItemProviderReading>(_ type: T.Type) async throws -> T where T: Sendable {
        try await withCheckedThrowingContinuation { c in
            loadObject(ofClass: type) { reading, error in
                if let error {
                    c.resume(throwing: error)
                } else if let value = reading as? T {
                    c.resume(returning: value)
                } else {
                    c.resume(throwing: PickerLoadError.empty)
                }
            }
        }
    }
    fileprivate var isGIF: Bool { hasItemConformingToTypeIdentifier(UTType.gif.identifier) }
    fileprivate var isVideo: Bool {
        hasItemConformingToTypeIdentifier(UTType.movie.identifier)
            || hasRepresentationConforming(toContentType: .mpeg4Movie)
    }
}

/// Transferable-like: what a type can make of a provider.
private protocol ItemTransferable: Sendable {
    static var contentType: UTType { get }
    init(data: Data) throws
}

extension PHPickerResult {
    fileprivate func loadTransferable<T: ItemTransferable>(type: T.Type) async throws -> T? {
        guard itemProvider.hasItemConformingToTypeIdentifier(T.contentType.identifier) else { return nil }
        return try T(data: try await itemProvider.loadData(for: T.contentType))
    }
    @discardableResult
    fileprivate func loadTransferable<T: ItemTransferable>(
        type: T.Type,
        completionHandler: @escaping @Sendable (Result<T?, any Error>) -> Void
    ) -> Progress {
        itemProvider.loadDataRepresentation(for: T.contentType) { data, error in
            completionHandler(
                Result {
                    if let error { throw error }; return try data.map(T.init(data:))
                }
            )
        }
    }
}

@MainActor
private final class PickerLoader {
    var overall = Progress(totalUnitCount: 0)

    func load(_ results: [PHPickerResult], into directory: URL) async throws -> [PickedMedia] {
        try await withThrowingTaskGroup(of: (Int, PickedMedia).self) { group in
            for (index, result) in results.enumerated() {
                group.addTask {
                    let provider = result.itemProvider
                    let id = result.assetIdentifier ?? provider.suggestedName ?? UUID().uuidString
                    if provider.canLoadObject(ofClass: PHLivePhoto.self) {
                        _ = try await provider.object(PHLivePhoto.self)
                        return (index, PickedMedia(id: id, kind: .livePhoto))
                    } else if provider.isVideo {
                        return (
                            index,
                            PickedMedia(id: id, kind: .video(try await provider.copyFile(for: .movie, to: directory)))
                        )
                    } else if provider.hasItemConformingToTypeIdentifier(UTType.image.identifier) {
                        return (index, PickedMedia(id: id, kind: .image(try await provider.loadData(for: .image))))
                    }
                    throw PickerLoadError.unsupported(provider.registeredTypeIdentifiers)
                }
            }
            var media: [(Int, PickedMedia)] = []
            for try await item in group { media.append(item) }
            return media.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    func itemsAsync(_ provider: NSItemProvider) async throws -> [String] {
        var paths: [String] = []
        if let url = try await provider.loadItem(forTypeIdentifier: "public.url") as? URL { paths.append(url.path) }
        guard let data = try? await provider.loadItem(forTypeIdentifier: "public.jpeg", options: nil) as? Data else {
            return paths
        }
        let item: NSSecureCoding = try await provider.loadItem(forTypeIdentifier: "public.text", options: nil)
        provider.loadItem(forTypeIdentifier: "public.url", options: nil) { (item: NSSecureCoding?, error: Error!) in
            print((item as? NSURL)?.path ?? "", error as Any)
        }
        return paths + ["\(data.count)", String(describing: item)]
    }

    func firstType(_ provider: NSItemProvider) -> UTType? {
        guard let identifier = provider.registeredTypeIdentifiers.first else { return nil }
        return UTType(identifier)
    }

    func oldWay(_ provider: NSItemProvider, done: @escaping (URL?) -> Void) {
        provider.loadItem(forTypeIdentifier: UTType.movie.identifier, options: nil) { (item, error) in
            done(item as? URL)
        }
        provider.loadItem(forTypeIdentifier: "public.image", options: nil) { item, _ in
            switch item {
            case let url as URL: done(url)
            case let data as Data: print(data.count)
            case let image as PhotoImage: print(image.size)
            default: break
            }
        }
        provider.loadInPlaceFileRepresentation(forTypeIdentifier: "public.image") { url, inPlace, error in done(url) }
        let progress: Progress = provider.loadFileRepresentation(for: .image, openInPlace: true) {
            url,
            inPlace,
            error in
        }
        overall.addChild(progress, withPendingUnitCount: 1)
    }
}
