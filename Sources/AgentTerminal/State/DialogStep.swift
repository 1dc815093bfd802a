internal import LibraryClient
internal import LibraryModel
internal import PhotosAgent

/// What a key or an event leads to, outside of the dialog's state.
struct DialogStep {
    var requests: [DialogRequest] = []
    /// What has to be said, until the next key.
    var message: String?
}

/// Something that the dialog wants to have done.
enum DialogRequest: Hashable, Sendable {
    /// Of searches only the latest counts.
    case find(PhotoQuery)
    case albums
    case apps
    /// What an app may see.
    case selection(ofApp: String)
    case answer(UInt64, PromptAnswer, silences: Bool)
    /// What an app may see from now on, which could see `before` when the person was asked.
    case answerSelection(UInt64, app: String, chosen: [ObjectID], before: [ObjectID])
    case picking(UInt64, [ObjectID])
    case decide(AppDecision, app: String)
    /// Keys that were pressed so far are not meant for what comes, nor are those of the next moment.
    case discardKeys
    /// The whole screen is drawn anew.
    case redraw
    case leave
}

/// Something that the dialog hears.
enum DialogEvent: Sendable {
    typealias Outcome<Value: Sendable> = Result<Value, AgentFailure>

    case feed(PromptFeed.Event)
    case found(PhotoQuery, Outcome<FetchedIdentifiers>)
    case albums(Outcome<[AlbumChoice]>)
    case apps(Outcome<[AppGrant]>)
    case selection(ofApp: String, Outcome<[ObjectID]>)
    case answered(UInt64, Outcome<Void>)
    case decided(AppDecision, app: String, Outcome<Void>)
    /// Something else did not work.
    case failed(AgentFailure)
    /// About photos that are in view: nothing that the dialog decides by.
    case looked(PhotoLookup.Answer)
}
