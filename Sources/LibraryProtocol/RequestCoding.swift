internal import CLibraryProtocol
package import LibraryModel

extension LibraryRequest {
    /// Packs the request behind the first `offset` bytes of `buffer`, which grows when it must but never shrinks, so
    /// that one buffer serves call after call without being cleared. Returns where the message ends.
    package func encode(into buffer: inout [UInt8], at offset: Int) -> Int {
        let arena = MessageArena()
        let message = unsafe arena.request(self)
        // All that a request may carry lies at one place.
        guard let call = unsafe message.pointee.ping else { preconditionFailure("a request carries a call") }
        let end = unsafe Envelope.pack(
            UnsafeRawPointer(call).assumingMemoryBound(to: ProtobufCMessage.self),
            as: message.pointee.call_case.rawValue,
            timeout: timeout,
            into: &buffer,
            at: offset
        )
        return withExtendedLifetime(arena) { end }
    }

    /// Unpacks a request. Throws `protocolViolation` for what is no request, `unimplemented` for a call that this
    /// version does not know, and what else is wrong with its fields.
    package init(decoding payload: Span<UInt8>) throws(LibraryError) {
        try self.init(decoding: payload, UnpackCost.measure(payload))
    }

    /// Unpacks a request that was measured, and for which as much memory is set aside.
    package init(decoding payload: Span<UInt8>, _ cost: UnpackCost) throws(LibraryError) {
        let arena = MessageArena(budget: cost.messages)
        defer { withExtendedLifetime(arena) {} }
        var outer = unsafe Photolibrary__Request()
        unsafe photolibrary__request__init(&outer)
        let first = FirstLook(payload)
        guard !first.isInDescriptor else { throw .malformed("a message in memory that is elsewhere") }
        if let carried = unsafe Envelope.unpack(payload, first, outer.base.descriptor, arena) {
            unsafe outer.call_case = Photolibrary__Request__CallCase(rawValue: carried.field)
            unsafe outer.ping = UnsafeMutableRawPointer(carried.message)
                .assumingMemoryBound(to: Photolibrary__PingCall.self)
            self.init(unsafe try LibraryCall(decoding: outer), timeout: carried.timeout)
            return
        }
        guard let message = unsafe arena.unpack(payload, photolibrary__request__unpack) else {
            throw .malformed("request")
        }
        // By the first look it was decided who may ask this, and how long it may be.
        let number = unsafe UInt64(message.pointee.call_case.rawValue)
        guard number == 0 || number == first.callNumber else { throw .malformed("two calls in a request") }
        let timeout = unsafe message.pointee.has_timeout != 0 ? message.pointee.timeout : nil
        guard timeout == first.timeout, unsafe message.pointee.is_in_descriptor == 0 else {
            throw .malformed("a field behind the call")
        }
        unsafe self.init(try LibraryCall(decoding: message.pointee), timeout: timeout)
    }

    /// The field number of the call in a packed request, 0 when it cannot be told. Reads a few bytes and no further:
    /// for deciding how to run a request before it is unpacked.
    package static func callNumber(peeking payload: Span<UInt8>) -> UInt64 {
        FirstLook(payload).callNumber
    }
}

