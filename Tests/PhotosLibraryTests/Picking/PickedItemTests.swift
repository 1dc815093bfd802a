import LibraryClient
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import MediaWorker
import SamplePhotos
import Synchronization
import Testing

@testable import PhotosUI

extension PhotosLibraryTests {
    /// What a picked item can be loaded as.
    @MainActor @Suite struct PickedItemTests {
        private func picked(
            _ library: TestLibrary,
            _ assets: [ObjectID],
            _ change: (inout PHPickerConfiguration) -> Void = { _ in }
        ) async throws -> [PHPickerResult] {
            let agent = try TestAgent(library.owner) { _ in .picked(assets) }
            defer { agent.leave() }
            return try await PHPickerViewController(configuration: .ofLibrary(change)).pick()
        }

        private func add(_ library: TestLibrary, _ files: [(ResourceKind, String, [UInt8])]) throws -> ObjectID {
            let id = try #require(try library.owner.mintIdentifiers(1).first)
            var uses: [StagedResourceUse] = []
            for (kind, name, bytes) in files {
                let staged = try library.owner.stage(SealedMemory.make(bytes.span), filename: name)
                uses.append(StagedResourceUse(staged: staged.id, kind: kind))
            }
            try library.change(.createAsset(AssetCreation(id: id, resources: uses)))
            return id
        }

        @Test(arguments: Transport.allCases)
        func `a file is a copy by its own name, and goes when the handler returns`(
            _ transport: Transport
        ) async throws {
            let library = try TestLibrary(transport, .notDetermined)
            let photos = try library.add(1).ids
            let provider = try #require(try await picked(library, photos).first).itemProvider
            let place = Mutex<URL?>(nil)
            let copy = try await provider.file(.image) { url in
                place.withLock { $0 = url }
                return (url.lastPathComponent, try Data(contentsOf: url))
            }
            #expect(copy.0 == "1.jpg")
            #expect(try copy.1 == library.bytes(of: .small(1)))
            let url = try #require(place.withLock { $0 })
            while FileManager.default.fileExists(atPath: url.path) { await Task.yield() }
        }

        @Test(arguments: Transport.allCases)
        func `a picture is loaded as it is, in its own size`(_ transport: Transport) async throws {
            let library = try TestLibrary(transport, .notDetermined)
            let large = SamplePhoto(size: PixelSize(width: 900, height: 600), seed: 9_009)
            let photos = try library.add([large]).ids
            let provider = try #require(try await picked(library, photos).first).itemProvider
            #expect(provider.canLoadObject(ofClass: PhotoImage.self))
            #expect(!provider.canLoadObject(ofClass: PHLivePhoto.self))
            let image = try await provider.object(PhotoImage.self)
            #expect(image.size == CGSize(width: 900, height: 600))
        }

        @Test func `the progress of a load counts the bytes that were read`() async throws {
            let library = try TestLibrary(.inProcess, .notDetermined)
            // What follows the end of a JPEG file is nobody's.
            let bytes = Array(try library.bytes(of: .small(1))) + [UInt8](repeating: 7, count: 3 << 20)
            let asset = try add(library, [(.photo, "large.jpg", bytes)])
            let provider = try #require(try await picked(library, [asset]).first).itemProvider
            let whole = Progress(totalUnitCount: 2)
            let sizes = Recorded<Int>()
            for _ in 0..<2 {
                let progress = provider.loadFileRepresentation(forTypeIdentifier: UTType.jpeg.identifier) { url, _ in
                    sizes.append(url.flatMap { FileManager.default.contents(atPath: $0.path) }?.count ?? -1)
                }
                whole.addChild(progress, withPendingUnitCount: 1)
                #expect(await sizes.next() == bytes.count)
                #expect(progress.totalUnitCount == Int64(bytes.count))
                #expect(progress.completedUnitCount == Int64(bytes.count))
            }
            #expect(whole.fractionCompleted == 1)
        }

