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
            PHLivePhoto.pair(in: files(kinds), isOriginal: isOriginal).map(\.kind)
        }
        let edited: [ResourceKind] = [.photo, .pairedVideo, .fullSizePhoto, ResourceKind(.fullSizePairedVideo)]
        #expect(pair([.photo, .pairedVideo], isOriginal: false) == [.photo, .pairedVideo])
        #expect(pair(edited, isOriginal: false) == [.fullSizePhoto, ResourceKind(.fullSizePairedVideo)])
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

    @Test func `one of an app's own files is not there yet, and says so once`() async {
        let code = await withCheckedContinuation { (continuation: CheckedContinuation<PHPhotosError.Code?, Never>) in
            let id = PHLivePhoto.request(
                withResourceFileURLs: [],
                placeholderImage: nil,
                targetSize: .zero,
                contentMode: .aspectFit
            ) { livePhoto, info in
                let code = (info[PHLivePhotoInfoErrorKey] as? PHPhotosError)?.code
                continuation.resume(returning: livePhoto == nil ? code : nil)
            }
            #expect(id != PHLivePhotoRequestIDInvalid)
        }
        #expect(code == .requestNotSupportedForAsset)
    }
}
