/// The playback state machine of a Live Photo view. States: stopped (`style` is `undefined`) or playing.
///
/// 1. Every `began` is followed by one `ended` of the same style before the next `began`.
/// 2. Nothing starts without a movie of positive duration. While playing, only `full` may replace `hint`.
/// 3. A timer of an earlier playback has no effect.
struct LivePhotoPlayback {
    /// The duration of a hint in seconds.
    static let hintDuration = 1.0

    enum Action: Equatable {
        case began(PHLivePhotoViewPlaybackStyle)
        /// Call `timeIsUp` with the number after this many seconds.
        case wait(seconds: Double, number: UInt64)
        case ended(PHLivePhotoViewPlaybackStyle)
    }

    private(set) var style = PHLivePhotoViewPlaybackStyle.undefined
    private var number: UInt64 = 0

    /// Returns whether `start` would start playback.
    func mayStart(_ wanted: PHLivePhotoViewPlaybackStyle, seconds: Double) -> Bool {
        guard seconds > 0, seconds.isFinite else { return false }
        switch (style, wanted) {
        case (_, .undefined), (.full, _), (.hint, .hint): return false
        case (.undefined, .full), (.undefined, .hint), (.hint, .full): return true
        }
    }

    /// `seconds`: the duration of the movie.
    mutating func start(_ wanted: PHLivePhotoViewPlaybackStyle, seconds: Double) -> [Action] {
        guard mayStart(wanted, seconds: seconds) else { return [] }
        let ended = stop()
        style = wanted
        number += 1
        let played = wanted == .hint ? min(seconds, LivePhotoPlayback.hintDuration) : seconds
        return ended + [.began(wanted), .wait(seconds: played, number: number)]
    }

    mutating func stop() -> [Action] {
        guard style != .undefined else { return [] }
        defer { style = .undefined }
        return [.ended(style)]
    }

    mutating func timeIsUp(_ number: UInt64) -> [Action] { number == self.number ? stop() : [] }
}
