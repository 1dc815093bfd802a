/// The volumes of tracks for playback. The library never returns a mix with parameters.
//
// `@unchecked`, as for every open class that is Sendable: there are no stored properties.
open class AVAudioMix: NSObject, @unchecked Sendable {
    /// The parameters per track, always empty.
    open var inputParameters: [AVAudioMixInputParameters] { [] }
}

/// The volume of one track.
//
// `@unchecked`, as for every open class that is Sendable: the stored property is constant.
open class AVAudioMixInputParameters: NSObject, @unchecked Sendable {
    /// The identifier of the track.
    public let trackID: CMPersistentTrackID

    init(trackID: CMPersistentTrackID) {
        self.trackID = trackID
        super.init()
    }
}
