import LibraryModel
import Testing

@testable import PhotosUI

/// In which representations an asset's files are offered.
@Suite struct PickedRepresentationTests {
    private func file(_ kind: ResourceKind, _ name: String, _ type: String) -> ResourceInfo {
        ResourceInfo(
            kind: kind,
            filename: name,
            contentType: type,
            size: 10,
            pixelWidth: 4,
            pixelHeight: 3,
            digest: []
        )
    }

    private func types(
        _ files: [ResourceInfo],
        _ mode: PHPickerConfiguration.AssetRepresentationMode = .automatic
    ) -> [String] {
        PickedRepresentation.all(of: files, mode).map(\.typeIdentifier)
    }

    @Test(arguments: ["image/jpeg", "image/png", "image/gif"])
    func `JPEG, PNG and GIF files are never converted`(_ type: String) throws {
        let photo = file(.photo, "a", type)
        let expected = try #require(UTType(mimeType: type)).identifier
        #expect(types([photo]) == [expected])
        #expect(types([photo], .compatible) == [expected])
    }

    @Test func `a HEIC file is offered unchanged and as JPEG, in the order that the app prefers`() {
        let photo = file(.photo, "IMG_1.HEIC", "image/heic")
        #expect(types([photo]) == ["public.heic", "public.jpeg"])
        #expect(types([photo], .current) == ["public.heic", "public.jpeg"])
        #expect(types([photo], .compatible) == ["public.jpeg", "public.heic"])
        #expect(PickedRepresentation.all(of: [photo], .compatible).first == .jpeg(photo, filename: "IMG_1.jpeg"))
    }

    @Test func `an edited photo is offered with its edit, under the original's name`() {
        let files = [
            file(.photo, "IMG_1.HEIC", "image/heic"), file(.fullSizePhoto, "FullSizeRender.jpg", "image/jpeg"),
            file(.adjustmentData, "Adjustments.plist", "application/x-plist"),
        ]
        let representations = PickedRepresentation.all(of: files, .automatic)
        #expect(representations == [.file(files[1], type: "public.jpeg", filename: "IMG_1.jpeg")])
        #expect(PickedRepresentation.name(of: files) == "IMG_1")
    }

    @Test func `the RAW beside a JPEG comes last`() {
        let files = [file(.photo, "IMG_1.JPG", "image/jpeg"), file(.alternatePhoto, "IMG_1.CR2", "image/x-canon-cr2")]
        #expect(types(files) == ["public.jpeg", "com.canon.cr2-raw-image"])
        #expect(types(files, .compatible) == ["public.jpeg", "com.canon.cr2-raw-image"])
        let raw = file(.photo, "IMG_2.NEF", "image/x-nikon-nef")
        #expect(types([raw], .compatible) == ["public.jpeg", "com.nikon.raw-image"])
    }

    @Test func `a Live Photo is first offered as one, with its edit`() {
        let pair = [file(.photo, "IMG_1.HEIC", "image/heic"), file(.pairedVideo, "IMG_1.MOV", "video/quicktime")]
        #expect(types(pair) == ["com.apple.live-photo", "public.heic", "public.jpeg"])
        #expect(
            PickedRepresentation.all(of: pair, .automatic).first == .livePhoto(pair[0], pair[1], filename: "IMG_1.pvt")
        )
        let edited = pair + [file(.fullSizePhoto, "x.jpg", "image/jpeg"), file(.fullSizeVideo, "x.mov", "video/mp4")]
        #expect(
            PickedRepresentation.all(of: edited, .automatic).first
                == .livePhoto(edited[2], pair[1], filename: "IMG_1.pvt")
        )
    }

    @Test func `movies are never converted`() {
        let movie = file(.video, "a.mkv", "video/x-matroska")
        #expect(types([movie], .compatible) == ["org.matroska.mkv"])
        let edited = [movie, file(.fullSizeVideo, "b.mov", "video/quicktime")]
        #expect(
            PickedRepresentation.all(of: edited, .compatible)
                == [.file(edited[1], type: "com.apple.quicktime-movie", filename: "a.mov")]
        )
    }

    @Test func `an unknown type is offered as its kind`() {
        #expect(types([file(.photo, "a.xyz", "image/x-xyz")]) == ["public.image", "public.jpeg"])
        #expect(types([file(.video, "a.xyz", "video/x-xyz")]) == ["public.movie"])
        #expect(types([file(.audio, "a.xyz", "audio/x-xyz")]) == ["public.audio"])
    }

    @Test func `without files there are no representations`() {
        #expect(types([]) == [])
        #expect(PickedRepresentation.name(of: []) == nil)
        #expect(PickedRepresentation.name(of: [file(.photo, "", "image/jpeg")]) == nil)
    }
}
