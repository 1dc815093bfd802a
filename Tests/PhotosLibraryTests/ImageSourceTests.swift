import ImageIO
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import Photos
import SamplePhotos
import Testing

extension PhotosLibraryTests {
    /// `CGImageSource` and `CGImageDestination`.
    @Suite struct ImageSourceTests {
        /// 48 x 32 pixels as stored, which are shown turned.
        private static let photo: SamplePhoto = {
            var photo = SamplePhoto(
                size: PixelSize(width: 48, height: 32),
                seed: 5,
                date: 1_700_000_000_250_000,
                utcOffset: -12_600,
                location: Coordinate(latitude: -33.5, longitude: 18.25, altitude: 12),
                make: "Maker",
                model: "Model 1"
            )
            photo.exif.orientation = 6
            photo.exif.caption = "A hill"
            photo.exif.settings.exposureTime = 1.0 / 250
            photo.exif.settings.aperture = 2.8
            photo.exif.settings.isoSpeed = 400
            photo.exif.settings.focalLength = 35
            photo.exif.settings.exposureBias = -0.33
            photo.exif.settings.flashFired = true
            photo.exif.settings.lensModel = "Lens 2"
            return photo
        }()

        private func source(_ bytes: [UInt8]) throws -> CGImageSource {
            try #require(CGImageSourceCreateWithData(Data(bytes) as CFData, nil))
        }

        private func properties(_ source: CGImageSource) throws -> [String: Any] {
            try #require(CGImageSourceCopyPropertiesAtIndex(source, 0, nil) as? [String: Any])
        }

        private func inner(_ properties: [String: Any], _ key: CFString) -> [String: Any] {
            properties[key as String] as? [String: Any] ?? [:]
        }

        private func lines(_ properties: [String: Any]) -> [String] {
            properties.map { "\($0.key): \($0.value)" }.sorted()
        }

        /// The file of a picture that was made by a destination.
        private func file(_ type: UTType, _ add: (CGImageDestination) -> Void) throws -> [UInt8] {
            let data = NSMutableData()
            let destination = try #require(
                CGImageDestinationCreateWithData(data as CFMutableData, type.identifier as CFString, 1, nil)
            )
            add(destination)
            #expect(CGImageDestinationFinalize(destination))
            return [UInt8](data as Data)
        }

        @Test(arguments: Transport.allCases)
        func `a source tells what a picture's file says of itself`(_ transport: Transport) throws {
            let library = try TestLibrary(transport)
            let bytes = try Self.photo.encoded()
            let source = try source(bytes)
            #expect(CGImageSourceGetType(source) == "public.jpeg")
            #expect(CGImageSourceGetCount(source) == 1 && CGImageSourceGetStatus(source) == .statusComplete)
            let whole = CGImageSourceCopyProperties(source, nil)
            #expect(whole?[kCGImagePropertyFileSize] as? Int == bytes.count)
            let properties = try properties(source)
            #expect(properties[kCGImagePropertyPixelWidth as String] as? Int == 48)
            #expect(properties[kCGImagePropertyPixelHeight as String] as? Int == 32)
            #expect(properties[kCGImagePropertyOrientation as String] as? UInt32 == 6)
            let exif = inner(properties, kCGImagePropertyExifDictionary)
            #expect(exif[kCGImagePropertyExifDateTimeOriginal as String] as? String == "2023:11:14 18:43:20")
            #expect(exif[kCGImagePropertyExifOffsetTimeOriginal as String] as? String == "-03:30")
            #expect(exif[kCGImagePropertyExifSubsecTimeOriginal as String] as? String == "250000")
            #expect(exif[kCGImagePropertyExifExposureTime as String] as? Double == 1.0 / 250)
            #expect(exif[kCGImagePropertyExifFNumber as String] as? Double == 2.8)
            #expect(exif[kCGImagePropertyExifISOSpeedRatings as String] as? [Int] == [400])
            #expect(exif[kCGImagePropertyExifFocalLength as String] as? Double == 35)
            #expect(exif[kCGImagePropertyExifExposureBiasValue as String] as? Double == -0.33)
            #expect(exif[kCGImagePropertyExifFlash as String] as? Int == 1)
            #expect(exif[kCGImagePropertyExifLensModel as String] as? String == "Lens 2")
            let tiff = inner(properties, kCGImagePropertyTIFFDictionary)
            #expect(tiff[kCGImagePropertyTIFFMake as String] as? String == "Maker")
            #expect(tiff[kCGImagePropertyTIFFModel as String] as? String == "Model 1")
            #expect(tiff[kCGImagePropertyTIFFImageDescription as String] as? String == "A hill")
            let gps = inner(properties, kCGImagePropertyGPSDictionary)
            #expect(gps[kCGImagePropertyGPSLatitude as String] as? Double == 33.5)
            #expect(gps[kCGImagePropertyGPSLatitudeRef as String] as? String == "S")
            #expect(gps[kCGImagePropertyGPSLongitude as String] as? Double == 18.25)
            #expect(gps[kCGImagePropertyGPSLongitudeRef as String] as? String == "E")
            #expect(gps[kCGImagePropertyGPSAltitude as String] as? Double == 12)
            #expect(CGImageSourceCopyPropertiesAtIndex(source, 1, nil) == nil)
            withExtendedLifetime(library) {}
        }