        @Test func `a load that is cancelled is told at once`() async throws {
            let library = try TestLibrary(.inProcess, .notDetermined)
            let photos = try library.add(1).ids
            let provider = try #require(try await picked(library, photos).first).itemProvider
            let errors = Recorded<CocoaError.Code?>()
            // Nothing is read before the test says so.
            let gate = DispatchSemaphore(value: 0)
            for _ in 0..<PickedLoads.width { PickedLoads.run { gate.wait() } }
            let progress = provider.loadDataRepresentation(forTypeIdentifier: UTType.jpeg.identifier) { _, error in
                errors.append((error as? CocoaError)?.code)
            }
            progress.cancel()
            #expect(await errors.next() == .userCancelled)
            for _ in 0..<PickedLoads.width { gate.signal() }
        }

        @Test(arguments: Transport.allCases)
        func `a Live Photo can be had as one, as a folder of its files, and as its photo`(
            _ transport: Transport
        ) async throws {
            let library = try TestLibrary(transport, .notDetermined)
            let photo = Array(try library.bytes(of: .small(1)))
            let frames = try (1...3).map { Array(try library.bytes(of: .small(UInt64($0)))) }
            let movie = MovieFixture(frames: frames, width: 48, height: 32).bytes
            let asset = try add(library, [(.photo, "IMG_1.JPG", photo), (.pairedVideo, "IMG_1.MOV", movie)])
            let result = try #require(try await picked(library, [asset]).first)
            let provider = result.itemProvider
            #expect(provider.registeredTypeIdentifiers == ["com.apple.live-photo", "public.jpeg"])
            #expect(try await provider.data(.image) == Data(photo))
            let folder = try await provider.file(.livePhoto) { url in
                let names = try FileManager.default.contentsOfDirectory(atPath: url.path).sorted()
                return (url.lastPathComponent, names, try Data(contentsOf: url.appendingPathComponent("IMG_1.MOV")))
            }
            #expect(folder.0 == "IMG_1.pvt")
            #expect(folder.1 == ["IMG_1.JPG", "IMG_1.MOV"])
            #expect(folder.2 == Data(movie))
            let code = await pickingCode { _ = try await provider.data(.livePhoto) }
            #expect(code == .requestNotSupportedForAsset)
            // Its files can be read although the app may not see the asset.
            let livePhoto = try await provider.object(PHLivePhoto.self)
            #expect(livePhoto.size == CGSize(width: 48, height: 32))
            let resources = PHAssetResource.assetResources(for: livePhoto)
            #expect(resources.map(\.type) == [.photo, .pairedVideo])
            #expect(resources.map(\.assetLocalIdentifier) == [result.assetIdentifier, result.assetIdentifier])
            let goal = library.folder.file("copy.mov")
            try await PHAssetResourceManager.default().writeData(
                for: resources[1],
                toFile: URL(fileURLWithPath: goal.text),
                options: nil
            )
            #expect(try Data(contentsOf: URL(fileURLWithPath: goal.text)) == Data(movie))
        }

        @Test(arguments: Transport.allCases)
        func `a compatible form is made by the library where the file is of a rare type`(
            _ transport: Transport
        ) async throws {
            let library = try TestLibrary(transport, .notDetermined)
            let tiff = TIFFFixture(width: 20, height: 10, orientation: 6).bytes
            let asset = try add(library, [(.photo, "scan.tiff", tiff)])
            let current = try #require(try await picked(library, [asset]).first).itemProvider
            #expect(current.registeredTypeIdentifiers == ["public.tiff", "public.jpeg"])
            #expect(try await current.data(.image) == Data(tiff))
            let compatible = try #require(
                try await picked(library, [asset]) { $0.preferredAssetRepresentationMode = .compatible }.first
            ).itemProvider
            #expect(compatible.registeredTypeIdentifiers == ["public.jpeg", "public.tiff"])
            let made = try await compatible.file(.image) { ($0.lastPathComponent, try Data(contentsOf: $0)) }
            #expect(made.0 == "scan.jpeg")
            #expect(made.1.starts(with: [0xFF, 0xD8, 0xFF]))
            // It is turned as the file is, and its progress counts its bytes.
            let memory = try SealedMemory.make(Array(made.1).span)
            let facts = try MediaFile(descriptor: memory.rawValue).readMetadata()
            #expect(withExtendedLifetime(memory) { facts.orientation } == 6)
            let sizes = Recorded<Int>()
            let progress = compatible.loadDataRepresentation(forTypeIdentifier: UTType.jpeg.identifier) { data, _ in
                sizes.append(data?.count ?? -1)
            }
            #expect(await sizes.next() == made.1.count)
            #expect(progress.completedUnitCount == Int64(made.1.count))
        }

