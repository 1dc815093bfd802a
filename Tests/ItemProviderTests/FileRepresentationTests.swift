import Foundation
import ItemProvider
import Testing
import UniformTypeIdentifiers

@Suite struct FileRepresentationTests {
    let provider = NSItemProvider()
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    @Test func `data comes as a temporary file, which goes when the handler returns`() async throws {
        provider.registerData("public.jpeg", "bytes")
        provider.suggestedName = "Summit"
        let file = try #require(await provider.file("public.image").value)
        #expect(file.name == "Summit.jpeg")
        #expect(file.data == Data("bytes".utf8))
        // The file goes after the handler; a load after that one is no proof of it, the end of the queue is.
        #expect(await isGone(file.url))
    }

    @Test func `a file comes as a copy`() async throws {
        let original = try scratch.file("IMG_1.HEIC", "bytes")
        let provider = NSItemProvider(contentsOf: original, contentType: nil)
        #expect(provider.registeredContentTypes == [.heic])
        let file = try #require(await provider.file("public.heic").value)
        #expect(file.url != original)
        #expect(file.name == "IMG_1.HEIC")
        #expect(file.data == Data("bytes".utf8))
        #expect(FileManager.default.fileExists(atPath: original.path))
        #expect(await provider.data("public.image").value == Data("bytes".utf8))
    }

    @Test func `a file that the handler moved stays`() async throws {
        provider.registerData("public.png", "bytes")
        let goal = scratch.url.appendingPathComponent("kept.png")
        let error: (any Error)? = await withCheckedContinuation { continuation in
            provider.loadFileRepresentation(forTypeIdentifier: "public.png") { url, error in
                guard let url else { return continuation.resume(returning: error) }
                continuation.resume(
                    returning: Result { try FileManager.default.moveItem(at: url, to: goal) }.failure
                )
            }
        }
        #expect(error == nil)
        #expect(FileManager.default.contents(atPath: goal.path) == Data("bytes".utf8))
    }

    @Test func `a file is opened in place where it was registered so`() async throws {
        let original = try scratch.file("IMG_1.HEIC", "bytes")
        let provider = NSItemProvider(contentsOf: original, contentType: .heic, openInPlace: true)
        #expect(provider.registeredContentTypesForOpenInPlace == [.heic])
        let (url, isInPlace) = await inPlace(provider)
        #expect(url == original)
        #expect(isInPlace)
    }

    @Test func `a copy for a file that is not opened in place lives as long as its provider`() async throws {
        var provider: NSItemProvider? = NSItemProvider()
        provider?.registerData("public.heic", "bytes")
        let (url, isInPlace) = await inPlace(try #require(provider))
        let copy = try #require(url)
        #expect(!isInPlace)
        #expect(FileManager.default.contents(atPath: copy.path) == Data("bytes".utf8))
        provider = nil
        #expect(await isGone(copy))
    }

    @Test func `a file that is not there is an error`() async throws {
        let missing = scratch.url.appendingPathComponent("none.png")
        #expect(NSItemProvider(contentsOf: missing) == nil)
        let provider = NSItemProvider(contentsOf: missing, contentType: .png)
        #expect(await provider.file("public.png").error != nil)
        #expect(await provider.data("public.png").error != nil)
    }

    @Test(arguments: [
        ("../../etc/passwd", "..-..-etc-passwd.png"), ("", "item.png"), ("..", "item.png"), ("a.jpeg", "a.jpeg"),
        ("v1.2 of the summit and everything", "v1.2 of the summit and everything.png"),
        (String(repeating: "ü", count: 300), String(repeating: "ü", count: 100) + ".png"),
    ])
    func `a suggested name is never a path`(suggested: String, name: String) async throws {
        provider.registerData("public.png", "bytes")
        provider.suggestedName = suggested
        let file = try #require(await provider.file("public.png").value)
        #expect(file.name == name)
    }

    @Test func `items come as a URL or as data`() async throws {
        let original = try scratch.file("IMG_1.HEIC", "bytes")
        let file = NSItemProvider(contentsOf: original, contentType: nil)
        let item = try await file.loadItem(forTypeIdentifier: "public.heic") as? NSURL
        #expect(FileManager.default.contents(atPath: item?.path ?? "") == Data("bytes".utf8))
        provider.registerData("public.heic", "data")
        let data = try await provider.loadItem(forTypeIdentifier: "public.heic") as? NSData
        #expect(data == NSData(data: Data("data".utf8)))
        await #expect(throws: NSError.self) { try await provider.loadItem(forTypeIdentifier: "public.movie") }
    }

    @Test func `items cast to values as on Apple's systems`() async throws {
        let original = try scratch.file("IMG_1.HEIC", "bytes")
        let file = NSItemProvider(contentsOf: original, contentType: nil)
        let url = try await file.loadItem(forTypeIdentifier: "public.heic") as? URL
        #expect(url.flatMap { FileManager.default.contents(atPath: $0.path) } == Data("bytes".utf8))
        provider.registerData("public.heic", "data")
        #expect(try await provider.loadItem(forTypeIdentifier: "public.heic") as? Data == Data("data".utf8))
        let data = await withCheckedContinuation { continuation in
            provider.loadItem(forTypeIdentifier: "public.heic") { item, _ in
                continuation.resume(returning: item as? Data)
            }
        }
        #expect(data == Data("data".utf8))
    }

    private func inPlace(_ provider: NSItemProvider) async -> (URL?, Bool) {
        await withCheckedContinuation { continuation in
            provider.loadInPlaceFileRepresentation(forTypeIdentifier: "public.heic") { url, isInPlace, _ in
                continuation.resume(returning: (url, isInPlace))
            }
        }
    }

    /// Whether a file goes, however long that takes.
    private func isGone(_ url: URL) async -> Bool {
        while FileManager.default.fileExists(atPath: url.path) { await Task.yield() }
        return true
    }
}

extension Result {
    fileprivate var failure: Failure? { if case .failure(let error) = self { error } else { nil } }
}
