package import LibraryModel

/// Everything that a client can ask: the one table of calls, shared by both sides.
package enum LibraryCall: Sendable {
    case ping(payload: [UInt8], replySize: Int)
    case authorizationStatus(AccessLevel)
    /// A stream of `LibraryReply.authorization`: the status now, and the person's answer.
    case requestAuthorization(AccessLevel)
    case fetch(FetchRequest)
    case count(FetchRequest)
    case load(ObjectKind, [ObjectID], hints: [RowHint], includesDeleted: Bool = false)
    case details(of: [ObjectID])
    case cloudIdentifiers(of: [LocalIdentifier])
    /// Nil where there was none to begin with: it names nothing.
    case localIdentifiers(of: [CloudIdentifier?], onlySynced: Bool)
    case resources(of: ObjectID)
    case openResource(ResourceKind, of: ObjectID)
    case adjustment(of: ObjectID)
    case thumbnail(of: ObjectID, PixelSize, ResourceKind? = nil)
    /// Comes with the pixels in sealed memory.
    case encodeJPEG(PixelSize, quality: Int)
    case mint(Int)
    /// Comes with the file, open for reading.
    case stage(filename: String)
    case perform(ChangeBlock)
    case currentToken
    case history(since: [UInt8], matching: HistoryFilter = HistoryFilter())
    /// A stream of `LibraryReply.changeEvent`.
    case observe
    /// A stream of `LibraryReply.pick`.
    case pick(PickerConfiguration)
    case updatePick(UInt64, PickerUpdate)
    case pickedResources(pick: UInt64, item: UInt32)
    /// Comes with the file, open for reading.
    case openPicked(pick: UInt64, item: UInt32, ResourceKind)
    case pickedThumbnail(pick: UInt64, item: UInt32, PixelSize)
    /// Answered with a JPEG file, open for reading.
    case pickedJPEG(pick: UInt64, item: UInt32, quality: Int)
    case dismissPick(UInt64)
    /// A stream that ends with `LibraryReply.selection`.
    case changeSelection
    /// A stream that ends with what `perform` answers.
    case performAfterConfirmation(ChangeBlock)

    // The person's own tools, over the management socket.
    case statistics
    case grants
    /// `until`: microseconds since 1970. Nil for `confirmsChanges` leaves that as it is.
    case setGrant(app: String, AccessLevel, AuthorizationStatus, until: Int64? = nil, confirmsChanges: Bool? = nil)
    case revoke(app: String)
    case forget(app: String)
    case select(app: String, [ObjectID], deselects: Bool)
    /// Nil to begin, then what the page before said.
    case verify(position: UInt64?)
    /// A stream of `LibraryReply.agentEvent`. The face is `browser`, `terminal` or `text`.
    case attend(face: String)
    /// `silences`: the app's prompts are not shown any more.
    case answer(prompt: UInt64, PromptAnswer, silences: Bool)
    case picking(prompt: UInt64, [ObjectID])
    /// Comes with a JPEG file, open for reading.
    case thumbnailFile(of: ObjectID)
    case months(FetchRequest, utcOffset: Int32)
    case setPolicy(app: String, confirmsChanges: Bool?, isSilenced: Bool?)
    case endPicks(app: String)
    case selection(ofApp: String)
    /// `since`: microseconds since 1970. `before`: a sequence.
    case appChanges(app: String, since: Int64?, transaction: UInt64?, before: UInt64?)
    case undo(UndoRequest)
}

/// A call with its deadline.
package struct LibraryRequest: Sendable {
    package var call: LibraryCall
    /// Nanoseconds from when the server read the request; nil for no deadline.
    package var timeout: UInt64?

    package init(_ call: LibraryCall, timeout: UInt64? = nil) {
        self.call = call
        self.timeout = timeout
    }
}

/// Every answer, or event of a stream.
package enum LibraryReply: Sendable {
    case failure(LibraryError)
    case ping(PingAnswer)
    case authorization(AuthorizationStatus)
    case fetched([ObjectID], hints: [RowHint], kinds: FetchedKinds, state: ChangeToken?)
    /// The identifiers, and then the hints if there are any, are in the sealed memory that comes with the message.
    case fetchedInMemory(count: Int, hasHints: Bool, kind: ObjectKind, state: ChangeToken?)
    case count(Int)
    case assets(AssetPage)
    case collections(CollectionPage)
    case details([AssetDetails])
    case cloudIdentifiers([CloudIdentifier?])
    case localIdentifiers([[LocalIdentifier]])
    case resources([ResourceInfo])
    case adjustment(Adjustment?)
    case picture(PixelSize)
    /// Done; what there is to hand over comes as a descriptor.
    case done
    case minted([ObjectID])
    case staged(StagedResource)
    case token([UInt8])
    case history(HistoryPage)
    case changeEvent(ChangeEvent)
    case pick(PickEvent)
    case selection([ObjectID])
    case statistics(LibraryStatistics)
    case grants([AppGrant])
    case verification(VerificationPage)
    case agentEvent(AgentEvent)
    case months([MonthCount])
    case appChanges(AppChanges)
    case undo(UndoResult)
}

/// What a stretch of a verification found.
package struct VerificationPage: Hashable, Sendable {
    package struct Problem: Hashable, Sendable {
        /// One sentence. No path or title.
        package var description: String
        /// The asset concerned.
        package var asset: ObjectID?

        package init(_ description: String, asset: ObjectID? = nil) {
            self.description = description
            self.asset = asset
        }
    }

    /// Files of the library.
    package var total: Int
    /// Files that this page checked.
    package var checked: Int
    package var problems: [Problem]
    /// Where to go on; nil when nothing is left.
    package var next: UInt64?
    /// Files among the originals that no asset names. An interrupted import left them, and they do no harm.
    package var unreferenced: Int

    package init(total: Int, checked: Int, problems: [Problem] = [], next: UInt64? = nil, unreferenced: Int = 0) {
        self.unreferenced = unreferenced
        self.total = total
        self.checked = checked
        self.problems = problems
        self.next = next
    }
}
