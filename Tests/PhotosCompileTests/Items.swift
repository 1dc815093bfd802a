import Photos
import UniformTypeIdentifiers

// Item providers as apps use those of a picker. It only has to compile.

@MainActor
private final class Picked {
    var image: PhotoImage?

    func load(_ provider: NSItemProvider) -> Progress? {
        if provider.canLoadObject(ofClass: PhotoImage.self) {
            return provider.loadObject(ofClass: PhotoImage.self) { [weak self] image, error in
                let image = image as? PhotoImage
                Task { @MainActor [weak self] in self?.show(image, error) }
            }
        }
        guard provider.hasItemConformingToTypeIdentifier(UTType.movie.identifier) else { return nil }
        return provider.loadFileRepresentation(forTypeIdentifier: UTType.movie.identifier) { url, error in
            guard let url else { return print(error as Any) }
            let goal = FileManager.default.temporaryDirectory.appendingPathComponent(url.lastPathComponent)
            try? FileManager.default.copyItem(at: url, to: goal)
        }
    }

    func data(_ provider: NSItemProvider) async throws -> Data {
        let identifier = provider.registeredTypeIdentifiers.first ?? UTType.image.identifier
        return try await withCheckedThrowingContinuation { continuation in
            provider.loadDataRepresentation(forTypeIdentifier: identifier) { data, error in
                continuation.resume(with: data.map { .success($0) } ?? .failure(error ?? CocoaError(.fileReadUnknown)))
            }
        }
    }

    func text(_ provider: NSItemProvider) {
        _ = provider.loadObject(ofClass: String.self) { text, _ in print(text ?? "") }
        _ = provider.loadObject(ofClass: URL.self) { url, _ in print(url?.path ?? "") }
        print(provider.suggestedName ?? "", provider.registeredContentTypes)
    }

    private func show(_ image: PhotoImage?, _ error: (any Error)?) { self.image = image }
}

private final class MockProvider: NSItemProvider, @unchecked Sendable {
    override func canLoadObject(ofClass aClass: any NSItemProviderReading.Type) -> Bool { true }

    override func loadDataRepresentation(
        forTypeIdentifier typeIdentifier: String,
        completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) -> Progress {
        completionHandler(Data(), nil)
        return Progress(totalUnitCount: 1)
    }
}
