import LibraryModel
import LibraryTestSupport
import LinuxSystem
import Photos
import SamplePhotos
import Testing

extension PhotosLibraryTests {
    @Suite struct ImageDecodingTests {
        @Test(arguments: Transport.allCases)
        func `pictures are made of data and files, and of nothing else`(_ transport: Transport) throws {
            let library = try TestLibrary(transport)
            let photo = SamplePhoto.small(3)
            let image = try #require(UIImage(data: try library.bytes(of: photo)))
            #expect(image.size == CGSize(width: 48, height: 32) && image.imageOrientation == .up)
            #expect(UIImage(contentsOfFile: try library.write(photo).text)?.rgba == image.rgba)
            #expect(UIImage(contentsOfFile: "/nowhere") == nil)
            let frames = Array(repeating: [UInt8](try library.bytes(of: photo)), count: 3)
            let movie = MovieFixture(frames: frames, width: 48, height: 32).bytes
            for bytes in [Data(), Data("no picture".utf8), Data(movie)] {
                #expect(UIImage(data: bytes) == nil)
                let error = #expect(throws: PHPhotosError.self) { _ = try PhotoImage(decoding: bytes) }
                #expect(error?.code == .invalidResource)
            }
            // With pixels that can be seen through.
            let glass = try #require(PhotoImage(width: 2, height: 1, rgba: [9, 8, 7, 128, 1, 2, 3, 255]))
            #expect(try PhotoImage(decoding: try #require(glass.pngData())).rgba == glass.rgba)
            // Whoever may only add decodes and encodes too, and who may nothing does neither.
            try library.decide(.denied)
            try library.decide(.authorized, .addOnly)
            #expect(UIImage(data: try library.bytes(of: photo)) != nil)
            try library.decide(.denied, .addOnly)
            #expect(UIImage(data: try library.bytes(of: photo)) == nil)
            let error = #expect(throws: PHPhotosError.self) {
                _ = try PhotoImage(decoding: try library.bytes(of: photo))
            }
            #expect(error?.code == .accessUserDenied)
        }

        @Test func `providers of pictures load one of their data`() async throws {
            let library = try TestLibrary(.inProcess)
            let bytes = try library.bytes(of: .small(4))
            let provider = NSItemProvider()
            provider.registerDataRepresentation(forTypeIdentifier: UTType.jpeg.identifier, visibility: .all) {
                $0(bytes, nil)
                return nil
            }
            #expect(provider.canLoadObject(ofClass: UIImage.self))
            let width: Int? = await withCheckedContinuation { continuation in
                provider.loadObject(ofClass: UIImage.self) { image, _ in
                    continuation.resume(returning: (image as? UIImage)?.width)
                }
            }
            #expect(width == 48)
            let image = try #require(UIImage(data: bytes))
            let copy = NSItemProvider(object: image)
            let rgba: [UInt8]? = await withCheckedContinuation { continuation in
                copy.loadObject(ofClass: UIImage.self) { image, _ in
                    continuation.resume(returning: (image as? UIImage)?.rgba)
                }
            }
            // As PNG, so that nothing is lost.
            #expect(rgba == image.rgba)
            withExtendedLifetime(library) {}
        }
    }
}
