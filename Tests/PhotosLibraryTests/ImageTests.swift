import LibraryClient
import LibraryModel
import Photos
import SamplePhotos
import Testing

extension PhotosLibraryTests {
    @Suite struct ImageTests {
        private struct Answer: Sendable {
            var image: PhotoImage?
            var isDegraded: Bool?
            var isInCloud: Bool?
            var isCancelled: Bool?
            var request: PHImageRequestID?
            var error: PHPhotosError.Code?

            init(_ image: PhotoImage?, _ info: [AnyHashable: Any]?) {
                self.image = image
                isDegraded = info?[PHImageResultIsDegradedKey] as? Bool
                isInCloud = info?[PHImageResultIsInCloudKey] as? Bool
                isCancelled = info?[PHImageCancelledKey] as? Bool
                request = info?[PHImageResultRequestIDKey] as? PHImageRequestID
                error = (info?[PHImageErrorKey] as? PHPhotosError)?.code
            }
        }

        /// Asks and waits, on this thread.
        private func request(
            _ asset: PHAsset,
            _ width: Double,
            _ height: Double,
            _ mode: PHImageContentMode = .aspectFit,
            resize: PHImageRequestOptionsResizeMode = .exact,
            crop: CGRect = .zero
        ) throws -> PhotoImage {
            let options = PHImageRequestOptions()
            options.isSynchronous = true
            options.resizeMode = resize
            options.normalizedCropRect = crop
            let answers = Recorded<Answer>()
            let size = width < 0 ? PHImageManagerMaximumSize : CGSize(width: width, height: height)
            let id = PHImageManager.default().requestImage(
                for: asset,
                targetSize: size,
                contentMode: mode,
                options: options
            ) { answers.append(Answer($0, $1)) }
            // Called once, before the request returned.
            #expect(answers.values.count == 1)
            #expect(id == PHInvalidImageRequestID)
            let answer = try #require(answers.values.first)
            #expect(answer.error == nil && answer.isDegraded == false && answer.isInCloud == false)
            #expect(answer.request == nil && answer.isCancelled == nil)
            return try #require(answer.image)
        }

        /// A photo of 800 x 600: four quarters of one colour each.
        private func quarters() throws -> PhotoImage {
            var pixels: [UInt8] = []
            for y in 0..<600 {
                for x in 0..<800 {
                    switch (x < 400, y < 300) {
                    case (true, true): pixels += [255, 0, 0, 255]
                    case (false, true): pixels += [0, 255, 0, 255]
                    case (true, false): pixels += [0, 0, 255, 255]
                    case (false, false): pixels += [255, 255, 255, 255]
                    }
                }
            }
            return try #require(PhotoImage(width: 800, height: 600, rgba: pixels))
        }

        private func added(_ image: PhotoImage) throws -> PHAsset {
            try asset(
                try perform {
                    let request = PHAssetChangeRequest.creationRequestForAsset(from: image)
                    return try #require(request.placeholderForCreatedAsset).localIdentifier
                }
            )
        }

        /// The colour at a place told as 0 to 1, each channel rounded to 0 or 1.
        private func colour(_ image: PhotoImage, _ x: Double, _ y: Double) -> [Int] {
            let start = (Int(y * Double(image.height)) * image.width + Int(x * Double(image.width))) * 4
            return image.rgba[start..<start + 4].map { Int((Double($0) / 255).rounded()) }
        }

        private let red = [1, 0, 0, 1]
        private let green = [0, 1, 0, 1]
        private let blue = [0, 0, 1, 1]
        private let white = [1, 1, 1, 1]

        @Test(arguments: Transport.allCases)
        func `pixels become a photo and come back as a picture of any size`(_ transport: Transport) throws {
            let library = try TestLibrary(transport)
            let photo = try added(try quarters())
            #expect(photo.pixelWidth == 800 && photo.pixelHeight == 600)
            #expect(PHAssetResource.assetResources(for: photo).map(\.uniformTypeIdentifier) == ["public.jpeg"])
            let fitting = try request(photo, 100, 100)
            #expect(fitting.width == 100 && fitting.height == 75)
            for image in [fitting, try request(photo, 640, 640, resize: .fast), try request(photo, -1, -1)] {
                #expect(colour(image, 0.25, 0.25) == red)
                #expect(colour(image, 0.75, 0.25) == green)
                #expect(colour(image, 0.25, 0.75) == blue)
                #expect(colour(image, 0.75, 0.75) == white)
            }
            let filling = try request(photo, 100, 100, .aspectFill)
            #expect(filling.width == 133 && filling.height == 100)
            let whole = try request(photo, -1, -1)
            #expect(whole.width == 800 && whole.height == 600)
            // As it is stored: close to the size or larger, never larger than the photo.
            let fast = try request(photo, 100, 100, resize: .fast)
            #expect(fast.width >= 100 && fast.width <= 800)
            let huge = try request(photo, 5_000, 5_000, resize: .fast)
            #expect(huge.width == 800 && huge.height == 600)
            // The lower right quarter alone.
            let quarter = try request(photo, 80, 60, crop: CGRect(x: 0.5, y: 0.5, width: 0.5, height: 0.5))
            #expect(quarter.width == 80 && quarter.height == 60)
            #expect(colour(quarter, 0.1, 0.1) == white && colour(quarter, 0.9, 0.9) == white)
            withExtendedLifetime(library) {}
        }