        @Test(arguments: Transport.allCases)
        func `a movie is given as its file`(_ transport: Transport) async throws {
            let library = try TestLibrary(transport, .notDetermined)
            let frames = [Array(try library.bytes(of: .small(1)))]
            let movie = MovieFixture(frames: frames, width: 48, height: 32).bytes
            let asset = try add(library, [(.video, "walk.mov", movie)])
            let provider = try #require(try await picked(library, [asset]) { $0.filter = .videos }.first).itemProvider
            #expect(provider.registeredTypeIdentifiers == ["com.apple.quicktime-movie"])
            #expect(!provider.canLoadObject(ofClass: PhotoImage.self))
            #expect(try await provider.data(.movie) == Data(movie))
        }

        @Test(arguments: Transport.allCases)
        func `what the person takes back, and what is deleted, cannot be loaded any more`(
            _ transport: Transport
        ) async throws {
            let library = try TestLibrary(transport, .notDetermined)
            let photos = try library.add(2).ids
            let results = try await picked(library, photos)
            try library.change(.deleteAssets([photos[1]]))
            #expect(try await results[0].itemProvider.data(.jpeg) == library.bytes(of: .small(1)))
            let deleted = await pickingCode { _ = try await results[1].itemProvider.data(.jpeg) }
            #expect(deleted == .identifierNotFound)
            try library.owner.revokePicks(ofApp: library.identity)
            let revoked = await pickingCode { _ = try await results[0].itemProvider.data(.jpeg) }
            #expect(revoked == .identifierNotFound)
        }

        @Test func `the grant lives as long as a provider, or a copy of one, and no longer`() async throws {
            let library = try TestLibrary(.inProcess, .notDetermined)
            let photos = try library.add(1).ids
            let agent = try TestAgent(library.owner) { _ in .picked(photos) }
            defer { agent.leave() }
            weak var grant: Pick?
            var provider: NSItemProvider?
            do {
                var configuration = PickerConfiguration()
                configuration.selectionLimit = 0
                let pick = try library.app.pick(configuration)
                let number = try #require(try pick.next().items.first).number
                let item = PickedItem(pick: pick, number: number, asset: nil)
                provider = item.provider(of: try item.resources(), .automatic)
                grant = pick
            }
            var copy = provider?.copy() as? NSItemProvider
            provider = nil
            #expect(grant != nil)
            let bytes = try await copy?.data(.jpeg)
            #expect(try bytes == library.bytes(of: .small(1)))
            copy = nil
            while grant != nil { await Task.yield() }
        }
    }
}

/// A TIFF file of one grey.
private struct TIFFFixture {
    var width: UInt16
    var height: UInt16
    var orientation: UInt32

    var bytes: [UInt8] {
        let count = UInt32(width) * UInt32(height) * 3
        func entry(_ tag: UInt16, _ type: UInt16, _ number: UInt32, _ value: UInt32) -> [UInt8] {
            // A short stands in the first half of the four bytes.
            big(tag) + big(type) + big(number) + big(type == 3 ? value << 16 : value)
        }
        let entries =
            entry(256, 3, 1, UInt32(width)) + entry(257, 3, 1, UInt32(height)) + entry(258, 3, 1, 8)
            + entry(259, 3, 1, 1) + entry(262, 3, 1, 2) + entry(273, 4, 1, 8) + entry(274, 3, 1, orientation)
            + entry(277, 3, 1, 3) + entry(278, 3, 1, UInt32(height)) + entry(279, 4, 1, count)
        return Array("MM".utf8) + big(UInt16(42)) + big(8 + count) + [UInt8](repeating: 128, count: Int(count))
            + big(UInt16(10)) + entries + big(UInt32(0))
    }
}
