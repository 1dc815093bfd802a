import LibraryClient
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import Photos
import SamplePhotos
import Synchronization
import Testing

extension PhotosLibraryTests {
    @Suite struct AssetChangeTests {
        @Test(arguments: Transport.allCases)
        func `a photo's file becomes an asset with what the file says`(_ transport: Transport) throws {
            let library = try TestLibrary(transport)
            let photo = SamplePhoto(
                size: PixelSize(width: 60, height: 40),
                seed: 11,
                date: 1_600_000_000_000_000,
                utcOffset: 7_200,
                location: Coordinate(latitude: 47.5, longitude: 11.25, altitude: 1_200)
            )
            let file = try library.file(photo)
            let before = Date()
            let placeholder = try perform {
                let request = PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: file)
                return try #require(request?.placeholderForCreatedAsset)
            }
            let made = try asset(placeholder.localIdentifier)
            #expect(made.isEqual(placeholder))
            #expect(made.hash == placeholder.hash)
            #expect(allAssets() == [placeholder.localIdentifier])
            #expect(made.mediaType == .image)
            #expect(made.pixelWidth == 60)
            #expect(made.pixelHeight == 40)
            #expect(made.creationDate == Date(timeIntervalSince1970: 1_600_000_000))
            #expect(made.location?.coordinate == CLLocationCoordinate2D(latitude: 47.5, longitude: 11.25))
            #expect(made.location?.altitude == 1_200)
            #expect(try #require(made.addedDate) >= before.addingTimeInterval(-0.001))
            #expect(!made.isFavorite && !made.isHidden && !made.hasAdjustments)
            #expect(made.playbackStyle == .image)

            let resources = PHAssetResource.assetResources(for: made)
            #expect(resources.map(\.type) == [.photo])
            #expect(resources[0].originalFilename == "11.jpg")
            #expect(resources[0].uniformTypeIdentifier == "public.jpeg")
            #expect(resources[0].dataSize == (try Data(contentsOf: file)).count)
            #expect(resources[0].assetLocalIdentifier == made.localIdentifier)
        }

        @Test(arguments: Transport.allCases)
        func `an original is kept byte for byte`(_ transport: Transport) async throws {
            let library = try TestLibrary(transport)
            let bytes = Data(try SamplePhoto.small(3).encoded())
            let made = try perform {
                let request = PHAssetCreationRequest.forAsset()
                let options = PHAssetResourceCreationOptions()
                options.originalFilename = "Sunset.JPG"
                request.addResource(with: .photo, data: bytes, options: options)
                return try #require(request.placeholderForCreatedAsset).localIdentifier
            }
            let resource = try #require(PHAssetResource.assetResources(for: try asset(made)).first)
            #expect(resource.originalFilename == "Sunset.JPG")
            let copy = URL(fileURLWithPath: library.folder.file("copy.jpg").text)
            try await PHAssetResourceManager.default().writeData(for: resource, toFile: copy, options: nil)
            #expect(try Data(contentsOf: copy) == bytes)
            let read: Data? = await withCheckedContinuation { continuation in
                let received = Received()
                PHAssetResourceManager.default().requestData(for: resource, options: nil) {
                    received.append($0)
                } completionHandler: { error in
                    continuation.resume(returning: error == nil ? received.data : nil)
                }
            }
            #expect(read == bytes)
        }

        @Test(arguments: Transport.allCases)
        func `a file that is to be moved is removed once the asset is there, and only then`(
            _ transport: Transport
        ) throws {
            let library = try TestLibrary(transport)
            let file = try library.file(.small(5))
            let options = PHAssetResourceCreationOptions()
            options.shouldMoveFile = true
            let broken = codeThrown {
                try perform {
                    PHAssetCreationRequest.forAsset().addResource(with: .photo, fileURL: file, options: options)
                    PHAssetCreationRequest.forAsset().addResource(with: .photo, data: Data([1, 2]), options: nil)
                }
            }
            #expect(broken == .invalidResource)
            #expect(FileManager.default.fileExists(atPath: file.path))
            #expect(allAssets() == [])
            try perform {
                PHAssetCreationRequest.forAsset().addResource(with: .photo, fileURL: file, options: options)
            }
            #expect(!FileManager.default.fileExists(atPath: file.path))
            #expect(allAssets().count == 1)
        }

