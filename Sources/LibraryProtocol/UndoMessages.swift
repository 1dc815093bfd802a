internal import CLibraryProtocol
internal import LibraryModel

// What apps changed, and taking it back; and what the person takes back from an app as a whole.

extension MessageArena {
    /// Fills in a call about what apps changed. False for any other call.
    func setUndoCall(_ call: LibraryCall, of message: UnsafeMutablePointer<Photolibrary__Request>) -> Bool {
        switch call {
        case .revoke(let app):
            let call = unsafe make(photolibrary__revoke_call__init)
            unsafe call.pointee.app = unsafe string(app)
            unsafe message.pointee.call_case = PHOTOLIBRARY__REQUEST__CALL_REVOKE
            unsafe message.pointee.revoke = unsafe call
        case .forget(let app):
            let call = unsafe make(photolibrary__forget_call__init)
            unsafe call.pointee.app = unsafe string(app)
            unsafe message.pointee.call_case = PHOTOLIBRARY__REQUEST__CALL_FORGET
            unsafe message.pointee.forget = unsafe call
        case .appChanges(let app, let since, let transaction, let before):
            let call = unsafe make(photolibrary__app_changes_call__init)
            unsafe call.pointee.app = unsafe string(app)
            if let since { unsafe (call.pointee.has_since, call.pointee.since) = (1, since) }
            if let transaction { unsafe (call.pointee.has_transaction, call.pointee.transaction) = (1, transaction) }
            if let before { unsafe (call.pointee.has_before, call.pointee.before) = (1, before) }
            unsafe message.pointee.call_case = PHOTOLIBRARY__REQUEST__CALL_APP_CHANGES
            unsafe message.pointee.app_changes = unsafe call
        case .undo(let undo):
            unsafe message.pointee.call_case = PHOTOLIBRARY__REQUEST__CALL_UNDO
            unsafe message.pointee.undo = unsafe undoCall(undo)
        default: return false
        }
        return true
    }

    private func undoCall(_ undo: UndoRequest) -> UnsafeMutablePointer<Photolibrary__UndoCall> {
        let message = unsafe make(photolibrary__undo_call__init)
        unsafe message.pointee.app = unsafe string(undo.app)
        if let since = undo.since { unsafe (message.pointee.has_since, message.pointee.since) = (1, since) }
        if let transaction = undo.transaction {
            unsafe (message.pointee.has_transaction, message.pointee.transaction) = (1, transaction)
        }
        if let objects = undo.objects {
            unsafe message.pointee.has_objects = 1
            unsafe message.pointee.objects = unsafe bytes(objects)
        }
        unsafe (message.pointee.has_forces, message.pointee.forces) = (1, undo.forces ? 1 : 0)
        if let position = undo.position {
            unsafe (message.pointee.has_position, message.pointee.position) = (1, position)
        }
        return unsafe message
    }

    func appChanges(_ changes: AppChanges) -> UnsafeMutablePointer<Photolibrary__AppChanges> {
        let message = unsafe make(photolibrary__app_changes__init)
        unsafe message.pointee.has_more = changes.hasMore ? 1 : 0
        unsafe (message.pointee.n_transactions, message.pointee.transactions) = unsafe list(
            changes.transactions.map { transaction in
                let entry = unsafe make(photolibrary__app_transaction__init)
                unsafe entry.pointee.sequence = transaction.sequence
                unsafe entry.pointee.time = transaction.time
                unsafe entry.pointee.inserted = UInt64(clamping: transaction.insertedCount)
                unsafe entry.pointee.updated = UInt64(clamping: transaction.updatedCount)
                unsafe entry.pointee.deleted = UInt64(clamping: transaction.deletedCount)
                unsafe entry.pointee.kept = UInt64(clamping: transaction.keptCount)
                unsafe (entry.pointee.n_changes, entry.pointee.changes) = unsafe list(
                    transaction.changes.map { unsafe fieldChange($0) }
                )
                return unsafe entry
            }
        )
        return unsafe message
    }

    func undoResult(_ result: UndoResult) -> UnsafeMutablePointer<Photolibrary__UndoResult> {
        let message = unsafe make(photolibrary__undo_result__init)
        unsafe message.pointee.has_objects = 1
        unsafe message.pointee.objects = unsafe bytes(result.objects)
        unsafe (message.pointee.n_conflicts, message.pointee.conflicts) = unsafe list(
            result.conflicts.map { unsafe fieldChange($0) }
        )
        if let next = result.next { unsafe (message.pointee.has_next, message.pointee.next) = (1, next) }
        return unsafe message
    }

    private func fieldChange(_ change: FieldChange) -> UnsafeMutablePointer<Photolibrary__FieldChange> {
        let message = unsafe make(photolibrary__field_change__init)
        unsafe message.pointee.kind = change.object.kind.wire
        unsafe message.pointee.object = unsafe bytes(change.object.id)
        unsafe message.pointee.field = change.field.rawValue
        if let member = change.member {
            unsafe message.pointee.has_member = 1
            unsafe message.pointee.member = unsafe bytes(member)
        }
        unsafe message.pointee.former = unsafe fieldValue(change.former)
        unsafe message.pointee.present = unsafe fieldValue(change.present)
        unsafe message.pointee.standing = Photolibrary__FieldChange__Standing(rawValue: change.standing.rawValue)
        return unsafe message
    }

