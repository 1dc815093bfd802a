import LibraryClient
import LibraryModel
import LinuxSystem
import Photos
import Testing

@testable import PhotosUI

@Suite struct LivePhotoPlaybackTests {
    private typealias Action = LivePhotoPlayback.Action

    @Test func `playback ends once, by its timer or when it is stopped`() {
        var playback = LivePhotoPlayback()
        #expect(playback.start(.full, seconds: 3) == [.began(.full), .wait(seconds: 3, number: 1)])
        #expect(playback.start(.full, seconds: 3) == [])
        #expect(playback.start(.hint, seconds: 3) == [])
        #expect(playback.timeIsUp(1) == [.ended(.full)])
        #expect(playback.timeIsUp(1) == [] && playback.stop() == [])
        #expect(playback.start(.hint, seconds: 3) == [.began(.hint), .wait(seconds: 1, number: 2)])
        #expect(playback.stop() == [.ended(.hint)])
        // The timer of what was stopped ends nothing that came later.
        #expect(playback.start(.full, seconds: 0.5) == [.began(.full), .wait(seconds: 0.5, number: 3)])
        #expect(playback.timeIsUp(2) == [] && playback.style == .full)
        #expect(playback.timeIsUp(3) == [.ended(.full)])
    }

    @Test func `full playback replaces a hint`() {
        var playback = LivePhotoPlayback()
        #expect(playback.start(.hint, seconds: 0.25) == [.began(.hint), .wait(seconds: 0.25, number: 1)])
        let full: [Action] = [.ended(.hint), .began(.full), .wait(seconds: 0.25, number: 2)]
        #expect(playback.start(.full, seconds: 0.25) == full)
    }

    @Test(arguments: [0, -1, .nan, .infinity] as [Double])
    func `playback does not start without a movie of positive duration`(seconds: Double) {
        var playback = LivePhotoPlayback()
        #expect(playback.start(.full, seconds: seconds) == [])
        #expect(playback.start(.undefined, seconds: 3) == [])
        #expect(playback.style == .undefined)
    }

    /// A photo and a movie that are nowhere.
    private struct Files: ResourceSource {
        var duration: Double

        func resources() throws(LibraryError) -> [ResourceInfo] {
            [ResourceKind.photo, .pairedVideo].map { kind in
                var info = ResourceInfo(
                    kind: kind,
                    filename: "",
                    contentType: "",
                    size: 1,
                    pixelWidth: 1,
                    pixelHeight: 1,
                    digest: []
                )
                if kind == .pairedVideo { info.duration = duration }
                return info
            }
        }

        func open(_ kind: ResourceKind, _ network: NetworkAccess?) throws(LibraryError) -> OwnedDescriptor {
            throw LibraryError(.missingResource, "nowhere")
        }
    }

    @MainActor private final class Listener: PHLivePhotoViewDelegate {
        var told: [String] = []
        var allows = true
        var whenEnded: (() -> Void)?

        func livePhotoView(_ view: PHLivePhotoView, canBeginPlaybackWith style: PHLivePhotoViewPlaybackStyle) -> Bool {
            allows
        }

        func livePhotoView(_ view: PHLivePhotoView, willBeginPlaybackWith style: PHLivePhotoViewPlaybackStyle) {
            told.append("begin \(style)")
        }

        func livePhotoView(_ view: PHLivePhotoView, didEndPlaybackWith style: PHLivePhotoViewPlaybackStyle) {
            told.append("end \(style)")
            whenEnded?()
        }
    }

    @MainActor @Test func `a view notifies its delegate, which may refuse, and stops for another Live Photo`() async {
        func live(_ duration: Double) -> PHLivePhoto {
            PHLivePhoto(lent: Files(duration: duration), asset: nil, size: .zero)
        }
        let (view, listener) = (PHLivePhotoView(), Listener())
        view.delegate = listener
        view.startPlayback(with: .full)
        view.livePhoto = live(0)
        view.startPlayback(with: .full)
        view.livePhoto = live(600)
        listener.allows = false
        view.startPlayback(with: .full)
        #expect(listener.told == [])
        listener.allows = true
        view.startPlayback(with: .full)
        view.livePhoto = live(0.01)
        view.stopPlayback()
        #expect(listener.told == ["begin full", "end full"])
        await withCheckedContinuation { continuation in
            listener.whenEnded = { continuation.resume() }
            view.startPlayback(with: .hint)
        }
        #expect(listener.told == ["begin full", "end full", "begin hint", "end hint"])
    }
}
