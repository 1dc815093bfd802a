/// What a Live Photo's view does. States: the still is shown (`style` is `undefined`), or the movie plays.
///
/// 1. Each beginning is followed by one end, of the same style, before the next beginning.
/// 2. Nothing begins without a movie that takes time. What plays is not begun anew, but for `full` in place of `hint`.
/// 3. A timer that belongs to an earlier beginning ends nothing.
struct LivePhotoPlayback {
    /// Seconds of a movie that a hint plays.
    static let hintDuration = 1.0

    enum Action: Equatable {
        case began(PHLivePhotoViewPlaybackStyle)
        /// `timeIsUp` is to be called with the number after so many seconds.
        case wait(seconds: Double, number: UInt64)
        case ended(PHLivePhotoViewPlaybackStyle)
    }

    private(set) var style = PHLivePhotoViewPlaybackStyle.undefined
    private var number: UInt64 = 0

    /// Whether `start` would begin something.
    func mayStart(_ wanted: PHLivePhotoViewPlaybackStyle, seconds: Double) -> Bool {
        guard seconds > 0, seconds.isFinite else { return false }
        switch (style, wanted) {
        case (_, .undefined), (.full, _), (.hint, .hint): return false
        case (.undefined, .full), (.undefined, .hint), (.hint, .full): return true
        }
    }

    /// `seconds`: of the movie.
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
