internal import CLibraryProtocol
package import LibraryModel

extension LibraryReply {
    /// Packs the reply behind the first `offset` bytes of `buffer`; see `LibraryRequest.encode(into:at:)`.
    package func encode(into buffer: inout [UInt8], at offset: Int) -> Int {
        if case .ping(let answer) = self { return answer.encode(into: &buffer, at: offset) }
        let arena = MessageArena()
        let message = unsafe arena.response(self)
        // All that a response may carry lies at one place, but for a failure.
        let carried: UnsafeRawPointer
        let field: UInt32
        if let failure = unsafe message.pointee.failure {
            unsafe (carried, field) = (UnsafeRawPointer(failure), 1)
        } else if let result = unsafe message.pointee.ping {
            unsafe (carried, field) = (UnsafeRawPointer(result), message.pointee.result_case.rawValue)
        } else {
            preconditionFailure("a response carries a result")
        }
        let end = unsafe Envelope.pack(
            carried.assumingMemoryBound(to: ProtobufCMessage.self),
            as: field,
            into: &buffer,
            at: offset
        )
        return withExtendedLifetime(arena) { end }
    }

    /// Unpacks a reply. Throws `protocolViolation` for what is none. A failure is a reply like any other.
    package init(decoding payload: Span<UInt8>) throws(LibraryError) {
        if let answer = PingAnswer(decoding: payload) {
            self = .ping(answer)
            return
        }
        let cost = unsafe try UnpackCost.measure(
            payload,
            photolibrary__response__init,
            atMost: UnpackCost.maximumOfReply
        )
        let arena = MessageArena(budget: cost.messages)
        defer { withExtendedLifetime(arena) {} }
        var outer = unsafe Photolibrary__Response()
        unsafe photolibrary__response__init(&outer)
        if let carried = unsafe Envelope.unpack(payload, FirstLook(payload), outer.base.descriptor, arena) {
            unsafe outer.result_case = Photolibrary__Response__ResultCase(rawValue: carried.field)
            unsafe outer.ping = UnsafeMutableRawPointer(carried.message)
                .assumingMemoryBound(to: Photolibrary__PingResult.self)
            self = unsafe try LibraryReply(decodingResult: outer)
            return
        }
        guard let message = unsafe arena.unpack(payload, photolibrary__response__unpack) else {
            throw .malformed("response")
        }
        if let failure = unsafe message.pointee.failure {
            self = unsafe .failure(try LibraryError(decoding: failure.pointee))
        } else {
            self = unsafe try LibraryReply(decodingResult: message.pointee)
        }
    }

