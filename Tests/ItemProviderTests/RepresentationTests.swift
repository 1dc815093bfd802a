import Foundation
import ItemProvider
import Synchronization
import Testing
import UniformTypeIdentifiers

@Suite struct RepresentationTests {
    let provider = NSItemProvider()

    @Test func `types are told in the order of their registration`() {
        provider.registerData("public.heic", "1")
        provider.registerData("public.jpeg", "2")
        provider.registerData("public.heic", "3")
        #expect(provider.registeredTypeIdentifiers == ["public.heic", "public.jpeg"])
        #expect(provider.registeredContentTypes == [.heic, .jpeg])
        #expect(provider.registeredContentTypes(conformingTo: .jpeg) == [.jpeg])
    }

    @Test func `a type is found by its kinds, and an unknown one by itself`() {
        provider.registerData("public.heic", "1")
        provider.registerData("org.example.thing", "2")
        #expect(provider.hasItemConformingToTypeIdentifier("public.heic"))
        #expect(provider.hasItemConformingToTypeIdentifier("public.image"))
        #expect(provider.hasItemConformingToTypeIdentifier("org.example.thing"))
        #expect(!provider.hasItemConformingToTypeIdentifier("public.movie"))
        #expect(!provider.hasItemConformingToTypeIdentifier("org.example.other"))
        #expect(provider.hasRepresentationConforming(toTypeIdentifier: UTType.image.identifier))
        #expect(!provider.hasRepresentationConforming(toTypeIdentifier: "public.image", fileOptions: .openInPlace))
    }

    @Test func `data of exactly the type comes before data of a kind of it`() async {
        provider.registerData("public.heic", "heic")
        provider.registerData("public.image", "image")
        #expect(await provider.data("public.image").value == Data("image".utf8))
        #expect(await provider.data("public.data").value == Data("heic".utf8))
    }

    @Test func `what is not there is an error`() async {
        let outcome = await provider.data("public.image")
        #expect(outcome.value == nil)
        #expect((outcome.error as NSError?)?.domain == NSItemProvider.errorDomain)
        #expect(outcome.code == NSItemProvider.ErrorCode.itemUnavailableError.rawValue)
        #expect(await provider.file("public.image").code == -1000)
    }

    @Test func `the load handler's error is handed on, and its silence is an error`() async {
        provider.registerDataRepresentation(forTypeIdentifier: "public.png", visibility: .all) { complete in
            complete(nil, CocoaError(.fileReadCorruptFile))
            return nil
        }
        provider.registerDataRepresentation(forTypeIdentifier: "public.gif", visibility: .all) { complete in
            complete(nil, nil)
            return nil
        }
        #expect((await provider.data("public.png").error as? CocoaError)?.code == .fileReadCorruptFile)
        #expect(await provider.data("public.gif").code == NSItemProvider.ErrorCode.unknownError.rawValue)
    }

    @Test func `nothing is loaded before it is asked for, and each time anew`() async {
        let loads = Mutex(0)
        provider.registerDataRepresentation(for: .png) { complete in
            loads.withLock { $0 += 1 }
            complete(Data(), nil)
            return nil
        }
        _ = provider.registeredTypeIdentifiers
        #expect(loads.withLock { $0 } == 0)
        _ = await provider.data("public.png")
        _ = await provider.data("public.png")
        #expect(loads.withLock { $0 } == 2)
    }

    @Test func `a handler that answers twice is heard once`() async {
        provider.registerDataRepresentation(for: .png) { complete in
            complete(Data([1]), nil)
            complete(Data([2]), nil)
            return nil
        }
        // A continuation that is resumed twice ends the test.
        #expect(await provider.data("public.png").value == Data([1]))
    }

    @Test func `a copy has the representations, and goes its own way`() throws {
        provider.registerData("public.png", "1")
        provider.suggestedName = "Summit"
        let copy = try #require(provider.copy() as? NSItemProvider)
        copy.registerData("public.jpeg", "2")
        #expect(copy.suggestedName == "Summit")
        #expect(copy.registeredTypeIdentifiers == ["public.png", "public.jpeg"])
        #expect(provider.registeredTypeIdentifiers == ["public.png"])
    }
}
