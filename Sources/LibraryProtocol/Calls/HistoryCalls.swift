package import CLibraryProtocol
package import LibraryModel

// Change history and observation.

/// Reads the token of the current state.
package struct CurrentTokenCall: EmptyCall {
    package static let rules = CallRules.call(23, needs: .reading, .undecided, .tells)
    package typealias Reply = TokenResult

    package init() {}
}

/// Observes the library: each event says that the history may have grown.
package struct ObserveCall: EmptyCall, StreamCall {
    package static let rules = CallRules.stream(25, needs: .open, .reads)
    package typealias Reply = EmptyResult
    package typealias Event = EmptyResult

    package init() {}
}

package struct HistoryCall: Call {
    package static let rules = CallRules.call(24, needs: .reading, .undecided, .reads)
    package typealias Reply = HistoryPage
    package static let messageKind = MessageKind(photolibrary__history_call__init)

    package var token: [UInt8]
    package var filter: HistoryFilter

    package init(since token: [UInt8], matching filter: HistoryFilter = HistoryFilter()) {
        self.token = token
        self.filter = filter
    }

    package func write(to message: Message<Photolibrary__HistoryCall>) {
        message.put(\.has_token, \.token, token)
        message.put(\.has_object_kinds, \.object_kinds, filter.kinds?.map(\.rawValue))
        message.put(\.has_fields, \.fields, filter.fields?.rawValue)
        message.put(\.has_objects, \.objects, filter.objects)
        message.put(\.has_authors, \.authors, filter.authors?.map(\.rawValue))
        message.put(\.n_apps, \.apps, filter.apps)
    }

    package init(reading message: Message<Photolibrary__HistoryCall>) throws(LibraryError) {
        filter = HistoryFilter()
        filter.kinds = try HistoryCall.values(message.bytes(\.has_object_kinds, \.object_kinds), "object_kinds")
        filter.fields = message.number(\.has_fields, \.fields).map { ChangedFields(rawValue: $0) }
        filter.objects = try message.localIdentifiers(\.has_objects, \.objects)
        filter.authors = try HistoryCall.values(message.bytes(\.has_authors, \.authors), "authors")
        filter.apps = message.texts(\.n_apps, \.apps)
        try filter.check()
        token = try message.bytes(\.has_token, \.token).required("token")
    }

    /// Reads values of a byte each. Throws for an unknown one, and for more than there are cases.
    private static func values<Value: RawRepresentable & CaseIterable>(
        _ bytes: [UInt8]?,
        _ field: StaticString
    ) throws(LibraryError) -> [Value]? where Value.RawValue == UInt8 {
        guard let bytes else { return nil }
        let values = bytes.prefix(Value.allCases.count).compactMap { Value(rawValue: $0) }
        guard values.count == bytes.count else { throw .malformed("\(field)") }
        return values
    }
}
