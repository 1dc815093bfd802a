import LibraryModel
import Photos
import SamplePhotos
import Synchronization
import Testing

extension PhotosLibraryTests {
    @Suite struct PhotoFileTests {
        private struct Answer: Sendable {
            var data: Data?
            var type: String?
            var orientation: CGImagePropertyOrientation
            var error: PHPhotosError.Code?
        }

        private func bytes(_ asset: PHAsset, _ version: PHImageRequestOptionsVersion) throws -> Answer {
            let options = PHImageRequestOptions()
            options.isSynchronous = true
            options.version = version
            let answer = Mutex<Answer?>(nil)
            PHImageManager.default().requestImageDataAndOrientation(for: asset, options: options) {
                data,
                type,
                orientation,
                info in
                let error = (info?[PHImageErrorKey] as? PHPhotosError)?.code
                answer.withLock { $0 = Answer(data: data, type: type, orientation: orientation, error: error) }
            }
            return try #require(answer.withLock { $0 })
        }

        private func picture(_ asset: PHAsset, _ version: PHImageRequestOptionsVersion) throws -> PhotoImage? {
            let options = PHImageRequestOptions()
            options.isSynchronous = true
            options.version = version
            let answer = Mutex<PhotoImage?>(nil)
            PHImageManager.default().requestImage(
                for: asset,
                targetSize: CGSize(width: 100, height: 100),
                contentMode: .aspectFit,
                options: options
            ) { image, _ in answer.withLock { $0 = image } }
            return answer.withLock { $0 }
        }

        private func input(_ asset: PHAsset, takesUp: Bool = false) async throws -> PHContentEditingInput {
            let options = PHContentEditingInputRequestOptions()
            options.canHandleAdjustmentData = { _ in takesUp }
            return try await withCheckedThrowingContinuation { continuation in
                asset.requestContentEditingInput(with: options) { input, info in
                    if let input {
                        continuation.resume(returning: input)
                    } else {
                        let error = info[PHContentEditingInputErrorKey] as? PHPhotosError
                        continuation.resume(throwing: error ?? PHPhotosError(.internalError))
                    }
                }
            }
        }

        /// A photo that is to be turned by 90 degrees clockwise.
        private func turned(_ seed: UInt64) -> SamplePhoto {
            var photo = SamplePhoto.small(seed)
            photo.exif.orientation = 6
            return photo
        }

        @Test(arguments: Transport.allCases)
        func `a photo's bytes come whole, with their type and orientation, before and after an edit`(
            _ transport: Transport
        ) async throws {
            let library = try TestLibrary(transport)
            let identifier = try #require(try library.add([turned(7_001)]).first)
            let file = try Data(contentsOf: try library.file(turned(7_001)))
            let original = try bytes(try asset(identifier), .current)
            #expect(original.data == file)
            #expect(original.type == "public.jpeg")
            #expect(original.orientation == .right)

            let before = try asset(identifier)
            let input = try await input(before)
            #expect(input.fullSizeImageOrientation == 6)
            #expect(input.uniformTypeIdentifier == "public.jpeg")
            #expect(input.contentType == .jpeg)
            #expect(input.displaySizeImage?.size == CGSize(width: 32, height: 48))
            #expect(input.livePhoto == nil)

            let output = PHContentEditingOutput(contentEditingInput: input)
            output.adjustmentData = PHAdjustmentData(formatIdentifier: "test", formatVersion: "1", data: Data([1]))
            let rendered = try Data(contentsOf: try library.file(.small(7_002)))
            try rendered.write(to: output.renderedContentURL)
            try perform { PHAssetChangeRequest(for: before).contentEditingOutput = output }

            let after = try asset(identifier)
            #expect(after.adjustmentsState == .userAdjusted)
            #expect(after.adjustmentFormatIdentifier == "test")
            #expect(try bytes(after, .current).data == rendered)
            #expect(try bytes(after, .current).orientation == .up)
            #expect(try bytes(after, .unadjusted).data == file)
            #expect(try bytes(after, .original).data == file)
            let takenUp = try await self.input(after, takesUp: true)
            #expect(takenUp.adjustmentData?.formatIdentifier == "test")
            #expect(takenUp.fullSizeImageOrientation == 6)
            #expect(takenUp.displaySizeImage?.size == CGSize(width: 32, height: 48))
            #expect(try await self.input(after).displaySizeImage?.size == CGSize(width: 48, height: 32))
            // Upright, the one is 32 x 48 pixels and the other 48 x 32.
            #expect(try picture(after, .current)?.size == CGSize(width: 48, height: 32))
            #expect(try picture(after, .unadjusted)?.size == CGSize(width: 32, height: 48))
            #expect(try picture(after, .original)?.size == CGSize(width: 32, height: 48))
        }