        @Test(arguments: Transport.allCases)
        func `properties change, and only edits move the modification date`(_ transport: Transport) throws {
            let library = try TestLibrary(transport)
            let photo = try library.add([.small(1)])[0]
            let before = try asset(photo)
            let date = Date(timeIntervalSince1970: 1_234_567_890.5)
            try perform {
                let request = PHAssetChangeRequest(for: before)
                request.isFavorite = true
                request.creationDate = date
                request.location = CLLocation(latitude: -33.5, longitude: 151.25)
                request.rating = .four
            }
            let after = try asset(photo)
            #expect(after.isFavorite && !after.isHidden && after.rating == .four)
            #expect(after.creationDate == date)
            #expect(after.location?.coordinate == CLLocationCoordinate2D(latitude: -33.5, longitude: 151.25))
            #expect(try #require(after.modificationDate) > (try #require(before.modificationDate)))
            // What was handed out before is as it was.
            #expect(!before.isFavorite)

            // Nothing of these edits the asset.
            let album = try library.addAlbum("A", [photo])
            try perform { PHAssetChangeRequest(for: after).isFavorite = true }
            try perform { PHAssetCollectionChangeRequest(for: try collection(album))?.removeAssets([after] as NSArray) }
            #expect(try asset(photo).modificationDate == after.modificationDate)

            try perform {
                let request = PHAssetChangeRequest(for: after)
                request.isHidden = true
                request.location = nil
                request.creationDate = nil
                request.isFavorite = false
            }
            let hidden = try asset(photo)
            #expect(hidden.isHidden && !hidden.isFavorite)
            #expect(hidden.location == nil && hidden.creationDate == nil)
            #expect(try #require(hidden.modificationDate) > (try #require(after.modificationDate)))
            #expect(allAssets() == [])
            #expect(allAssets(options(hidden: true)) == [photo])
        }