    private init(decodingResult message: Photolibrary__Response) throws(LibraryError) {
        switch unsafe message.result_case {
        case PHOTOLIBRARY__RESPONSE__RESULT_PING:
            self = unsafe .ping(PingAnswer(try present(message.ping).payload.array))
        case PHOTOLIBRARY__RESPONSE__RESULT_AUTHORIZATION:
            self = unsafe .authorization(try AuthorizationStatus(wire: present(message.authorization).status))
        case PHOTOLIBRARY__RESPONSE__RESULT_FETCH: self = unsafe try LibraryReply(decoding: present(message.fetch))
        case PHOTOLIBRARY__RESPONSE__RESULT_ASSETS:
            self = unsafe .assets(try AssetPage(decoding: present(message.assets)))
        case PHOTOLIBRARY__RESPONSE__RESULT_COLLECTIONS:
            self = unsafe .collections(try CollectionPage(decoding: present(message.collections)))
        case PHOTOLIBRARY__RESPONSE__RESULT_DETAILS:
            let list = unsafe try present(message.details)
            self = unsafe .details(
                try decodeList(list.n_details, list.details) {
                    (details: Photolibrary__AssetDetails) throws(LibraryError) in
                    unsafe AssetDetails(decoding: details)
                }
            )
        case PHOTOLIBRARY__RESPONSE__RESULT_CLOUD_IDENTIFIERS:
            self = unsafe .cloudIdentifiers(
                try decodeCloudIdentifiers(present(message.cloud_identifiers).identifiers)
            )
        case PHOTOLIBRARY__RESPONSE__RESULT_LOCAL_IDENTIFIERS:
            self = unsafe try LibraryReply(decoding: present(message.local_identifiers))
        case PHOTOLIBRARY__RESPONSE__RESULT_RESOURCES:
            let list = unsafe try present(message.resources)
            self = unsafe .resources(
                try decodeList(list.n_resources, list.resources) {
                    (resource: Photolibrary__Resource) throws(LibraryError) in
                    unsafe try ResourceInfo(decoding: resource)
                }
            )
        case PHOTOLIBRARY__RESPONSE__RESULT_ADJUSTMENT:
            let adjustment = unsafe try present(message.adjustment).adjustment
            self = unsafe .adjustment(adjustment != nil ? try Adjustment(decoding: present(adjustment)) : nil)
        case PHOTOLIBRARY__RESPONSE__RESULT_PICTURE:
            self = unsafe .picture(try PixelSize(decoding: present(message.picture)))
        case PHOTOLIBRARY__RESPONSE__RESULT_DONE: self = .done
        case PHOTOLIBRARY__RESPONSE__RESULT_MINT:
            self = unsafe .minted(try present(message.mint).identifiers.objectIDs("identifiers"))
        case PHOTOLIBRARY__RESPONSE__RESULT_STAGED:
            self = unsafe .staged(try StagedResource(decoding: present(message.staged)))
        case PHOTOLIBRARY__RESPONSE__RESULT_TOKEN: self = unsafe .token(try present(message.token).token.array)
        case PHOTOLIBRARY__RESPONSE__RESULT_HISTORY:
            self = unsafe .history(try HistoryPage(decoding: present(message.history)))
        case PHOTOLIBRARY__RESPONSE__RESULT_CHANGE_EVENT:
            let event = unsafe try present(message.change_event)
            self = unsafe .changeEvent(
                ChangeEvent(token: event.token.array, isResynchronization: event.is_resynchronization != 0)
            )
        case PHOTOLIBRARY__RESPONSE__RESULT_STATISTICS:
            self = unsafe .statistics(try LibraryStatistics(decoding: present(message.statistics)))
        case PHOTOLIBRARY__RESPONSE__RESULT_GRANTS:
            let list = unsafe try present(message.grants)
            self = unsafe .grants(
                try decodeList(list.n_grants, list.grants) {
                    (grant: Photolibrary__Grant) throws(LibraryError) in unsafe try AppGrant(decoding: grant)
                }
            )
        case PHOTOLIBRARY__RESPONSE__RESULT_VERIFICATION:
            self = unsafe .verification(try VerificationPage(decoding: present(message.verification)))
        case PHOTOLIBRARY__RESPONSE__RESULT_PICK: self = unsafe .pick(try PickEvent(decoding: present(message.pick)))
        case PHOTOLIBRARY__RESPONSE__RESULT_SELECTION:
            self = unsafe .selection(try present(message.selection).selected.objectIDs("selected"))
        case PHOTOLIBRARY__RESPONSE__RESULT_AGENT_EVENT:
            self = unsafe .agentEvent(try AgentEvent(decoding: present(message.agent_event)))
        case PHOTOLIBRARY__RESPONSE__RESULT_APP_CHANGES:
            self = unsafe .appChanges(try AppChanges(decoding: present(message.app_changes)))
        case PHOTOLIBRARY__RESPONSE__RESULT_UNDO: self = unsafe .undo(try UndoResult(decoding: present(message.undo)))
        case PHOTOLIBRARY__RESPONSE__RESULT_MONTHS: self = unsafe .months(try decodeMonths(present(message.months)))
        default: throw .malformed("response without a result")
        }
    }
}

