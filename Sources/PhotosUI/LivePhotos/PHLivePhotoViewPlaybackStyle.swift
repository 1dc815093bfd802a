/// Which part of a Live Photo's movie plays.
public enum PHLivePhotoViewPlaybackStyle: Int, Sendable {
    /// Nothing plays.
    case undefined = 0
    /// The whole movie, with sound.
    case full = 1
    /// The beginning, without sound, to hint at the movie.
    case hint = 2
}