        @Test(arguments: Transport.allCases)
        func `an edit is shown, kept apart from the original, taken up again and reverted`(
            _ transport: Transport
        ) async throws {
            let library = try TestLibrary(transport)
            let photo = try library.add([.small(1)])[0]
            let original = try asset(photo)
            let edited = Data(try SamplePhoto(size: PixelSize(width: 30, height: 20), seed: 99).encoded())
            let token = PHPhotoLibrary.shared().currentChangeToken

            let input = try #require(await editingInput(original, canHandle: true))
            #expect(input.adjustmentData == nil)
            #expect(input.mediaType == .image)
            let base = try Data(contentsOf: try #require(input.fullSizeImageURL))
            #expect(base == Data(try SamplePhoto.small(1).encoded()))
            let output = PHContentEditingOutput(contentEditingInput: input)
            output.adjustmentData = PHAdjustmentData(
                formatIdentifier: "org.example.sepia",
                formatVersion: "1.2",
                data: Data([7, 8, 9])
            )
            try edited.write(to: output.renderedContentURL)
            try perform { PHAssetChangeRequest(for: original).contentEditingOutput = output }

            let adjusted = try asset(photo)
            #expect(adjusted.hasAdjustments)
            #expect(adjusted.pixelWidth == 30 && adjusted.pixelHeight == 20)
            #expect(try #require(adjusted.modificationDate) > (try #require(original.modificationDate)))
            #expect(adjusted.adjustmentTimestamp == adjusted.modificationDate)
            let resources = PHAssetResource.assetResources(for: adjusted)
            #expect(resources.map(\.type) == [.photo, .fullSizePhoto])
            #expect(resources.map(\.pixelWidth) == [48, 30])

            // An app that knows the recipe gets it with the original; another one the result.
            let again = try #require(await editingInput(adjusted, canHandle: true))
            #expect(again.adjustmentData?.formatIdentifier == "org.example.sepia")
            #expect(again.adjustmentData?.formatVersion == "1.2")
            #expect(again.adjustmentData?.data == Data([7, 8, 9]))
            #expect(try Data(contentsOf: try #require(again.fullSizeImageURL)) == base)
            let foreign = try #require(await editingInput(adjusted, canHandle: false))
            #expect(foreign.adjustmentData == nil)
            #expect(try Data(contentsOf: try #require(foreign.fullSizeImageURL)) == edited)

            try perform { PHAssetChangeRequest(for: adjusted).revertAssetContentToOriginal() }
            let reverted = try asset(photo)
            #expect(!reverted.hasAdjustments)
            #expect(reverted.pixelWidth == 48 && reverted.pixelHeight == 32)
            #expect(PHAssetResource.assetResources(for: reverted).map(\.type) == [.photo])
            #expect(try #require(reverted.modificationDate) > (try #require(adjusted.modificationDate)))
            #expect(try Told.assets(since: token) == [Told(updated: [photo]), Told(updated: [photo])])
        }

        private func editingInput(_ asset: PHAsset, canHandle: Bool) async -> PHContentEditingInput? {
            let options = PHContentEditingInputRequestOptions()
            options.canHandleAdjustmentData = { recipe in canHandle && recipe.formatIdentifier == "org.example.sepia" }
            return await withCheckedContinuation { continuation in
                asset.requestContentEditingInput(with: options) { input, _ in continuation.resume(returning: input) }
            }
        }

        @Test(arguments: Transport.allCases)
        func `an edit without a recipe or without its file fails and changes nothing`(_ transport: Transport)
            async throws
        {
            let library = try TestLibrary(transport)
            let photo = try asset(try library.add([.small(1)])[0])
            let input = try #require(await editingInput(photo, canHandle: true))
            let output = PHContentEditingOutput(contentEditingInput: input)
            #expect(
                codeThrown { try perform { PHAssetChangeRequest(for: photo).contentEditingOutput = output } }
                    == .changeNotSupported
            )
            output.adjustmentData = PHAdjustmentData(formatIdentifier: "x", formatVersion: "1", data: Data([1]))
            #expect(
                codeThrown { try perform { PHAssetChangeRequest(for: photo).contentEditingOutput = output } }
                    == .missingResource
            )
            try Data([1, 2, 3]).write(to: output.renderedContentURL)
            #expect(
                codeThrown { try perform { PHAssetChangeRequest(for: photo).contentEditingOutput = output } }
                    == .invalidResource
            )
            #expect(try !asset(photo.localIdentifier).hasAdjustments)
        }

        @Test(arguments: Transport.allCases)
        func `what is deleted is gone from fetches and albums and cannot be changed`(_ transport: Transport) throws {
            let library = try TestLibrary(transport)
            let photos = try library.add(4)
            let album = try library.addAlbum("A", photos)
            let gone = PHAsset.fetchAssets(withLocalIdentifiers: [photos[1], photos[3]], options: nil)
            try perform { PHAssetChangeRequest.deleteAssets(gone) }
            #expect(allAssets() == [photos[0], photos[2]])
            #expect(try members(album) == [photos[0], photos[2]])
            #expect(
                codeThrown { try perform { PHAssetChangeRequest(for: gone[0]).isFavorite = true } }
                    == .identifierNotFound
            )
            #expect(
                codeThrown { try perform { PHAssetChangeRequest.deleteAssets([gone[0]] as NSArray) } }
                    == .identifierNotFound
            )
            #expect(PHAssetResource.assetResources(for: gone[0]).isEmpty)
        }

        @Test(arguments: Transport.allCases)
        func `a block that fails in its last step leaves nothing behind`(_ transport: Transport) throws {
            let library = try TestLibrary(transport)
            let photos = try library.add(2)
            let gone = try asset(photos[1])
            try library.change(.deleteAssets([try photos[1].id()]))
            let kept = try asset(photos[0])
            let file = try library.file(.small(8))
            let token = PHPhotoLibrary.shared().currentChangeToken
            let code = codeThrown {
                try perform {
                    let made = PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: file)
                    let album = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "A")
                    album.addAssets([try #require(made?.placeholderForCreatedAsset)] as NSArray)
                    PHAssetChangeRequest(for: kept).isFavorite = true
                    PHAssetChangeRequest(for: gone).isFavorite = true
                }
            }
            #expect(code == .identifierNotFound)
            #expect(allAssets() == [photos[0]])
            #expect(try !asset(photos[0]).isFavorite)
            #expect(PHCollection.fetchTopLevelUserCollections(with: nil).count == 0)
            #expect(try Told.assets(since: token) == [])
            #expect(PHPhotoLibrary.shared().currentChangeToken.isEqual(token))
        }

        @Test(arguments: Transport.allCases)
        func `all three forms of a change tell success and failure`(_ transport: Transport) async throws {
            let library = try TestLibrary(transport)
            let photo = try asset(try library.add(1)[0])
            func handled(_ block: @escaping @Sendable () -> Void) async -> (Bool, (any Error)?) {
                await withCheckedContinuation { continuation in
                    PHPhotoLibrary.shared().performChanges(block) { continuation.resume(returning: ($0, $1)) }
                }
            }
            let good = await handled { PHAssetChangeRequest(for: photo).isFavorite = true }
            #expect(good.0 && good.1 == nil)
            #expect(try asset(photo.localIdentifier).isFavorite)
            try await PHPhotoLibrary.shared().performChanges { PHAssetChangeRequest(for: photo).isFavorite = false }
            #expect(try !asset(photo.localIdentifier).isFavorite)
            try await PHPhotoLibrary.shared().performChanges { PHAssetChangeRequest.deleteAssets([photo] as NSArray) }
            let bad = await handled { PHAssetChangeRequest(for: photo).isFavorite = true }
            #expect(!bad.0)
            #expect((bad.1 as? PHPhotosError)?.code == .identifierNotFound)
            #expect((bad.1 as NSError?)?.domain == PHPhotosErrorDomain)
            await #expect(throws: PHPhotosError.self) {
                try await PHPhotoLibrary.shared().performChanges { PHAssetChangeRequest(for: photo).isFavorite = true }
            }
        }

        @Test func `a block inside a block stops the program`() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let library = try TestLibrary(.inProcess)
                try PHPhotoLibrary.shared().performChangesAndWait {
                    do { try PHPhotoLibrary.shared().performChangesAndWait {} } catch { return }
                }
                withExtendedLifetime(library) {}
            }
            let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
            #expect(text.contains("a change block may not start another"))
        }

        @Test(arguments: Transport.allCases)
        func `a block larger than a frame is done whole`(_ transport: Transport) throws {
            let library = try TestLibrary(transport, rows: ScratchLibrary(assetCount: 45_000).script)
            let all = PHAsset.fetchAssets(with: nil)
            #expect(all.count == 45_000)
            let token = PHPhotoLibrary.shared().currentChangeToken
            let album = try perform {
                let request = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "All")
                request.addAssets(all)
                return request.placeholderForCreatedAssetCollection.localIdentifier
            }
            #expect(PHAsset.fetchAssets(in: try collection(album), options: nil).count == 45_000)
            let doomed = all.objects(at: IndexSet(0..<20_000))
            try perform { PHAssetChangeRequest.deleteAssets(doomed as NSArray) }
            #expect(PHAsset.fetchAssets(with: nil).count == 25_000)
            let members = PHAsset.fetchAssets(in: try collection(album), options: nil)
            #expect(members.count == 25_000)
            #expect(members[0] == all[20_000])
            #expect(members[24_999] == all[44_999])
            let told = try Told.assets(since: token)
            #expect(told.map(\.deleted.count) == [0, 20_000])
            #expect(told[1].deleted == Set(doomed.map(\.localIdentifier)))
            withExtendedLifetime(library) {}
        }

        @Test(arguments: Transport.allCases)
        func `a block that is asked for twice under one key is done once`(_ transport: Transport) throws {
            let library = try TestLibrary(transport)
            let photo = try library.add(1)[0]
            let id = try #require(try library.app.mintIdentifiers(1).first)
            let block = ChangeBlock(operations: [
                .createCollection(.assetCollection, id, title: "Once", parent: nil),
                .insertMembers(.album(id), [LocalIdentifier(.asset, try photo.id())], at: nil),
            ])
            let first = try library.app.perform(block)
            try library.change(.renameCollection(.assetCollection, id, title: "Renamed"))
            try library.restart()
            let second = try library.app.perform(block)
            #expect(first == second)
            let albums = PHAssetCollection.fetchAssetCollections(with: .album, subtype: .any, options: nil)
            #expect(albums.count == 1)
            #expect(albums.firstObject?.localizedTitle == "Renamed")
            // Another app's key of the same value is another key: there, the identifier is not its own.
            #expect(throws: LibraryError.self) { try library.owner.perform(block) }
        }
    }
}

/// What a handler was handed, collected.
private final class Received: Sendable {
    private let bytes = Mutex(Data())
    var data: Data { bytes.withLock { $0 } }
    func append(_ more: Data) { bytes.withLock { $0.append(more) } }
}
