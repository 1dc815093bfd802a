internal import CLibraryProtocol
package import LibraryModel

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

/// The numbers of the fields of `Response`.
enum ReplyNumber: UInt32, CaseIterable {
    case failure = 1
    case ping = 10
    case authorization = 11
    case fetch = 13
    case assets = 14
    case collections = 15
    case resources = 16
    case adjustment = 17
    case picture = 18
    case done = 19
    case mint = 20
    case staged = 21
    case token = 22
    case history = 24
    case details = 26
    case cloudIdentifiers = 27
    case localIdentifiers = 28
    case pick = 29
    case selection = 34
    case statistics = 40
    case grants = 41
    case verification = 44
    case agentEvent = 45
    case months = 49
    case appChanges = 55
    case undo = 56
}

extension LibraryReply {
    /// Packs the reply behind the first `offset` bytes of `buffer`; see `LibraryRequest.encode(into:at:)`.
    package func encode(into buffer: inout [UInt8], at offset: Int) -> Int {
        func pack(_ number: ReplyNumber, _ value: some MessageValue) -> Int {
            Envelope.pack(MessageArena().message(value), as: number.rawValue, into: &buffer, at: offset)
        }
        switch self {
        case .failure(let error): return pack(.failure, error)
        case .ping(let answer): return answer.encode(into: &buffer, at: offset)
        case .authorization(let status): return pack(.authorization, AuthorizationResult(status))
        case .fetched, .fetchedInMemory, .count: return pack(.fetch, FetchResult(self))
        case .assets(let page): return pack(.assets, page)
        case .collections(let page): return pack(.collections, page)
        case .details(let details): return pack(.details, AssetDetailsList(details))
        case .cloudIdentifiers(let identifiers): return pack(.cloudIdentifiers, CloudIdentifierList(identifiers))
        case .localIdentifiers(let lists): return pack(.localIdentifiers, LocalIdentifierList(lists))
        case .resources(let resources): return pack(.resources, ResourceList(resources))
        case .adjustment(let adjustment): return pack(.adjustment, AdjustmentResult(adjustment))
        case .picture(let size): return pack(.picture, size)
        case .done: return pack(.done, EmptyResult())
        case .minted(let ids): return pack(.mint, MintResult(ids))
        case .staged(let staged): return pack(.staged, staged)
        case .token(let token): return pack(.token, TokenResult(token))
        case .history(let page): return pack(.history, page)
        case .pick(let event): return pack(.pick, event)
        case .selection(let assets): return pack(.selection, SelectionResult(assets))
        case .statistics(let statistics): return pack(.statistics, statistics)
        case .grants(let grants): return pack(.grants, GrantList(grants))
        case .verification(let page): return pack(.verification, page)
        case .agentEvent(let event): return pack(.agentEvent, event)
        case .months(let counts): return pack(.months, MonthList(counts))
        case .appChanges(let changes): return pack(.appChanges, changes)
        case .undo(let result): return pack(.undo, result)
        }
    }

    /// Unpacks a reply. Throws `protocolViolation` for what is none. A failure is a reply like any other.
    package init(decoding payload: Span<UInt8>) throws(LibraryError) {
        if let answer = PingAnswer(decoding: payload) {
            self = .ping(answer)
            return
        }
        let kind = MessageKind(photolibrary__response__init)
        let cost = try UnpackCost.measure(payload, kind, atMost: UnpackCost.maximumOfReply)
        let carried = try LibraryReply.unpack(payload, kind, MessageArena(budget: cost.messages))
        guard let carried, let number = ReplyNumber(rawValue: carried.number) else {
            throw .malformed("response without a result")
        }
        switch number {
        case .failure: self = .failure(try LibraryError(carriedBy: carried))
        case .ping: self = .ping(PingAnswer(try PingResult(carriedBy: carried).payload))
        case .authorization: self = .authorization(try AuthorizationResult(carriedBy: carried).status)
        case .fetch: self = try FetchResult(carriedBy: carried).reply
        case .assets: self = .assets(try AssetPage(carriedBy: carried))
        case .collections: self = .collections(try CollectionPage(carriedBy: carried))
        case .resources: self = .resources(try ResourceList(carriedBy: carried).resources)
        case .adjustment: self = .adjustment(try AdjustmentResult(carriedBy: carried).adjustment)
        case .picture: self = .picture(try PixelSize(carriedBy: carried))
        case .done: self = .done
        case .mint: self = .minted(try MintResult(carriedBy: carried).ids)
        case .staged: self = .staged(try StagedResource(carriedBy: carried))
        case .token: self = .token(try TokenResult(carriedBy: carried).token)
        case .history: self = .history(try HistoryPage(carriedBy: carried))
        case .details: self = .details(try AssetDetailsList(carriedBy: carried).details)
        case .cloudIdentifiers: self = .cloudIdentifiers(try CloudIdentifierList(carriedBy: carried).identifiers)
        case .localIdentifiers: self = .localIdentifiers(try LocalIdentifierList(carriedBy: carried).lists)
        case .pick: self = .pick(try PickEvent(carriedBy: carried))
        case .selection: self = .selection(try SelectionResult(carriedBy: carried).assets)
        case .statistics: self = .statistics(try LibraryStatistics(carriedBy: carried))
        case .grants: self = .grants(try GrantList(carriedBy: carried).grants)
        case .verification: self = .verification(try VerificationPage(carriedBy: carried))
        case .agentEvent: self = .agentEvent(try AgentEvent(carriedBy: carried))
        case .months: self = .months(try MonthList(carriedBy: carried).counts)
        case .appChanges: self = .appChanges(try AppChanges(carriedBy: carried))
        case .undo: self = .undo(try UndoResult(carriedBy: carried))
        }
    }

    /// The message of the reply; nil when there is none, or one that the schema does not have.
    private static func unpack(
        _ payload: Span<UInt8>,
        _ kind: MessageKind<Photolibrary__Response>,
        _ arena: MessageArena
    ) throws(LibraryError) -> Envelope.Carried? {
        if let carried = Envelope.unpack(payload, kind, arena) { return carried }
        guard let response = arena.unpack(payload, kind) else { throw .malformed("response") }
        return response.carried(\.failure, number: ReplyNumber.failure.rawValue)
            ?? response.carried(\.ping, number: response[\.result_case].rawValue)
    }
}