extension MessageArena {
    fileprivate func response(_ reply: LibraryReply) -> UnsafeMutablePointer<Photolibrary__Response> {
        let message = unsafe make(photolibrary__response__init)
        switch reply {
        case .failure(let error):
            unsafe message.pointee.failure = unsafe failure(error)
        case .ping(let answer):
            let result = unsafe make(photolibrary__ping_result__init)
            unsafe result.pointee.has_payload = 1
            unsafe result.pointee.payload = unsafe bytes(
                answer.head + [UInt8](repeating: 0, count: answer.size - answer.head.count)
            )
            unsafe message.pointee.result_case = PHOTOLIBRARY__RESPONSE__RESULT_PING
            unsafe message.pointee.ping = unsafe result
        case .authorization(let status):
            unsafe message.pointee.result_case = PHOTOLIBRARY__RESPONSE__RESULT_AUTHORIZATION
            unsafe message.pointee.authorization = unsafe authorizationResult(status)
        case .fetched(let ids, let hints, let kinds, let state):
            unsafe message.pointee.result_case = PHOTOLIBRARY__RESPONSE__RESULT_FETCH
            unsafe message.pointee.fetch = unsafe fetchResult(ids, hints: hints, kinds: kinds)
            unsafe setState(state, of: message.pointee.fetch)
        case .fetchedInMemory(let count, let hasHints, let kind, let state):
            unsafe message.pointee.result_case = PHOTOLIBRARY__RESPONSE__RESULT_FETCH
            unsafe message.pointee.fetch = unsafe fetchResultInMemory(count: count, hasHints: hasHints, kind: kind)
            unsafe setState(state, of: message.pointee.fetch)
        case .count(let count):
            let result = unsafe make(photolibrary__fetch_result__init)
            unsafe result.pointee.count = UInt64(clamping: count)
            unsafe message.pointee.result_case = PHOTOLIBRARY__RESPONSE__RESULT_FETCH
            unsafe message.pointee.fetch = unsafe result
        case .assets(let page):
            unsafe message.pointee.result_case = PHOTOLIBRARY__RESPONSE__RESULT_ASSETS
            unsafe message.pointee.assets = unsafe assetColumns(page)
        case .collections(let page):
            unsafe message.pointee.result_case = PHOTOLIBRARY__RESPONSE__RESULT_COLLECTIONS
            unsafe message.pointee.collections = unsafe collectionColumns(page)
        case .details(let details):
            unsafe message.pointee.result_case = PHOTOLIBRARY__RESPONSE__RESULT_DETAILS
            unsafe message.pointee.details = unsafe detailsList(details)
        case .cloudIdentifiers(let identifiers):
            unsafe message.pointee.result_case = PHOTOLIBRARY__RESPONSE__RESULT_CLOUD_IDENTIFIERS
            unsafe message.pointee.cloud_identifiers = unsafe cloudIdentifierList(identifiers)
        case .localIdentifiers(let lists):
            unsafe message.pointee.result_case = PHOTOLIBRARY__RESPONSE__RESULT_LOCAL_IDENTIFIERS
            unsafe message.pointee.local_identifiers = unsafe localIdentifierList(lists)
        case .resources(let resources):
            unsafe message.pointee.result_case = PHOTOLIBRARY__RESPONSE__RESULT_RESOURCES
            unsafe message.pointee.resources = unsafe resourceList(resources)
        case .adjustment(let adjustment):
            let result = unsafe make(photolibrary__adjustment_result__init)
            if let adjustment { unsafe result.pointee.adjustment = unsafe self.adjustment(adjustment, isSet: false) }
            unsafe message.pointee.result_case = PHOTOLIBRARY__RESPONSE__RESULT_ADJUSTMENT
            unsafe message.pointee.adjustment = unsafe result
        case .picture(let size):
            unsafe message.pointee.result_case = PHOTOLIBRARY__RESPONSE__RESULT_PICTURE
            unsafe message.pointee.picture = unsafe picture(size)
        case .done:
            unsafe message.pointee.result_case = PHOTOLIBRARY__RESPONSE__RESULT_DONE
            unsafe message.pointee.done = unsafe make(photolibrary__empty__init)
        case .minted(let ids):
            let result = unsafe make(photolibrary__mint_result__init)
            unsafe result.pointee.identifiers = unsafe bytes(ids)
            unsafe message.pointee.result_case = PHOTOLIBRARY__RESPONSE__RESULT_MINT
            unsafe message.pointee.mint = unsafe result
        case .staged(let staged):
            unsafe message.pointee.result_case = PHOTOLIBRARY__RESPONSE__RESULT_STAGED
            unsafe message.pointee.staged = unsafe stagedResource(staged)
        case .token(let token):
            let result = unsafe make(photolibrary__token__init)
            unsafe result.pointee.token = unsafe bytes(token)
            unsafe message.pointee.result_case = PHOTOLIBRARY__RESPONSE__RESULT_TOKEN
            unsafe message.pointee.token = unsafe result
        case .history(let page):
            unsafe message.pointee.result_case = PHOTOLIBRARY__RESPONSE__RESULT_HISTORY
            unsafe message.pointee.history = unsafe historyColumns(page)
        case .changeEvent(let event):
            let result = unsafe make(photolibrary__change_event__init)
            unsafe result.pointee.token = unsafe bytes(event.token)
            unsafe result.pointee.has_is_resynchronization = 1
            unsafe result.pointee.is_resynchronization = event.isResynchronization ? 1 : 0
            unsafe message.pointee.result_case = PHOTOLIBRARY__RESPONSE__RESULT_CHANGE_EVENT
            unsafe message.pointee.change_event = unsafe result
        case .statistics(let statistics):
            unsafe message.pointee.result_case = PHOTOLIBRARY__RESPONSE__RESULT_STATISTICS
            unsafe message.pointee.statistics = unsafe self.statistics(statistics)
        case .grants(let grants):
            unsafe message.pointee.result_case = PHOTOLIBRARY__RESPONSE__RESULT_GRANTS
            unsafe message.pointee.grants = unsafe grantList(grants)
        case .verification(let page):
            unsafe message.pointee.result_case = PHOTOLIBRARY__RESPONSE__RESULT_VERIFICATION
            unsafe message.pointee.verification = unsafe verificationPage(page)
        case .pick(let event):
            unsafe message.pointee.result_case = PHOTOLIBRARY__RESPONSE__RESULT_PICK
            unsafe message.pointee.pick = unsafe pickEvent(event)
        case .selection(let assets):
            let result = unsafe make(photolibrary__selection_result__init)
            unsafe result.pointee.has_selected = 1
            unsafe result.pointee.selected = unsafe bytes(assets)
            unsafe message.pointee.result_case = PHOTOLIBRARY__RESPONSE__RESULT_SELECTION
            unsafe message.pointee.selection = unsafe result
        case .agentEvent(let event):
            unsafe message.pointee.result_case = PHOTOLIBRARY__RESPONSE__RESULT_AGENT_EVENT
            unsafe message.pointee.agent_event = unsafe agentEvent(event)
        case .months(let counts):
            unsafe message.pointee.result_case = PHOTOLIBRARY__RESPONSE__RESULT_MONTHS
            unsafe message.pointee.months = unsafe months(counts)
        case .appChanges(let changes):
            unsafe message.pointee.result_case = PHOTOLIBRARY__RESPONSE__RESULT_APP_CHANGES
            unsafe message.pointee.app_changes = unsafe appChanges(changes)
        case .undo(let result):
            unsafe message.pointee.result_case = PHOTOLIBRARY__RESPONSE__RESULT_UNDO
            unsafe message.pointee.undo = unsafe undoResult(result)
        }
        return unsafe message
    }

