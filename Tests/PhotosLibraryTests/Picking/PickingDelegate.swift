import PhotosUI
import Testing

/// A delegate as an app has one: remembers what it was told.
@MainActor
final class PickingDelegate: PHPickerViewControllerDelegate {
    let told = Recorded<[PHPickerResult]>()

    func picker(_ picker: PHPickerViewController, didFinishPicking results: [PHPickerResult]) {
        MainActor.preconditionIsolated()
        told.append(results)
        picker.dismiss(animated: true)
    }
}

extension PHPickerConfiguration {
    static func ofLibrary(_ change: (inout PHPickerConfiguration) -> Void = { _ in }) -> PHPickerConfiguration {
        var configuration = PHPickerConfiguration(photoLibrary: .shared())
        configuration.selectionLimit = 0
        change(&configuration)
        return configuration
    }
}

extension NSItemProvider {
    func data(_ type: UTType) async throws -> Data {
        try await withCheckedThrowingContinuation { continuation in
            loadDataRepresentation(forTypeIdentifier: type.identifier) { data, error in
                continuation.resume(with: Result { try data ?? { throw error ?? CocoaError(.fileReadUnknown) }() })
            }
        }
    }

    /// The name of the temporary file, and what `read` makes of it while it is there.
    func file<Value: Sendable>(_ type: UTType, _ read: @escaping @Sendable (URL) throws -> Value) async throws -> Value
    {
        try await withCheckedThrowingContinuation { continuation in
            loadFileRepresentation(forTypeIdentifier: type.identifier) { url, error in
                continuation.resume(
                    with: Result { try read(try url ?? { throw error ?? CocoaError(.fileReadUnknown) }()) }
                )
            }
        }
    }

    func object<Object: NSItemProviderReading & Sendable>(_ type: Object.Type) async throws -> Object {
        try await withCheckedThrowingContinuation { continuation in
            loadObject(ofClass: type) { object, error in
                continuation.resume(
                    with: Result { try (object as? Object) ?? { throw error ?? CocoaError(.fileReadUnknown) }() }
                )
            }
        }
    }
}

/// The code of the error that `body` throws.
func pickingCode(_ body: () async throws -> Void) async -> PHPhotosError.Code? {
    do {
        try await body()
        return nil
    } catch { return (error as? PHPhotosError)?.code }
}
