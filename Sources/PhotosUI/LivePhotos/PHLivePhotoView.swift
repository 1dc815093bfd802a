import LibraryModel
import Photos

/// What Apple's view of a Live Photo is told and tells, without the view: there are none here. It keeps time; the app
/// shows the still, and from `willBeginPlaybackWith` to `didEndPlaybackWith` the movie, of which
/// `PHAssetResource.assetResources(for:)` names the file.
@MainActor @preconcurrency
open class PHLivePhotoView: NSObject {
    /// Is told when the Live Photo plays. Not kept alive.
    open weak var delegate: (any PHLivePhotoViewDelegate)?

    /// What is shown. Another one ends what plays.
    open var livePhoto: PHLivePhoto? {
        didSet { if livePhoto != oldValue { perform(playback.stop()) } }
    }

    /// Whether the movie is to play without sound. A hint always does.
    open var isMuted = false

    /// Which part is shown, of one by one.
    open var contentsRect = CGRect(x: 0, y: 0, width: 1, height: 1)

    private var playback = LivePhotoPlayback()

    /// A view of nothing yet.
    public nonisolated override init() { super.init() }

    /// Plays the movie, unless the delegate says no. Nothing happens when it plays already, or where the library does
    /// not know how long the movie is: of a Live Photo of an app's own files.
    open func startPlayback(with playbackStyle: PHLivePhotoViewPlaybackStyle) {
        guard let seconds = livePhoto?.movieDuration, playback.mayStart(playbackStyle, seconds: seconds),
            delegate?.livePhotoView(self, canBeginPlaybackWith: playbackStyle) ?? true
        else { return }
        perform(playback.start(playbackStyle, seconds: seconds))
    }

    /// Ends what plays.
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