        @Test func `an asset tells its file's name, type and size, also by key`() throws {
            let library = try TestLibrary(.inProcess)
            let identifier = try #require(try library.add([.small(7_003)]).first)
            let photo = try asset(identifier)
            #expect(photo.contentType == .jpeg)
            #expect(photo.extendedMetadata.originalFilename == "7003.jpg")
            #expect(photo.value(forKey: "filename") as? String == "7003.jpg")
            #expect(photo.value(forKey: "pixelWidth") as? Int == 48)
            #expect(photo.value(forKey: "nothing") == nil)
            #expect(photo.adjustmentFormatIdentifier == nil)
            let resource = try #require(PHAssetResource.assetResources(for: photo).first)
            let size = try Data(contentsOf: try library.file(.small(7_003))).count
            // Whatever type of number an app takes it for.
            #expect(resource.value(forKey: "fileSize") as? Int == size)
            #expect(resource.value(forKey: "fileSize") as? Int64 == Int64(size))
            #expect(resource.value(forKey: "fileSize") as? UInt64 == UInt64(size))
            #expect(resource.value(forKey: "fileSize") as? Double == Double(size))
            #expect((resource.value(forKey: "fileSize") as? NSNumber)?.int64Value == Int64(size))
            #expect(resource.value(forKey: "locallyAvailable") as? Bool == true)
            #expect(photo.value(forKey: "pixelWidth") as? UInt == 48)
            #expect(photo.value(forKey: "favorite") as? Bool == false)
            #expect(resource.contentType == .jpeg)
        }

        @Test func `a photo without a movie is no Live Photo`() async throws {
            let library = try TestLibrary(.inProcess)
            let photo = try asset(try #require(try library.add(1).first))
            let code = await withCheckedContinuation { continuation in
                PHImageManager.default().requestLivePhoto(
                    for: photo,
                    targetSize: PHImageManagerMaximumSize,
                    contentMode: .aspectFit,
                    options: nil
                ) { livePhoto, info in
                    #expect(livePhoto == nil)
                    continuation.resume(returning: (info?[PHImageErrorKey] as? PHPhotosError)?.code)
                }
            }
            #expect(code == .requestNotSupportedForAsset)
        }

        @Test func `cached pictures are there without the library, until they are stopped`() throws {
            let library = try TestLibrary(.inProcess)
            let photos = try library.add(2).map { try asset($0) }
            let manager = PHCachingImageManager()
            let size = CGSize(width: 24, height: 24)
            func picture(_ asset: PHAsset) throws -> PhotoImage? {
                let options = PHImageRequestOptions()
                options.isSynchronous = true
                let answer = Mutex<PhotoImage?>(nil)
                manager.requestImage(for: asset, targetSize: size, contentMode: .aspectFit, options: options) {
                    image,
                    _ in
                    answer.withLock { $0 = image }
                }
                return answer.withLock { $0 }
            }
            manager.startCachingImages(for: [photos[0]], targetSize: size, contentMode: .aspectFit, options: nil)
            // A request for what is wanted keeps its picture too, so that nobody waits for the background here.
            for photo in photos { #expect(try picture(photo) != nil) }
            try library.stop()
            #expect(try picture(photos[0]) != nil)
            #expect(try picture(photos[1]) == nil)
            manager.stopCachingImages(for: [photos[0]], targetSize: size, contentMode: .aspectFit, options: nil)
            #expect(try picture(photos[0]) == nil)
        }

        @Test func `a transient album is fetched in like any album`() throws {
            let library = try TestLibrary(.inProcess)
            let photos = try library.add(3)
            let assets = try photos.map { try asset($0) }
            let album = PHAssetCollection.transientAssetCollection(with: assets.reversed(), title: "Three")
            #expect(PHAsset.fetchAssets(in: album, options: nil).identifiers == photos.reversed())
            try perform { PHAssetChangeRequest(for: assets[1]).isHidden = true }
            #expect(PHAsset.fetchAssets(in: album, options: nil).identifiers == [photos[2], photos[0]])
            #expect(PHAsset.fetchAssets(in: album, options: options(hidden: true)).count == 3)
            let newest = options(NSPredicate(format: "isFavorite == NO"), limit: 1)
            #expect(PHAsset.fetchAssets(in: album, options: newest).identifiers == [photos[2]])
            let copy = PHAssetCollection.transientAssetCollection(
                withAssetFetchResult: PHAsset.fetchAssets(in: album, options: nil),
                title: nil
            )
            #expect(copy.estimatedAssetCount == 2)
        }
    }
}