/// Numbers of calls as `library.proto` has them, for those that need telling apart before they are unpacked.
package enum LibraryCallNumber {
    package static let ping: UInt64 = 10
    package static let authorizationStatus: UInt64 = 11
    package static let fetch: UInt64 = 13
    package static let load: UInt64 = 14
    package static let resources: UInt64 = 15
    package static let openResource: UInt64 = 16
    package static let adjustment: UInt64 = 17
    package static let thumbnail: UInt64 = 18
    package static let encodeJPEG: UInt64 = 19
    package static let mint: UInt64 = 20
    package static let stage: UInt64 = 21
    package static let perform: UInt64 = 22
    package static let currentToken: UInt64 = 23
    package static let history: UInt64 = 24
    package static let cloudIdentifiers: UInt64 = 27
    package static let localIdentifiers: UInt64 = 28
    package static let pick: UInt64 = 29
    package static let pickedResources: UInt64 = 31
    package static let openPicked: UInt64 = 32
    package static let performAfterConfirmation: UInt64 = 35
    /// `statistics`: from here on calls are for the management socket.
    package static let firstOfManagement: UInt64 = 40
    package static let select: UInt64 = 43
    package static let months: UInt64 = 49

    /// Every call of the schema.
    package static var all: [UInt64] {
        let request = unsafe MessageKind.descriptor(photolibrary__request__init)
        let fields = unsafe UnsafeBufferPointer(
            start: request.pointee.fields,
            count: Int(request.pointee.n_fields)
        )
        return unsafe fields.map { unsafe UInt64($0.id) }.filter { $0 >= 10 }
    }
}

extension [UInt8] {
    /// Makes the array at least `count` long; what it held stays.
    mutating func reserveRoom(upTo count: Int) {
        guard self.count < count else { return }
        append(contentsOf: repeatElement(0, count: count - self.count))
    }
}

