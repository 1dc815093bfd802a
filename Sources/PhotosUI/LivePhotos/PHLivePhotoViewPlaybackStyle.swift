/// How much of a Live Photo's movie plays.
public enum PHLivePhotoViewPlaybackStyle: Int, Sendable {
    /// Nothing plays.
    case undefined = 0
    /// All of it, with sound.
    case full = 1
    /// Its beginning, without sound, to show that there is one.
    case hint = 2
}