    private func fieldValue(_ value: FieldValue) -> UnsafeMutablePointer<Photolibrary__FieldValue> {
        let message = unsafe make(photolibrary__field_value__init)
        switch value {
        case .nothing: break
        case .number(let number): unsafe (message.pointee.has_number, message.pointee.number) = (1, number)
        case .place(let place):
            unsafe (message.pointee.has_latitude, message.pointee.latitude) = (1, place.latitude)
            unsafe (message.pointee.has_longitude, message.pointee.longitude) = (1, place.longitude)
            if let altitude = place.altitude {
                unsafe (message.pointee.has_altitude, message.pointee.altitude) = (1, altitude)
            }
        case .text(let text): unsafe message.pointee.text = unsafe string(text)
        case .texts(let texts): unsafe (message.pointee.n_texts, message.pointee.texts) = unsafe strings(texts)
        case .folder(let folder):
            unsafe message.pointee.has_folder = 1
            unsafe message.pointee.folder = unsafe bytes(folder)
        }
        return unsafe message
    }
}

extension LibraryCall {
    /// A call about what apps changed; nil for any other.
    init?(decodingUndoCall message: Photolibrary__Request) throws(LibraryError) {
        switch unsafe message.call_case {
        case PHOTOLIBRARY__REQUEST__CALL_REVOKE:
            self = unsafe .revoke(app: decodeString(try present(message.revoke).app))
        case PHOTOLIBRARY__REQUEST__CALL_FORGET:
            self = unsafe .forget(app: decodeString(try present(message.forget).app))
        case PHOTOLIBRARY__REQUEST__CALL_APP_CHANGES:
            let call = unsafe try present(message.app_changes)
            self = unsafe .appChanges(
                app: decodeString(call.app),
                since: call.has_since != 0 ? call.since : nil,
                transaction: call.has_transaction != 0 ? call.transaction : nil,
                before: call.has_before != 0 ? call.before : nil
            )
        case PHOTOLIBRARY__REQUEST__CALL_UNDO:
            self = unsafe .undo(try UndoRequest(decoding: present(message.undo)))
        default: return nil
        }
    }
}

extension UndoRequest {
    fileprivate init(decoding message: Photolibrary__UndoCall) throws(LibraryError) {
        let objects = unsafe message.has_objects != 0 ? try message.objects.localIdentifiers("objects") : nil
        guard objects?.count ?? 0 <= UndoRequest.maximumObjects else {
            throw LibraryError(.limitExceeded, "at most \(UndoRequest.maximumObjects) objects can be named at once")
        }
        unsafe self.init(
            app: decodeString(message.app),
            since: message.has_since != 0 ? message.since : nil,
            transaction: message.has_transaction != 0 ? message.transaction : nil,
            objects: objects,
            forces: message.forces != 0
        )
        position = unsafe message.has_position != 0 ? message.position : nil
    }
}

extension AppChanges {
    init(decoding message: Photolibrary__AppChanges) throws(LibraryError) {
        self.init()
        hasMore = unsafe message.has_more != 0
        transactions = unsafe try decodeList(message.n_transactions, message.transactions) {
            (transaction: Photolibrary__AppTransaction) throws(LibraryError) in
            unsafe AppTransaction(
                sequence: transaction.sequence,
                time: transaction.time,
                insertedCount: Int(clamping: transaction.inserted),
                updatedCount: Int(clamping: transaction.updated),
                deletedCount: Int(clamping: transaction.deleted),
                changes: try decodeList(transaction.n_changes, transaction.changes) {
                    (change: Photolibrary__FieldChange) throws(LibraryError) in
                    unsafe try FieldChange(decoding: change)
                },
                keptCount: Int(clamping: transaction.kept)
            )
        }
    }
}

extension UndoResult {
    init(decoding message: Photolibrary__UndoResult) throws(LibraryError) {
        self.init()
        objects = unsafe try message.objects.localIdentifiers("objects")
        conflicts = unsafe try decodeList(message.n_conflicts, message.conflicts) {
            (change: Photolibrary__FieldChange) throws(LibraryError) in
            unsafe try FieldChange(decoding: change)
        }
        next = unsafe message.has_next != 0 ? message.next : nil
    }
}

extension FieldChange {
    fileprivate init(decoding message: Photolibrary__FieldChange) throws(LibraryError) {
        guard let standing = unsafe Standing(rawValue: message.standing.rawValue) else { throw .malformed("standing") }
        unsafe self.init(
            LocalIdentifier(try ObjectKind(wire: message.kind), try message.object.objectID("object")),
            ChangedFields(rawValue: message.field),
            member: message.has_member != 0 ? try message.member.objectID("member") : nil,
            former: try FieldValue(decoding: LibraryProtocol.present(message.former)),
            present: try FieldValue(decoding: LibraryProtocol.present(message.present)),
            standing
        )
    }
}

extension FieldValue {
    fileprivate init(decoding message: Photolibrary__FieldValue) throws(LibraryError) {
        if unsafe message.has_number != 0 {
            self = unsafe .number(message.number)
        } else if unsafe message.has_latitude != 0 {
            self = unsafe .place(
                Coordinate(
                    latitude: message.latitude,
                    longitude: message.longitude,
                    altitude: message.has_altitude != 0 ? message.altitude : nil
                )
            )
        } else if let text = unsafe decodeOptionalString(message.text) {
            self = .text(text)
        } else if unsafe message.has_folder != 0 {
            self = unsafe .folder(try message.folder.objectID("folder"))
        } else {
            let texts = unsafe decodeStrings(message.n_texts, message.texts)
            self = texts.isEmpty ? .nothing : .texts(texts)
        }
    }
}
