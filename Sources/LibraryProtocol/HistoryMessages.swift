internal import CLibraryProtocol
internal import LibraryModel

// HistoryCall, and the columns of history.

extension MessageArena {
    func historyCall(
        _ token: [UInt8],
        _ filter: HistoryFilter
    ) -> UnsafeMutablePointer<Photolibrary__HistoryCall> {
        let message = unsafe make(photolibrary__history_call__init)
        unsafe message.pointee.token = unsafe bytes(token)
        if let kinds = filter.kinds {
            unsafe message.pointee.has_object_kinds = 1
            unsafe message.pointee.object_kinds = unsafe bytes(kinds.map(\.rawValue))
        }
        if let fields = filter.fields {
            unsafe message.pointee.has_fields = 1
            unsafe message.pointee.fields = fields.rawValue
        }
        if let objects = filter.objects {
            unsafe message.pointee.has_objects = 1
            unsafe message.pointee.objects = unsafe bytes(objects)
        }
        if let authors = filter.authors {
            unsafe message.pointee.has_authors = 1
            unsafe message.pointee.authors = unsafe bytes(authors.map(\.rawValue))
        }
        unsafe (message.pointee.n_apps, message.pointee.apps) = unsafe strings(filter.apps)
        return unsafe message
    }

    func historyColumns(_ page: HistoryPage) -> UnsafeMutablePointer<Photolibrary__HistoryColumns> {
        let message = unsafe make(photolibrary__history_columns__init)
        unsafe (message.pointee.n_sequences, message.pointee.sequences) = unsafe column(page.sequences)
        unsafe (message.pointee.n_times, message.pointee.times) = unsafe column(page.times)
        unsafe (message.pointee.n_change_counts, message.pointee.change_counts) = unsafe column(page.changeCounts)
        unsafe (message.pointee.n_unavailable, message.pointee.unavailable) = unsafe column(page.unavailable)
        unsafe message.pointee.has_object_kinds = 1
        unsafe message.pointee.object_kinds = unsafe bytes(page.objectKinds)
        unsafe message.pointee.has_change_kinds = 1
        unsafe message.pointee.change_kinds = unsafe bytes(page.changeKinds)
        unsafe message.pointee.has_objects = 1
        unsafe message.pointee.objects = unsafe bytes(page.objects)
        unsafe (message.pointee.n_fields, message.pointee.fields) = unsafe column(page.fields)
        unsafe message.pointee.has_authors = 1
        unsafe message.pointee.authors = unsafe bytes(page.authors)
        unsafe (message.pointee.n_apps, message.pointee.apps) = unsafe strings(page.apps)
        unsafe (message.pointee.n_app_positions, message.pointee.app_positions) = unsafe column(page.appPositions)
        unsafe message.pointee.next_token = unsafe bytes(page.next.serialized)
        unsafe message.pointee.has_more = page.hasMore ? 1 : 0
        return unsafe message
    }
}

extension LibraryCall {
    init(decoding message: Photolibrary__HistoryCall) throws(LibraryError) {
        var filter = HistoryFilter()
        if unsafe message.has_object_kinds != 0 {
            filter.kinds = unsafe try decodeBytes(message.object_kinds, "object_kinds")
        }
        if unsafe message.has_fields != 0 { filter.fields = unsafe ChangedFields(rawValue: message.fields) }
        if unsafe message.has_objects != 0 { filter.objects = unsafe try message.objects.localIdentifiers("objects") }
        if unsafe message.has_authors != 0 { filter.authors = unsafe try decodeBytes(message.authors, "authors") }
        filter.apps = unsafe decodeStrings(message.n_apps, message.apps)
        try filter.check()
        self = unsafe .history(since: message.token.array, matching: filter)
    }
}

/// Values of a byte each. One that is not known, or that are more than there are, is malformed.
private func decodeBytes<Value: RawRepresentable & CaseIterable>(
    _ bytes: ProtobufCBinaryData,
    _ field: StaticString
) throws(LibraryError) -> [Value] where Value.RawValue == UInt8 {
    guard unsafe bytes.len <= Value.allCases.count else { throw .malformed("\(field)") }
    var values: [Value] = []
    for byte in unsafe bytes.array {
        guard let value = Value(rawValue: byte) else { throw .malformed("\(field)") }
        values.append(value)
    }
    return values
}

extension HistoryPage {
    init(decoding message: Photolibrary__HistoryColumns) throws(LibraryError) {
        guard let next = unsafe ChangeToken(serialized: message.next_token.array) else {
            throw .malformed("next_token")
        }
        self.init(since: next)
        sequences = unsafe decodeColumn(message.n_sequences, message.sequences)
        times = unsafe decodeColumn(message.n_times, message.times)
        changeCounts = unsafe decodeColumn(message.n_change_counts, message.change_counts)
        unavailable = unsafe decodeColumn(message.n_unavailable, message.unavailable)
        objectKinds = unsafe message.object_kinds.array
        changeKinds = unsafe message.change_kinds.array
        objects = unsafe try message.objects.objectIDs("objects")
        fields = unsafe decodeColumn(message.n_fields, message.fields)
        authors = unsafe message.authors.array
        apps = unsafe decodeStrings(message.n_apps, message.apps)
        appPositions = unsafe decodeColumn(message.n_app_positions, message.app_positions)
        hasMore = unsafe message.has_more != 0
        let changes = changeCounts.reduce(0) { $0 + Int($1) }
        guard times.count == sequences.count, changeCounts.count == sequences.count, objectKinds.count == changes,
            changeKinds.count == changes, objects.count == changes, fields.count == changes,
            unavailable.allSatisfy({ Int($0) < sequences.count })
        else { throw .malformed("history columns of different lengths") }
        // A server that does not tell leaves them out.
        guard authors.isEmpty || authors.count == sequences.count,
            appPositions.isEmpty || appPositions.count == sequences.count,
            appPositions.allSatisfy({ Int($0) <= apps.count })
        else { throw .malformed("authors of transactions") }
    }
}
