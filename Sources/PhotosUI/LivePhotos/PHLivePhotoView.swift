import LibraryModel
import Photos

/// The playback logic of Apple's view, without a view. It only keeps time: the app displays the still, and the movie
/// between `willBeginPlaybackWith` and `didEndPlaybackWith`; `PHAssetResource.assetResources(for:)` has the movie's
/// file.
@MainActor @preconcurrency
open class PHLivePhotoView: NSObject {
    /// Notified of playback. Held weakly.
    open weak var delegate: (any PHLivePhotoViewDelegate)?

    /// The displayed Live Photo. Setting it stops playback.
    open var livePhoto: PHLivePhoto? {
        didSet { if livePhoto != oldValue { perform(playback.stop()) } }
    }

    /// Whether the movie plays without sound. Hints always do.
    open var isMuted = false

    /// The visible part, in unit coordinates.
    open var contentsRect = CGRect(x: 0, y: 0, width: 1, height: 1)

    private var playback = LivePhotoPlayback()

    /// Creates a view without a Live Photo.
    public nonisolated override init() { super.init() }

    /// Starts playback unless the delegate refuses. Has no effect while playing, and while the movie's duration is not
    /// known, as for a degraded Live Photo.
    open func startPlayback(with playbackStyle: PHLivePhotoViewPlaybackStyle) {
        guard let seconds = livePhoto?.movieDuration, playback.mayStart(playbackStyle, seconds: seconds),
            delegate?.livePhotoView(self, canBeginPlaybackWith: playbackStyle) ?? true
        else { return }
        perform(playback.start(playbackStyle, seconds: seconds))
    }

    /// Stops playback.
    open func stopPlayback() { perform(playback.stop()) }

    private func perform(_ actions: [LivePhotoPlayback.Action]) {
        for action in actions {
            switch action {
            case .began(let style): delegate?.livePhotoView(self, willBeginPlaybackWith: style)
            case .ended(let style): delegate?.livePhotoView(self, didEndPlaybackWith: style)
            case .wait(let seconds, let number):
                DispatchQueue.main.asyncAfter(deadline: .now() + seconds) { [weak self] in
                    MainActor.assumeIsolated {
                        guard let self else { return }
                        self.perform(self.playback.timeIsUp(number))
                    }
                }
            }
        }
    }
}
