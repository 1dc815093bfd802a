internal import LibraryClient
internal import LibraryModel
internal import OwnerTools
internal import PhotoSearch
internal import PhotosAgent

/// What a key or an event leads to, outside of the dialog's state.
struct DialogStep {
    var requests: [DialogRequest] = []
    /// A message for the person, until the next key.
    var message: String?
}

/// Something to be done outside of the dialog's state.
enum DialogRequest: Hashable, Sendable {
    /// Replaces searches that wait.
    case find(PhotoQuery)
    case albums
    case apps
    /// What an app may see.
    case selection(ofApp: String)
    case answer(UInt64, PromptAnswer, silences: Bool, removal: MetadataRemoval = [])
    /// The photos that an app may see from now on; it could see `before` when the person was asked.
    case answerSelection(UInt64, app: String, chosen: [ObjectID], before: [ObjectID])
    case picking(UInt64, [ObjectID], removal: MetadataRemoval = [])
    case decide(AppDecision, app: String)
    /// How synchronisation stands; `afterPause`: a moment later, to follow it.
    case cloud(afterPause: Bool)
    case act(CloudAction)
    /// Drops the keys that were pressed so far, and those of the next moment.
    case discardKeys
    /// Draws the whole screen anew.
    case redraw
    case leave
}

/// Something that happened outside.
enum DialogEvent: Sendable {
    typealias Outcome<Value: Sendable> = Result<Value, AgentFailure>

    case feed(PromptFeed.Event)
    case found(PhotoQuery, Outcome<FetchedIdentifiers>)
    case albums(Outcome<[AlbumChoice]>)
    case apps(Outcome<[AppGrant]>)
    case selection(ofApp: String, Outcome<[ObjectID]>)
    case answered(UInt64, Outcome<Void>)
    case decided(AppDecision, app: String, Outcome<Void>)
    case cloud(Outcome<CloudStatus>)
    case acted(Outcome<Void>)
    /// Another call failed.
    case failed(AgentFailure)
    /// About the photos in view; changes no state.
    case looked(PhotoLookup.Answer)
}