extension MessageArena {
    fileprivate func request(_ request: LibraryRequest) -> UnsafeMutablePointer<Photolibrary__Request> {
        let message = unsafe make(photolibrary__request__init)
        func empty() -> UnsafeMutablePointer<Photolibrary__Empty> { unsafe make(photolibrary__empty__init) }
        switch request.call {
        case .ping(let payload, let replySize):
            let call = unsafe make(photolibrary__ping_call__init)
            unsafe call.pointee.has_payload = 1
            unsafe call.pointee.payload = unsafe bytes(payload)
            unsafe call.pointee.has_reply_size = 1
            unsafe call.pointee.reply_size = UInt32(clamping: replySize)
            unsafe message.pointee.call_case = PHOTOLIBRARY__REQUEST__CALL_PING
            unsafe message.pointee.ping = unsafe call
        case .authorizationStatus(let level):
            unsafe message.pointee.call_case = PHOTOLIBRARY__REQUEST__CALL_AUTHORIZATION_STATUS
            unsafe message.pointee.authorization_status = unsafe authorizationCall(level)
        case .requestAuthorization(let level):
            unsafe message.pointee.call_case = PHOTOLIBRARY__REQUEST__CALL_REQUEST_AUTHORIZATION
            unsafe message.pointee.request_authorization = unsafe authorizationCall(level)
        case .fetch(let fetch):
            unsafe message.pointee.call_case = PHOTOLIBRARY__REQUEST__CALL_FETCH
            unsafe message.pointee.fetch = unsafe fetchCall(fetch, countOnly: false)
        case .count(let fetch):
            unsafe message.pointee.call_case = PHOTOLIBRARY__REQUEST__CALL_FETCH
            unsafe message.pointee.fetch = unsafe fetchCall(fetch, countOnly: true)
        case .load(let kind, let ids, let hints, let includesDeleted):
            unsafe message.pointee.call_case = PHOTOLIBRARY__REQUEST__CALL_LOAD
            unsafe message.pointee.load = unsafe loadCall(
                kind,
                ids,
                hints: hints,
                includesDeleted: includesDeleted
            )
        case .cloudIdentifiers(let objects):
            unsafe message.pointee.call_case = PHOTOLIBRARY__REQUEST__CALL_CLOUD_IDENTIFIERS
            unsafe message.pointee.cloud_identifiers = unsafe cloudIdentifiersCall(objects)
        case .localIdentifiers(let identifiers, let onlySynced):
            unsafe message.pointee.call_case = PHOTOLIBRARY__REQUEST__CALL_LOCAL_IDENTIFIERS
            unsafe message.pointee.local_identifiers = unsafe localIdentifiersCall(
                identifiers,
                onlySynced: onlySynced
            )
        case .details(let assets):
            unsafe message.pointee.call_case = PHOTOLIBRARY__REQUEST__CALL_DETAILS
            unsafe message.pointee.details = unsafe detailsCall(assets)
        case .resources(let asset):
            let call = unsafe make(photolibrary__resources_call__init)
            unsafe call.pointee.asset = unsafe bytes(asset)
            unsafe message.pointee.call_case = PHOTOLIBRARY__REQUEST__CALL_RESOURCES
            unsafe message.pointee.resources = unsafe call
        case .openResource(let kind, let asset):
            let call = unsafe make(photolibrary__open_resource_call__init)
            unsafe call.pointee.asset = unsafe bytes(asset)
            unsafe call.pointee.kind = kind.rawValue
            unsafe message.pointee.call_case = PHOTOLIBRARY__REQUEST__CALL_OPEN_RESOURCE
            unsafe message.pointee.open_resource = unsafe call
        case .adjustment(let asset):
            let call = unsafe make(photolibrary__adjustment_call__init)
            unsafe call.pointee.asset = unsafe bytes(asset)
            unsafe message.pointee.call_case = PHOTOLIBRARY__REQUEST__CALL_ADJUSTMENT
            unsafe message.pointee.adjustment = unsafe call
        case .thumbnail(let asset, let size, let kind):
            let call = unsafe make(photolibrary__thumbnail_call__init)
            unsafe call.pointee.asset = unsafe bytes(asset)
            unsafe call.pointee.width = UInt32(clamping: size.width)
            unsafe call.pointee.height = UInt32(clamping: size.height)
            if let kind {
                unsafe call.pointee.has_kind = 1
                unsafe call.pointee.kind = kind.rawValue
            }
            unsafe message.pointee.call_case = PHOTOLIBRARY__REQUEST__CALL_THUMBNAIL
            unsafe message.pointee.thumbnail = unsafe call
        case .encodeJPEG(let size, let quality):
            let call = unsafe make(photolibrary__encode_jpeg_call__init)
            unsafe call.pointee.picture = unsafe picture(size)
            unsafe call.pointee.quality = UInt32(clamping: quality)
            unsafe message.pointee.call_case = PHOTOLIBRARY__REQUEST__CALL_ENCODE_JPEG
            unsafe message.pointee.encode_jpeg = unsafe call
        case .mint(let count):
            let call = unsafe make(photolibrary__mint_call__init)
            unsafe call.pointee.count = UInt32(clamping: count)
            unsafe message.pointee.call_case = PHOTOLIBRARY__REQUEST__CALL_MINT
            unsafe message.pointee.mint = unsafe call
        case .stage(let filename):
            let call = unsafe make(photolibrary__stage_call__init)
            unsafe call.pointee.filename = unsafe string(filename)
            unsafe message.pointee.call_case = PHOTOLIBRARY__REQUEST__CALL_STAGE
            unsafe message.pointee.stage = unsafe call
        case .perform(let block):
            unsafe message.pointee.call_case = PHOTOLIBRARY__REQUEST__CALL_PERFORM
            unsafe message.pointee.perform = unsafe performCall(block)
        case .currentToken:
            unsafe message.pointee.call_case = PHOTOLIBRARY__REQUEST__CALL_CURRENT_TOKEN
            unsafe message.pointee.current_token = unsafe empty()
        case .history(let token, let filter):
            unsafe message.pointee.call_case = PHOTOLIBRARY__REQUEST__CALL_HISTORY
            unsafe message.pointee.history = unsafe historyCall(token, filter)
        case .observe:
            unsafe message.pointee.call_case = PHOTOLIBRARY__REQUEST__CALL_OBSERVE
            unsafe message.pointee.observe = unsafe empty()
        case .statistics:
            unsafe message.pointee.call_case = PHOTOLIBRARY__REQUEST__CALL_STATISTICS
            unsafe message.pointee.statistics = unsafe empty()
        case .grants:
            unsafe message.pointee.call_case = PHOTOLIBRARY__REQUEST__CALL_GRANTS
            unsafe message.pointee.grants = unsafe empty()
        case .setGrant(let app, let level, let status, let until, let confirmsChanges):
            unsafe message.pointee.call_case = PHOTOLIBRARY__REQUEST__CALL_SET_GRANT
            unsafe message.pointee.set_grant = unsafe setGrantCall(
                app: app,
                level,
                status,
                until: until,
                confirmsChanges: confirmsChanges
            )
        case .select(let app, let assets, let deselects):
            unsafe message.pointee.call_case = PHOTOLIBRARY__REQUEST__CALL_SELECT
            unsafe message.pointee.select = unsafe selectCall(app: app, assets, deselects: deselects)
        case .verify(let position):
            let call = unsafe make(photolibrary__verify_call__init)
            if let position {
                unsafe call.pointee.has_position = 1
                unsafe call.pointee.position = position
            }
            unsafe message.pointee.call_case = PHOTOLIBRARY__REQUEST__CALL_VERIFY
            unsafe message.pointee.verify = unsafe call
        case .pick, .updatePick, .pickedResources, .openPicked, .pickedThumbnail, .pickedJPEG, .dismissPick,
            .changeSelection, .performAfterConfirmation:
            _ = unsafe setPickCall(request.call, of: message)
        case .attend, .answer, .picking, .thumbnailFile, .months, .setPolicy, .endPicks, .selection:
            _ = unsafe setAgentCall(request.call, of: message)
        case .revoke, .forget, .appChanges, .undo:
            _ = unsafe setUndoCall(request.call, of: message)
        }
        return unsafe message
    }
}

