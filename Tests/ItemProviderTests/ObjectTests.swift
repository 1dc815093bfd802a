import Foundation
import Synchronization
import Testing
import UniformTypeIdentifiers

@testable import ItemProvider

@Suite struct ObjectTests {
    /// An app's own class: a colour in three bytes.
    final class Colour: NSObject, NSItemProviderReading, NSItemProviderWriting, Sendable {
        static let readableTypeIdentifiersForItemProvider = ["org.example.colour", "public.image"]
        static let writableTypeIdentifiersForItemProvider = ["org.example.colour"]

        let bytes: Data
        let type: String

        init(_ bytes: Data, type: String = "") {
            self.bytes = bytes
            self.type = type
        }

        static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Self {
            guard data.count == 3 else { throw CocoaError(.coderReadCorrupt) }
            return Self(data, type: typeIdentifier)
        }

        func loadData(
            withTypeIdentifier typeIdentifier: String,
            forItemProviderCompletionHandler completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
        ) -> Progress? {
            completionHandler(bytes, nil)
            return nil
        }
    }

    private func colour(_ provider: NSItemProvider) async -> Outcome<Colour> {
        await withCheckedContinuation { continuation in
            provider.loadObject(ofClass: Colour.self) { object, error in
                continuation.resume(returning: Outcome(value: object as? Colour, error: error))
            }
        }
    }

    @Test func `an object is written as data and read again`() async {
        let provider = NSItemProvider(object: Colour(Data([1, 2, 3])))
        #expect(provider.registeredTypeIdentifiers == ["org.example.colour"])
        #expect(provider.canLoadObject(ofClass: Colour.self))
        #expect(!provider.canLoadObject(ofClass: NSString.self))
        let outcome = await colour(provider)
        #expect(outcome.value?.bytes == Data([1, 2, 3]))
        #expect(outcome.value?.type == "org.example.colour")
    }

    @Test func `an object is read from the best representation that its class reads`() async {
        let provider = NSItemProvider()
        provider.registerData("public.movie", "...")
        provider.registerData("public.heic", "abc")
        provider.registerData("org.example.colour", "def")
        #expect(await colour(provider).value?.type == "public.heic")
    }

    @Test func `what cannot be read is an error`() async {
        let provider = NSItemProvider()
        #expect(await colour(provider).code == NSItemProvider.ErrorCode.unavailableCoercionError.rawValue)
        provider.registerData("public.heic", "four")
        #expect((await colour(provider).error as? CocoaError)?.code == .coderReadCorrupt)
    }

    @Test func `objects of a class are made when they are asked for`() async {
        let provider = NSItemProvider()
        let made = Mutex(0)
        provider.registerObject(ofClass: Colour.self, visibility: .all) { complete in
            made.withLock { $0 += 1 }
            complete(Colour(Data([4, 5, 6])), nil)
            return nil
        }
        #expect(made.withLock { $0 } == 0)
        #expect(await colour(provider).value?.bytes == Data([4, 5, 6]))
        #expect(made.withLock { $0 } == 1)
    }

    @Test func `an object that needs no data comes as it is, and adds no type`() async {
        let provider = NSItemProvider()
        provider.registerData("public.heic", "abc")
        let object = Colour(Data())
        provider.registerObjectSource(ofClass: Colour.self) { _, complete in
            complete(.success(object))
            return nil
        }
        #expect(provider.registeredTypeIdentifiers == ["public.heic"])
        #expect(await colour(provider).value === object)
    }

    @Test func `texts and URLs are values`() async throws {
        let text = NSItemProvider(object: NSString(string: "Grüße"))
        #expect(text.canLoadObject(ofClass: String.self))
        #expect(!text.canLoadObject(ofClass: URL.self))
        let loaded: String? = await withCheckedContinuation { continuation in
            _ = text.loadObject(ofClass: String.self) { value, _ in continuation.resume(returning: value) }
        }
        #expect(loaded == "Grüße")

        let address = try #require(NSURL(string: "https://example.org/a%20b"))
        let url = NSItemProvider(object: address)
        #expect(url.registeredContentTypes == [.url])
        let loadedURL: URL? = await withCheckedContinuation { continuation in
            _ = url.loadObject(ofClass: URL.self) { value, _ in continuation.resume(returning: value) }
        }
        #expect(loadedURL == URL(string: "https://example.org/a%20b"))
        #expect(NSItemProvider(object: NSURL(fileURLWithPath: "/tmp/a")).registeredContentTypes == [.fileURL])
    }
}