        @Test func `pictures come as they are stored, and thumbnails upright where that is wanted`() throws {
            let library = try TestLibrary(.inProcess)
            let bytes = try Self.photo.encoded()
            let source = try source(bytes)
            let whole = try #require(CGImageSourceCreateImageAtIndex(source, 0, nil))
            #expect(whole.width == 48 && whole.height == 32)
            let shown = try PhotoImage(decoding: Data(bytes))
            #expect(shown.width == 32 && shown.height == 48)
            #expect(UIImage(cgImage: whole, scale: 1, orientation: .right).rgba == shown.rgba)
            #expect(UIImage(cgImage: whole).rgba == whole.pixels.rgba)
            let options: [CFString: Any] = [
                kCGImageSourceCreateThumbnailFromImageAlways: true, kCGImageSourceThumbnailMaxPixelSize: 24,
            ]
            let stored = try #require(CGImageSourceCreateThumbnailAtIndex(source, 0, options as CFDictionary))
            #expect(stored.width == 24 && stored.height == 16)
            let turning =
                [
                    kCGImageSourceThumbnailMaxPixelSize: 24, kCGImageSourceCreateThumbnailWithTransform: true,
                ] as CFDictionary
            let upright = try #require(CGImageSourceCreateThumbnailAtIndex(source, 0, turning))
            #expect(upright.width == 16 && upright.height == 24)
            let part = try #require(whole.cropping(to: CGRect(x: 40, y: 30, width: 100, height: 100)))
            #expect(part.width == 8 && part.height == 2)
            #expect(whole.cropping(to: CGRect(x: 50, y: 0, width: 4, height: 4)) == nil)
            withExtendedLifetime(library) {}
        }

        @Test(arguments: [UTType.jpeg, .png])
        func `a destination writes what a source reads`(_ type: UTType) throws {
            let library = try TestLibrary(.inProcess)
            let source = try source(try Self.photo.encoded())
            let copy = try self.source(try file(type) { CGImageDestinationAddImageFromSource($0, source, 0, nil) })
            #expect(CGImageSourceGetType(copy) as String? == type.identifier)
            let (before, after) = (try properties(source), try properties(copy))
            #expect(after[kCGImagePropertyOrientation] as? Int == 6)
            for key in [kCGImagePropertyExifDictionary, kCGImagePropertyTIFFDictionary, kCGImagePropertyGPSDictionary] {
                #expect(lines(inner(after, key)) == lines(inner(before, key)), "\(key)")
            }
            withExtendedLifetime(library) {}
        }

        @Test func `properties that are given count before the source's, and null takes one away`() throws {
            let library = try TestLibrary(.inProcess)
            let source = try source(try Self.photo.encoded())
            let given: [CFString: Any] = [
                kCGImageDestinationLossyCompressionQuality: 0.5, kCGImagePropertyOrientation: 1,
                kCGImagePropertyGPSDictionary: kCFNull!,
                kCGImagePropertyTIFFDictionary: [kCGImagePropertyTIFFMake: "Other"],
            ]
            let bytes = try file(.jpeg) { CGImageDestinationAddImageFromSource($0, source, 0, given as CFDictionary) }
            let after = try properties(try self.source(bytes))
            #expect(after[kCGImagePropertyGPSDictionary] == nil)
            let tiff = inner(after, kCGImagePropertyTIFFDictionary)
            #expect(tiff[kCGImagePropertyTIFFMake] as? String == "Other")
            #expect(tiff[kCGImagePropertyTIFFModel] as? String == "Model 1")
            #expect(after[kCGImagePropertyOrientation] as? Int == 1)
            withExtendedLifetime(library) {}
        }

