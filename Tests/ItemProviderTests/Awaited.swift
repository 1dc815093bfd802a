import Foundation
import ItemProvider

/// What a completion handler was given, for a test that waits.
struct Outcome<Value: Sendable>: Sendable {
    var value: Value?
    var error: (any Error)?

    var code: Int? { (error as NSError?)?.code }
}

extension NSItemProvider {
    func data(_ type: String) async -> Outcome<Data> {
        await withCheckedContinuation { continuation in
            loadDataRepresentation(forTypeIdentifier: type) {
                continuation.resume(returning: Outcome(value: $0, error: $1))
            }
        }
    }

    /// The name and the bytes of the temporary file, read while it is there, and where it was.
    func file(_ type: String) async -> Outcome<(name: String, data: Data?, url: URL)> {
        await withCheckedContinuation { continuation in
            loadFileRepresentation(forTypeIdentifier: type) { url, error in
                let value = url.map {
                    (name: $0.lastPathComponent, data: FileManager.default.contents(atPath: $0.path), url: $0)
                }
                continuation.resume(returning: Outcome(value: value, error: error))
            }
        }
    }

    func registerData(_ type: String, _ text: String) {
        registerDataRepresentation(forTypeIdentifier: type, visibility: .all) { complete in
            complete(Data(text.utf8), nil)
            return nil
        }
    }
}

/// A folder that is removed at the end of a test.
final class Scratch: Sendable {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("items-\(UUID().uuidString)")

    init() throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func file(_ name: String, _ text: String) throws -> URL {
        let file = url.appendingPathComponent(name)
        try Data(text.utf8).write(to: file)
        return file
    }
}
