import Foundation
import ItemProvider
import Testing

/// Representations that are read or written as they are wanted.
@Suite(.timeLimit(.minutes(1))) struct StoredFileTests {
    private func provider(_ filename: String = "a photo.JPG") -> NSItemProvider {
        let provider = NSItemProvider()
        provider.suggestedName = (filename as NSString).deletingPathExtension
        provider.registerStoredFile(forTypeIdentifier: "public.jpeg", filename: filename) { report, complete in
            report.count(1, of: 4)
            complete(.success(Data("read".utf8)))
        } write: { url, report, complete in
            report.count(3, of: 4)
            complete(Result { try Data("written".utf8).write(to: url) })
        }
        return provider
    }

    @Test func `data is read, and a file is written where it is wanted, by its own name`() async throws {
        #expect(await provider().data("public.image").value == Data("read".utf8))
        let file = await provider().file("public.image").value
        #expect(file?.data == Data("written".utf8))
        #expect(file?.name == "a photo.JPG")
        // It is removed when the handler has returned, which may be a moment after it told its result.
        let path = try #require(file?.url.path)
        while FileManager.default.fileExists(atPath: path) { await Task.yield() }
    }

    @Test func `a name that somebody gives the item counts`() async {
        let provider = provider()
        provider.suggestedName = "other"
        #expect(await provider.file("public.jpeg").value?.name == "other.jpeg")
    }

    @Test(arguments: [("../../x.jpg", "..-..-x.jpg"), ("", "item.jpeg"), ("..", "item.jpeg")])
    func `a name is never a path`(_ filename: String, _ expected: String) async {
        #expect(await provider(filename).file("public.jpeg").value?.name == expected)
    }

    @Test func `a load reports how far it is, and hears that nobody waits any more`() async throws {
        let provider = NSItemProvider()
        let (reports, report) = AsyncStream.makeStream(of: (any LoadReport).self)
        provider.registerStoredFile(forTypeIdentifier: "public.jpeg", filename: "a.jpg") { given, _ in
            report.yield(given)
        } write: { _, _, complete in
            complete(.failure(CocoaError(.fileWriteUnknown)))
        }
        let (errors, error) = AsyncStream.makeStream(of: CocoaError.Code?.self)
        let progress = provider.loadDataRepresentation(forTypeIdentifier: "public.jpeg") {
            error.yield(($1 as? CocoaError)?.code)
        }
        var reporting = reports.makeAsyncIterator()
        let given = try #require(await reporting.next())
        #expect(!given.isCancelled)
        given.count(1, of: 4)
        #expect(progress.fractionCompleted == 0.25)
        given.count(3, of: 4)
        #expect(progress.fractionCompleted == 0.75)
        progress.cancel()
        #expect(given.isCancelled)
        var erring = errors.makeAsyncIterator()
        #expect(await erring.next() == .userCancelled)
        #expect((await provider.file("public.jpeg").error as? CocoaError)?.code == .fileWriteUnknown)
    }
}