    func failure(_ error: LibraryError) -> UnsafeMutablePointer<Photolibrary__Failure> {
        let message = unsafe make(photolibrary__failure__init)
        unsafe message.pointee.code = error.code.rawValue
        unsafe message.pointee.reason = unsafe string(error.reason)
        unsafe message.pointee.has_is_retryable = 1
        unsafe message.pointee.is_retryable = error.isRetryable ? 1 : 0
        unsafe (message.pointee.n_details, message.pointee.details) = unsafe list(
            unsafe error.details.sorted { $0.key < $1.key }.map { name, value in
                let detail = unsafe make(photolibrary__failure_detail__init)
                unsafe detail.pointee.name = unsafe string(name)
                unsafe detail.pointee.value = unsafe string(value)
                return unsafe detail
            }
        )
        return unsafe message
    }
}

extension LibraryError {
    init(decoding message: Photolibrary__Failure) throws(LibraryError) {
        let details = unsafe try decodeList(message.n_details, message.details) {
            (detail: Photolibrary__FailureDetail) throws(LibraryError) in
            unsafe (decodeString(detail.name), decodeString(detail.value))
        }
        unsafe self.init(
            Code(rawValue: message.code),
            decodeString(message.reason),
            isRetryable: message.is_retryable != 0,
            details: Dictionary(details, uniquingKeysWith: { first, _ in first })
        )
    }
}