extension LibraryCall {
    fileprivate init(decoding message: Photolibrary__Request) throws(LibraryError) {
        switch unsafe message.call_case {
        case PHOTOLIBRARY__REQUEST__CALL_PING:
            let call = unsafe try present(message.ping)
            self = unsafe .ping(payload: call.payload.array, replySize: Int(call.reply_size))
        case PHOTOLIBRARY__REQUEST__CALL_AUTHORIZATION_STATUS:
            self = unsafe .authorizationStatus(try AccessLevel(wire: present(message.authorization_status).level))
        case PHOTOLIBRARY__REQUEST__CALL_REQUEST_AUTHORIZATION:
            self = unsafe .requestAuthorization(try AccessLevel(wire: present(message.request_authorization).level))
        case PHOTOLIBRARY__REQUEST__CALL_FETCH:
            let call = unsafe try present(message.fetch)
            let fetch = unsafe try FetchRequest(decoding: call)
            self = unsafe call.count_only != 0 ? .count(fetch) : .fetch(fetch)
        case PHOTOLIBRARY__REQUEST__CALL_LOAD:
            let call = unsafe try present(message.load)
            let ids = unsafe try call.identifiers.objectIDs("identifiers")
            let hints: [RowHint] = unsafe decodeColumn(call.n_hints, call.hints)
            guard ids.count <= AssetPage.maximumRows else {
                throw LibraryError(.limitExceeded, "a page has at most \(AssetPage.maximumRows) rows")
            }
            guard hints.isEmpty || hints.count == ids.count else { throw .malformed("hints") }
            self = unsafe .load(
                try ObjectKind(wire: call.kind),
                ids,
                hints: hints,
                includesDeleted: call.includes_deleted != 0
            )
        case PHOTOLIBRARY__REQUEST__CALL_CLOUD_IDENTIFIERS:
            self = unsafe try LibraryCall(decoding: present(message.cloud_identifiers))
        case PHOTOLIBRARY__REQUEST__CALL_LOCAL_IDENTIFIERS:
            self = unsafe try LibraryCall(decoding: present(message.local_identifiers))
        case PHOTOLIBRARY__REQUEST__CALL_DETAILS:
            let ids = unsafe try present(message.details).assets.objectIDs("assets")
            guard ids.count <= AssetDetails.maximumCount else {
                throw LibraryError(.limitExceeded, "a details call names at most \(AssetDetails.maximumCount) assets")
            }
            self = .details(of: ids)
        case PHOTOLIBRARY__REQUEST__CALL_RESOURCES:
            self = unsafe .resources(of: try present(message.resources).asset.objectID("asset"))
        case PHOTOLIBRARY__REQUEST__CALL_OPEN_RESOURCE:
            let call = unsafe try present(message.open_resource)
            self = unsafe .openResource(ResourceKind(rawValue: call.kind), of: try call.asset.objectID("asset"))
        case PHOTOLIBRARY__REQUEST__CALL_ADJUSTMENT:
            self = unsafe .adjustment(of: try present(message.adjustment).asset.objectID("asset"))
        case PHOTOLIBRARY__REQUEST__CALL_THUMBNAIL:
            let call = unsafe try present(message.thumbnail)
            self = unsafe .thumbnail(
                of: try call.asset.objectID("asset"),
                PixelSize(width: Int(call.width), height: Int(call.height)),
                call.has_kind != 0 ? ResourceKind(rawValue: call.kind) : nil
            )
        case PHOTOLIBRARY__REQUEST__CALL_ENCODE_JPEG:
            let call = unsafe try present(message.encode_jpeg)
            let size = unsafe try present(call.picture)
            self = unsafe .encodeJPEG(
                PixelSize(width: Int(size.width), height: Int(size.height)),
                quality: Int(call.quality)
            )
        case PHOTOLIBRARY__REQUEST__CALL_MINT:
            self = unsafe .mint(Int(try present(message.mint).count))
        case PHOTOLIBRARY__REQUEST__CALL_STAGE:
            self = unsafe .stage(filename: decodeString(try present(message.stage).filename))
        case PHOTOLIBRARY__REQUEST__CALL_PERFORM:
            self = unsafe .perform(try ChangeBlock(decoding: present(message.perform)))
        case PHOTOLIBRARY__REQUEST__CALL_CURRENT_TOKEN: self = .currentToken
        case PHOTOLIBRARY__REQUEST__CALL_HISTORY:
            self = unsafe try LibraryCall(decoding: present(message.history))
        case PHOTOLIBRARY__REQUEST__CALL_OBSERVE: self = .observe
        case PHOTOLIBRARY__REQUEST__CALL_STATISTICS: self = .statistics
        case PHOTOLIBRARY__REQUEST__CALL_GRANTS: self = .grants
        case PHOTOLIBRARY__REQUEST__CALL_SET_GRANT:
            let call = unsafe try present(message.set_grant)
            self = unsafe .setGrant(
                app: decodeString(call.app),
                try AccessLevel(wire: call.level),
                try AuthorizationStatus(wire: call.status),
                until: call.has_until != 0 ? call.until : nil,
                confirmsChanges: call.has_confirms_changes != 0 ? call.confirms_changes != 0 : nil
            )
        case PHOTOLIBRARY__REQUEST__CALL_SELECT:
            let call = unsafe try present(message.select)
            self = unsafe .select(
                app: decodeString(call.app),
                try call.assets.objectIDs("assets"),
                deselects: call.deselects != 0
            )
        case PHOTOLIBRARY__REQUEST__CALL_VERIFY:
            let call = unsafe try present(message.verify)
            self = unsafe .verify(position: call.has_position != 0 ? call.position : nil)
        default:
            if let call = unsafe try LibraryCall(decodingPickCall: message) {
                self = call
            } else if let call = unsafe try LibraryCall(decodingAgentCall: message) {
                self = call
            } else if let call = unsafe try LibraryCall(decodingUndoCall: message) {
                self = call
            } else {
                throw LibraryError(.unimplemented, "this server does not know the call")
            }
        }
    }
}
