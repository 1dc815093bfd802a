import LibraryClient
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import Photos
import SamplePhotos
import Testing

extension PhotosLibraryTests {
    @Suite struct BadInputTests {
        private func code(adding url: URL, as type: PHAssetResourceType = .photo) -> PHPhotosError.Code? {
            codeThrown {
                try perform { PHAssetCreationRequest.forAsset().addResource(with: type, fileURL: url, options: nil) }
            }
        }

        private func written(_ bytes: [UInt8], _ name: String, _ library: TestLibrary) throws -> URL {
            URL(fileURLWithPath: try library.folder.write(bytes, to: name).text)
        }

        @Test(arguments: Transport.allCases)
        func `a file that is no photo is refused, and nothing is left of it`(_ transport: Transport) throws {
            let library = try TestLibrary(transport)
            let photo = try SamplePhoto.small(1).encoded()
            let token = PHPhotoLibrary.shared().currentChangeToken
            for (name, bytes) in [
                ("empty.jpg", []), ("text.jpg", Array("not a photo\n".utf8)), ("half.jpg", Array(photo.prefix(20))),
                ("zeros.jpg", [UInt8](repeating: 0, count: 5_000)),
                ("noise.png", (0..<999).map { UInt8($0 * 7 % 251) }),
                ("header.jpg", Array(photo.prefix(4))),
            ] {
                #expect(code(adding: try written(bytes, name, library)) == .invalidResource, "\(name)")
            }
            // A photo is no movie.
            #expect(code(adding: try written(photo, "photo.mov", library), as: .video) == .invalidResource)
            #expect(code(adding: URL(fileURLWithPath: library.folder.path.text)) == .invalidResource)
            #expect(code(adding: URL(fileURLWithPath: "/dev/null")) == .invalidResource)
            let missing = URL(fileURLWithPath: library.folder.file("missing.jpg").text)
            #expect(code(adding: missing) == .missingResource)
            #expect(allAssets() == [])
            #expect(PHPhotoLibrary.shared().currentChangeToken.isEqual(token))
            #expect(try library.owner.statistics().originalBytes == 0)
            // The next good one goes in, also under a name of another format.
            #expect(code(adding: try written(photo, "photo.png", library)) == nil)
            let made = try #require(PHAsset.fetchAssets(with: nil).firstObject)
            #expect(PHAssetResource.assetResources(for: made).map(\.uniformTypeIdentifier) == ["public.jpeg"])
        }

        @Test(arguments: Transport.allCases)
        func `a pipe that nobody writes to holds nothing up`(_ transport: Transport) throws {
            let library = try TestLibrary(transport)
            let pipe = library.folder.file("pipe.jpg").text
            let made = try RunningProgram(path: "/usr/bin/mkfifo", [FilePath(pipe)]).finish()
            #expect(made.status == .exited(0))
            #expect(code(adding: URL(fileURLWithPath: pipe)) == .invalidResource)
            #expect(allAssets() == [])
        }

        @Test(arguments: Transport.allCases)
        func `resources that do not go together are refused`(_ transport: Transport) throws {
            let library = try TestLibrary(transport)
            let (one, two) = (
                Data(try SamplePhoto.small(1).encoded()), Data(try SamplePhoto.small(2).encoded())
            )
            func code(_ types: [PHAssetResourceType]) -> PHPhotosError.Code? {
                codeThrown {
                    try perform {
                        let request = PHAssetCreationRequest.forAsset()
                        for (type, data) in zip(types, [one, two]) {
                            request.addResource(with: type, data: data, options: nil)
                        }
                    }
                }
            }
            #expect(code([]) == .missingResource)
            #expect(code([.photo, .photo]) == .invalidResource)
            #expect(code([.alternatePhoto]) == .invalidResource)
            #expect(code([.photo, .pairedVideo]) == .invalidResource)
            #expect(code([.photo, .adjustmentData]) == .invalidResource)
            #expect(allAssets() == [])
            // Two pictures of one moment are one asset.
            #expect(code([.photo, .alternatePhoto]) == nil)
            let made = try #require(PHAsset.fetchAssets(with: nil).firstObject)
            #expect(PHAssetResource.assetResources(for: made).map(\.type) == [.photo, .alternatePhoto])
            withExtendedLifetime(library) {}
        }

