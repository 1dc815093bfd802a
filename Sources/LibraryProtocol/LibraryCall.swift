package import LibraryModel

/// Everything that a client can ask: the one table of calls, shared by both sides.
package enum LibraryCall: Sendable {
    case ping(payload: [UInt8], replySize: Int)
    case authorizationStatus(AccessLevel)
    /// A stream of `LibraryReply.authorization`: the status now, and the person's answer.
    case requestAuthorization(AccessLevel)
    case fetch(FetchRequest)
    case count(FetchRequest)
    case load(ObjectKind, [ObjectID], hints: [RowHint])
    case resources(of: ObjectID)
    case openResource(ResourceKind, of: ObjectID)
    case adjustment(of: ObjectID)
    case thumbnail(of: ObjectID, PixelSize)
    /// Comes with the pixels in sealed memory.
    case encodeJPEG(PixelSize, quality: Int)
    case mint(Int)
    /// Comes with the file, open for reading.
    case stage(filename: String)
    case perform(ChangeBlock)
    case currentToken
    case history(since: [UInt8])
    /// A stream of `LibraryReply.changeEvent`.
    case observe

    // The person's own tools, over the management socket.
    case statistics
    case grants
    case setGrant(app: String, AccessLevel, AuthorizationStatus)
    case select(app: String, [ObjectID], deselects: Bool)
    /// A stream of `LibraryReply.verification`.
    case verify
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
    case ping([UInt8])
    case authorization(AuthorizationStatus)
    case fetched([ObjectID], hints: [RowHint], kinds: FetchedKinds)
    /// The identifiers, and then the hints if there are any, are in the sealed memory that comes with the message.
    case fetchedInMemory(count: Int, hasHints: Bool, kind: ObjectKind)
    case count(Int)
    case assets(AssetPage)
    case collections(CollectionPage)
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
    case statistics(LibraryStatistics)
    case grants([AppGrant])
    case verification(VerificationEvent)
}

/// How far a verification is, or something that it found wrong.
package struct VerificationEvent: Hashable, Sendable {
    package var checked: Int
    package var total: Int
    package var problem: String?
    package var asset: ObjectID?
    package var isComplete: Bool

    package init(checked: Int, total: Int, problem: String? = nil, asset: ObjectID? = nil, isComplete: Bool = false) {
        self.checked = checked
        self.total = total
        self.problem = problem
        self.asset = asset
        self.isComplete = isComplete
    }
}