        @Test(arguments: Transport.allCases)
        func `a request answers later on, once, with its number`(_ transport: Transport) async throws {
            let library = try TestLibrary(transport)
            let photo = try added(try quarters())
            let answers = Recorded<Answer>()
            let ids = (0..<6).map { _ in
                PHImageManager.default().requestImage(
                    for: photo,
                    targetSize: CGSize(width: 50, height: 50),
                    contentMode: .aspectFit,
                    options: nil
                ) { answers.append(Answer($0, $1)) }
            }
            #expect(Set(ids).count == 6 && !ids.contains(PHInvalidImageRequestID))
            var answered: Set<PHImageRequestID> = []
            for _ in ids {
                let answer = await answers.next()
                #expect(try #require(answer.image).width >= 50)
                #expect(answer.isDegraded == false && answer.error == nil && answer.isCancelled == nil)
                answered.insert(try #require(answer.request))
            }
            #expect(answered == Set(ids))
            #expect(answers.values.count == 6)
            withExtendedLifetime(library) {}
        }

        @Test(arguments: Transport.allCases)
        func `a large picture comes after a quick one, where the app wants that`(_ transport: Transport) async throws {
            let library = try TestLibrary(transport)
            let photo = try added(try quarters())
            let answers = Recorded<Answer>()
            func ask(_ mode: PHImageRequestOptionsDeliveryMode) {
                let options = PHImageRequestOptions()
                options.deliveryMode = mode
                PHImageManager.default().requestImage(
                    for: photo,
                    targetSize: CGSize(width: 700, height: 700),
                    contentMode: .aspectFit,
                    options: options
                ) { answers.append(Answer($0, $1)) }
            }
            var widths: [Int?] = []
            var degraded: [Bool?] = []
            for (mode, count) in [(.opportunistic, 2), (.fastFormat, 1), (.highQualityFormat, 1)]
                as [(PHImageRequestOptionsDeliveryMode, Int)]
            {
                ask(mode)
                for _ in 0..<count {
                    let answer = await answers.next()
                    widths.append(answer.image?.width)
                    degraded.append(answer.isDegraded)
                    #expect(colour(try #require(answer.image), 0.75, 0.25) == green)
                }
            }
            #expect(widths == [512, 700, 512, 700])
            #expect(degraded == [true, false, false, false])
            #expect(answers.values.count == 4)
            withExtendedLifetime(library) {}
        }

        @Test(arguments: Transport.allCases)
        func `a request that is called off is answered without a picture`(_ transport: Transport) async throws {
            let library = try TestLibrary(transport)
            let photo = try added(try quarters())
            let manager = PHImageManager()
            let answers = Recorded<Answer>()
            let isHeld = DispatchSemaphore(value: 0)
            // Handlers run one after the other: while the first one waits, no other request can have been answered.
            let first = manager.requestImage(
                for: photo,
                targetSize: CGSize(width: 20, height: 20),
                contentMode: .aspectFit,
                options: nil
            ) {
                isHeld.wait()
                answers.append(Answer($0, $1))
            }
            let second = manager.requestImage(
                for: photo,
                targetSize: CGSize(width: 20, height: 20),
                contentMode: .aspectFit,
                options: nil
            ) { answers.append(Answer($0, $1)) }
            manager.cancelImageRequest(second)
            manager.cancelImageRequest(PHInvalidImageRequestID)
            isHeld.signal()
            var byRequest: [PHImageRequestID: Answer] = [:]
            for _ in 0..<2 {
                let answer = await answers.next()
                byRequest[try #require(answer.request)] = answer
            }
            #expect(byRequest[first]?.image != nil && byRequest[first]?.isCancelled == nil)
            #expect(byRequest[second]?.image == nil && byRequest[second]?.isCancelled == true)
            withExtendedLifetime(library) {}
        }

        @Test(arguments: Transport.allCases)
        func `an asset that is gone has no picture, and the info says why`(_ transport: Transport) async throws {
            let library = try TestLibrary(transport)
            let photo = try asset(try library.add(1)[0])
            try perform { PHAssetChangeRequest.deleteAssets([photo] as NSArray) }
            let answers = Recorded<Answer>()
            let size = CGSize(width: 20, height: 20)
            for asset in [photo, PHAsset()] {
                PHImageManager.default().requestImage(
                    for: asset,
                    targetSize: size,
                    contentMode: .aspectFit,
                    options: nil
                ) { answers.append(Answer($0, $1)) }
                let answer = await answers.next()
                #expect(answer.image == nil)
                #expect(answer.error == .identifierNotFound)
                #expect(answer.isDegraded == false && answer.isCancelled == nil)
            }
            withExtendedLifetime(library) {}
        }

        @Test(arguments: Transport.allCases)
        func `an edited photo shows its edit, a reverted one its original`(_ transport: Transport) async throws {
            let library = try TestLibrary(transport)
            let photo = try added(try quarters())
            let input = try #require(
                await withCheckedContinuation { continuation in
                    photo.requestContentEditingInput(with: nil) { input, _ in continuation.resume(returning: input) }
                }
            )
            let output = PHContentEditingOutput(contentEditingInput: input)
            output.adjustmentData = PHAdjustmentData(formatIdentifier: "x", formatVersion: "1", data: Data([1]))
            let green = try #require(
                PhotoImage(width: 64, height: 64, rgba: (0..<64 * 64).flatMap { _ in [0, 255, 0, 255] as [UInt8] })
            )
            try green.jpegData(compressionQuality: 0.9).write(to: output.renderedContentURL)
            try perform { PHAssetChangeRequest(for: photo).contentEditingOutput = output }
            let edited = try asset(photo.localIdentifier)
            let shown = try request(edited, 32, 32)
            #expect(shown.width == 32 && shown.height == 32)
            #expect(colour(shown, 0.25, 0.25) == self.green)
            try perform { PHAssetChangeRequest(for: edited).revertAssetContentToOriginal() }
            #expect(colour(try request(try asset(photo.localIdentifier), 100, 100), 0.25, 0.25) == red)
            withExtendedLifetime(library) {}
        }

