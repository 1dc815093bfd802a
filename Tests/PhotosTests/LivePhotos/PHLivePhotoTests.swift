import Foundation
import LibraryModel
import Testing

@testable import Photos

@Suite struct PHLivePhotoTests {
    private func files(_ kinds: [ResourceKind]) -> [ResourceInfo] {
        kinds.map { kind in
            ResourceInfo(
                kind: kind,
                filename: "",
                contentType: "image/heic",
                size: 1,
                pixelWidth: 1,
                pixelHeight: 1,
                digest: []
            )
        }
    }

    @Test func `is a photo and a movie, edited where they are`() {
        func pair(_ kinds: [ResourceKind], isOriginal: Bool) -> [ResourceKind] {
            LivePhotoPair(in: files(kinds), isOriginal: isOriginal).map { [$0.photo.kind, $0.movie.kind] } ?? []
        }
        let edited: [ResourceKind] = [.photo, .pairedVideo, .fullSizePhoto, .fullSizePairedVideo]
        #expect(pair([.photo, .pairedVideo], isOriginal: false) == [.photo, .pairedVideo])
        #expect(pair(edited, isOriginal: false) == [.fullSizePhoto, .fullSizePairedVideo])
        #expect(pair(edited, isOriginal: true) == [.photo, .pairedVideo])
        #expect(pair([.photo], isOriginal: false).isEmpty)
        #expect(pair([.pairedVideo], isOriginal: false).isEmpty)
    }

    @Test func `comes back from an archive`() throws {
        let livePhoto = PHLivePhoto(of: .random(), size: CGSize(width: 4_032, height: 3_024), isOriginal: true)
        let archive = try NSKeyedArchiver.archivedData(withRootObject: livePhoto, requiringSecureCoding: true)
        let read = try NSKeyedUnarchiver.unarchivedObject(ofClass: PHLivePhoto.self, from: archive)
        #expect(read == livePhoto)
        #expect(read?.size == CGSize(width: 4_032, height: 3_024))
    }

    /// The codes of failures that a request for files ends with; nil for none.
    private func failure(of urls: [URL]) async -> PHPhotosError.Code? {
        await withCheckedContinuation { continuation in
            let id = PHLivePhoto.request(
                withResourceFileURLs: urls,
                placeholderImage: nil,
                targetSize: .zero,
                contentMode: .aspectFit
            ) { livePhoto, info in
                let code = (info[PHLivePhotoInfoErrorKey] as? PHPhotosError)?.code
                continuation.resume(returning: livePhoto == nil ? code : nil)
            }
            #expect(id != PHLivePhotoRequestIDInvalid)
        }
    }

    @Test func `of an app's files it is one photo and one movie that are there`() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
        let names = ["a.jpg", "b.heic", "a.mov", "a.txt"]
        let urls = names.map { folder.appendingPathComponent($0) }
        for url in urls { try Data([1, 2, 3]).write(to: url) }
        for wrong in [[], [urls[0]], [urls[0], urls[1]], [urls[2], urls[2]], [urls[0], urls[3]], Array(urls[0...2])] {
            #expect(await failure(of: wrong) == .invalidResource)
        }
        let gone = folder.appendingPathComponent("gone.mov")
        #expect(await failure(of: [urls[0], gone]) != nil)
        let files = try LivePhotoFiles([urls[2], urls[0]], size: CGSize(width: 4, height: 3))
        #expect(try files.resources().map(\.kind) == [.photo, .pairedVideo])
        #expect(try files.resources().map(\.filename) == ["a.jpg", "a.mov"])
        #expect(try files.resources().map(\.contentType) == ["image/jpeg", "video/quicktime"])
        #expect(try files.resources().map(\.size) == [3, 3])
    }
}