        @Test(arguments: Transport.allCases)
        func `values that make no sense are refused`(_ transport: Transport) throws {
            let library = try TestLibrary(transport)
            let photo = try asset(try library.add(1)[0])
            for (latitude, longitude) in [(91.0, 0.0), (0, 181), (.nan, 0), (.infinity, 0)] {
                let refused = codeThrown {
                    try perform {
                        PHAssetChangeRequest(for: photo).location =
                            CLLocation(latitude: latitude, longitude: longitude)
                    }
                }
                #expect(refused == .changeNotSupported, "\(latitude) \(longitude)")
            }
            #expect(try asset(photo.localIdentifier).location == nil)
            let title = String(repeating: "x", count: 5_000)
            let long = codeThrown {
                try perform { _ = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: title) }
            }
            #expect(long == .limitExceeded)
            for date in [Date.distantPast, Date.distantFuture] {
                try perform { PHAssetChangeRequest(for: photo).creationDate = date }
                #expect(try asset(photo.localIdentifier).creationDate == date)
            }
            let recipe = PHAdjustmentData(
                formatIdentifier: "x",
                formatVersion: "1",
                data: Data(count: Adjustment.maximumDataSize + 1)
            )
            let output = PHContentEditingOutput(placeholderForCreatedAsset: PHObjectPlaceholder())
            output.adjustmentData = recipe
            let large = codeThrown { try perform { PHAssetChangeRequest(for: photo).contentEditingOutput = output } }
            #expect(large == .limitExceeded)
        }

        @Test(arguments: Transport.allCases)
        func `a title is kept as it was written`(_ transport: Transport) throws {
            let library = try TestLibrary(transport)
            for title in [
                "", "  ", "a\nb", "Été 🏔️", "'; DROP TABLE asset; --", "e\u{301}", String(repeating: "ü", count: 2_048),
            ] {
                let made = try perform {
                    PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: title)
                        .placeholderForCreatedAssetCollection.localIdentifier
                }
                let kept = try #require(try collection(made).localizedTitle)
                #expect(Array(kept.utf8) == Array(title.utf8))
                let found = PHAssetCollection.fetchAssetCollections(
                    with: .album,
                    subtype: .any,
                    options: options(NSPredicate(format: "title == %@", title))
                )
                #expect(found.identifiers == [made], "\(title.prefix(20))")
            }
            withExtendedLifetime(library) {}
        }

        @Test(arguments: Transport.allCases)
        func `a block has as many steps as allowed and not one more`(_ transport: Transport) throws {
            let library = try TestLibrary(transport)
            let photo = try library.add(1)[0]
            let id = try photo.id()
            var update = AssetUpdate()
            update.rating = 3
            var operations = [ChangeOperation](
                repeating: .updateAsset(id, update),
                count: ChangeBlock.maximumOperations
            )
            _ = try library.app.perform(ChangeBlock(operations: operations))
            #expect(try asset(photo).rating == .three)
            update.rating = 5
            operations[0] = .updateAsset(id, update)
            operations.append(.updateAsset(id, update))
            do {
                _ = try library.app.perform(ChangeBlock(operations: operations))
                Issue.record("a block that is too long went through")
            } catch {
                #expect(error.code == .limitExceeded)
            }
            #expect(try asset(photo).rating == .three)
        }

        @Test(arguments: Transport.allCases)
        func `many objects may be made in one block`(_ transport: Transport) throws {
            let library = try TestLibrary(transport)
            let made = try perform {
                (0..<700).map {
                    PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "\($0)")
                        .placeholderForCreatedAssetCollection.localIdentifier
                }
            }
            #expect(Set(made).count == 700)
            #expect(PHCollection.fetchTopLevelUserCollections(with: nil).identifiers == made)
            #expect(try collection(made[699]).localizedTitle == "699")
            withExtendedLifetime(library) {}
        }

        @Test(arguments: Transport.allCases)
        func `an edit of the same bytes as the original leaves the original when it is reverted`(
            _ transport: Transport
        ) throws {
            let library = try TestLibrary(transport)
            let identifier = try library.add([.small(1)])[0]
            let photo = try asset(identifier)
            let output = PHContentEditingOutput(placeholderForCreatedAsset: PHObjectPlaceholder())
            output.adjustmentData = PHAdjustmentData(formatIdentifier: "x", formatVersion: "1", data: Data())
            try Data(try SamplePhoto.small(1).encoded()).write(to: output.renderedContentURL)
            try perform { PHAssetChangeRequest(for: photo).contentEditingOutput = output }
            #expect(try asset(identifier).hasAdjustments)
            try perform { PHAssetChangeRequest(for: photo).revertAssetContentToOriginal() }
            // A server cleans up when it starts.
            try library.restart()
            try library.restart()
            #expect(PHAssetResource.assetResources(for: try asset(identifier)).map(\.type) == [.photo])
            let verification = try library.owner.verify { _, _ in }
            #expect(verification.problems == [])
            #expect(verification.checked == 1)
            let file = try library.app.openResource(.photo, of: try identifier.id())
            #expect(try file.readToEnd(limit: 1 << 20) == SamplePhoto.small(1).encoded())
        }
    }
}