        @Test(arguments: Transport.allCases)
        func `a picture goes to JPEG and back nearly unharmed`(_ transport: Transport) throws {
            let library = try TestLibrary(transport)
            let pixels = try SamplePhoto(size: PixelSize(width: 64, height: 48), seed: 5).pixels()
            let image = try #require(PhotoImage(width: 64, height: 48, rgba: pixels.rgba))
            let best = try image.jpegData(compressionQuality: 1)
            let smallest = try image.jpegData(compressionQuality: 0)
            #expect(best.prefix(3) == Data([0xFF, 0xD8, 0xFF]))
            #expect(smallest.count < best.count / 2)
            let made = try perform {
                let request = PHAssetCreationRequest.forAsset()
                request.addResource(with: .photo, data: best, options: nil)
                return try #require(request.placeholderForCreatedAsset).localIdentifier
            }
            let back = try request(try asset(made), -1, -1)
            #expect(back.width == 64 && back.height == 48)
            let distance = zip(back.rgba, image.rgba).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
            #expect(Double(distance) / Double(image.rgba.count) < 4)
            withExtendedLifetime(library) {}
        }

        @Test(arguments: Transport.allCases)
        func `a picture goes to PNG and back unharmed`(_ transport: Transport) throws {
            let library = try TestLibrary(transport)
            // Of more bytes than one block of the format has.
            let pixels = try SamplePhoto(size: PixelSize(width: 160, height: 120), seed: 7).pixels()
            let image = try #require(PhotoImage(width: 160, height: 120, rgba: pixels.rgba))
            let png = try #require(image.pngData())
            #expect(png.count < image.rgba.count)
            #expect(try PhotoImage(decoding: png).rgba == image.rgba)
            let made = try perform {
                let request = PHAssetCreationRequest.forAsset()
                request.addResource(with: .photo, data: png, options: nil)
                return try #require(request.placeholderForCreatedAsset).localIdentifier
            }
            let photo = try asset(made)
            #expect(photo.pixelWidth == 160 && photo.pixelHeight == 120)
            #expect(PHAssetResource.assetResources(for: photo).first?.uniformTypeIdentifier == "public.png")
            let back = try request(photo, -1, -1)
            let distance = zip(back.rgba, image.rgba).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
            // What is shown is a thumbnail, which may have been compressed.
            #expect(Double(distance) / Double(image.rgba.count) < 4)
            withExtendedLifetime(library) {}
        }

        @Test(arguments: Transport.allCases)
        func `a photo that lies on its side is shown upright`(_ transport: Transport) throws {
            let library = try TestLibrary(transport)
            let upright = try quarters()
            // Orientation 6: the stored picture is to be turned to the right.
            var jpeg = [UInt8](try upright.jpegData(compressionQuality: 0.9))
            let exif: [UInt8] =
                Array("Exif\0\0MM\0*".utf8) + [0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]
            jpeg.insert(contentsOf: [0xFF, 0xE1, 0, UInt8(exif.count + 2)] + exif, at: 2)
            let bytes = Data(jpeg)
            let made = try perform {
                let request = PHAssetCreationRequest.forAsset()
                request.addResource(with: .photo, data: bytes, options: nil)
                return try #require(request.placeholderForCreatedAsset).localIdentifier
            }
            let photo = try asset(made)
            #expect(photo.pixelWidth == 600 && photo.pixelHeight == 800)
            for image in [try request(photo, 60, 80), try request(photo, -1, -1)] {
                #expect(image.height > image.width)
                #expect(colour(image, 0.25, 0.25) == blue)
                #expect(colour(image, 0.75, 0.25) == red)
                #expect(colour(image, 0.75, 0.75) == green)
                #expect(colour(image, 0.25, 0.75) == white)
            }
            withExtendedLifetime(library) {}
        }
    }
}
