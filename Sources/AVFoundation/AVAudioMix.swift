/// How loud the tracks of a movie are to be. The library has no movies that need one.
//
// `@unchecked`, as every open class that is Sendable must be: it has no stored properties.
open class AVAudioMix: NSObject, @unchecked Sendable {
    /// What is said of each track: nothing.
    open var inputParameters: [AVAudioMixInputParameters] { [] }
}

/// How loud one track of a movie is to be.
//
// `@unchecked`, as every open class that is Sendable must be: its stored property is constant.
open class AVAudioMixInputParameters: NSObject, @unchecked Sendable {
    /// The track.
    public let trackID: CMPersistentTrackID

    init(trackID: CMPersistentTrackID) {
        self.trackID = trackID
        super.init()
    }
}