        @Test func `an app's picture is written to a file, once, as one of two types`() throws {
            let library = try TestLibrary(.inProcess)
            let image = try #require(UIImage(width: 2, height: 1, rgba: [9, 8, 7, 255, 1, 2, 3, 255])?.cgImage)
            let url = URL(fileURLWithPath: library.folder.file("made.png").text)
            let destination = try #require(CGImageDestinationCreateWithURL(url as CFURL, "public.png", 1, nil))
            #expect(!CGImageDestinationFinalize(destination))
            CGImageDestinationAddImage(destination, image, nil)
            #expect(CGImageDestinationFinalize(destination))
            #expect(!CGImageDestinationFinalize(destination))
            let source = try #require(CGImageSourceCreateWithURL(url as CFURL, nil))
            #expect(CGImageSourceCreateImageAtIndex(source, 0, nil) == image)
            #expect(CGImageDestinationCreateWithData(NSMutableData(), "public.heic", 1, nil) == nil)
            #expect(CGImageDestinationCreateWithData(NSMutableData(), "public.jpeg", 2, nil) == nil)
            let nowhere = URL(fileURLWithPath: "/nowhere/made.png")
            let lost = try #require(CGImageDestinationCreateWithURL(nowhere, "public.png", 1, nil))
            CGImageDestinationAddImage(lost, image, nil)
            #expect(!CGImageDestinationFinalize(lost))
            #expect(CGImageSourceCreateWithURL(nowhere, nil) == nil)
        }

        @Test func `texts, numbers and places that no file takes are cut or left out`() throws {
            let library = try TestLibrary(.inProcess)
            let image = try #require(UIImage(width: 1, height: 1, rgba: [9, 8, 7, 255])?.cgImage)
            let long = String(repeating: "é", count: 200_000)
            let given: [CFString: Any] = [
                kCGImagePropertyOrientation: 9, kCGImageDestinationLossyCompressionQuality: Double.infinity,
                kCGImagePropertyTIFFDictionary: [
                    kCGImagePropertyTIFFMake: long, kCGImagePropertyTIFFModel: long,
                    kCGImagePropertyTIFFImageDescription: long, kCGImagePropertyTIFFDateTime: long,
                ],
                kCGImagePropertyExifDictionary: [
                    kCGImagePropertyExifDateTimeOriginal: long, kCGImagePropertyExifUserComment: long,
                    kCGImagePropertyExifExposureTime: -1.0, kCGImagePropertyExifFNumber: Double.nan,
                    kCGImagePropertyExifISOSpeedRatings: [-5], kCGImagePropertyExifFocalLength: 1e300,
                ] as [String: Any],
                kCGImagePropertyGPSDictionary: [
                    kCGImagePropertyGPSLatitude: 91.0, kCGImagePropertyGPSLongitude: 1e9,
                    kCGImagePropertyGPSAltitude: 1e30,
                ],
            ]
            let bytes = try file(.jpeg) { CGImageDestinationAddImage($0, image, given as CFDictionary) }
            let after = try properties(try source(bytes))
            #expect(after[kCGImagePropertyOrientation] as? Int == 1)
            #expect(after[kCGImagePropertyGPSDictionary] == nil)
            let exif = inner(after, kCGImagePropertyExifDictionary)
            #expect(exif[kCGImagePropertyExifExposureTime] == nil && exif[kCGImagePropertyExifFNumber] == nil)
            #expect(!inner(after, kCGImagePropertyTIFFDictionary).isEmpty)
            withExtendedLifetime(library) {}
        }

        @Test func `what is no picture has nothing, and neither has anything without access`() throws {
            let library = try TestLibrary(.inProcess)
            let frames = Array(repeating: [UInt8](try library.bytes(of: .small(4))), count: 3)
            let movie = MovieFixture(frames: frames, width: 48, height: 32).bytes
            for bytes in [Array("no picture".utf8), movie] {
                let source = try source(bytes)
                #expect(CGImageSourceGetType(source) == nil && CGImageSourceGetCount(source) == 0)
                #expect(CGImageSourceGetStatus(source) == .statusInvalidData)
                #expect(CGImageSourceCopyPropertiesAtIndex(source, 0, nil) == nil)
                #expect(CGImageSourceCreateImageAtIndex(source, 0, nil) == nil)
                #expect(CGImageSourceCreateThumbnailAtIndex(source, 0, nil) == nil)
            }
            #expect(CGImageSourceCreateWithData(Data(), nil) == nil)
            try library.decide(.denied)
            let photo = try source(try Self.photo.encoded())
            #expect(CGImageSourceCopyPropertiesAtIndex(photo, 0, nil) == nil)
            // Once there is access, the same source has them.
            try library.decide(.authorized, .addOnly)
            #expect(CGImageSourceCopyPropertiesAtIndex(photo, 0, nil) != nil)
        }
    }
}
