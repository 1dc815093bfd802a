package import CLibraryProtocol
package import LibraryModel

/// The result of a fetch: identifiers, in the message or in sealed memory, or their number alone.
package enum FetchResult: ReplyMessage {
    /// `firstPage`: the properties of the first assets, without their identifiers, if they were requested.
    case found([ObjectID], hints: [RowHint], kinds: FetchedKinds, state: ChangeToken?, firstPage: AssetPage? = nil)
    /// The reply's sealed memory has the identifiers, then the hints if there are any.
    case foundInMemory(
        count: Int,
        hasHints: Bool,
        kind: ObjectKind,
        state: ChangeToken?,
        firstPage: AssetPage? = nil
    )
    case count(Int)

    package static let field = ResponseField.fetch
    package static let messageKind = MessageKind(photolibrary__fetch_result__init)

    package func write(to message: Message<Photolibrary__FetchResult>) {
        switch self {
        case .found(let ids, let hints, let kinds, let state, let firstPage):
            message.put(\.has_count, \.count, UInt64(ids.count))
            message.put(\.has_identifiers, \.identifiers, ids)
            message.put(\.n_hints, \.hints, hints)
            switch kinds {
            case .all(let kind): message.put(\.has_kind, \.kind, kind.wire)
            case .each(let kinds): message.put(\.has_kinds, \.kinds, kinds.map(\.rawValue))
            }
            message.put(\.has_token, \.token, state?.serialized)
            message.put(\.first_page, firstPage)
        case .foundInMemory(let count, let hasHints, let kind, let state, let firstPage):
            message.put(\.has_count, \.count, UInt64(clamping: count))
            message.put(\.has_kind, \.kind, kind.wire)
            message.put(\.has_is_in_descriptor, \.is_in_descriptor, true)
            message.put(\.has_has_hints, \.has_hints, hasHints)
            message.put(\.has_token, \.token, state?.serialized)
            message.put(\.first_page, firstPage)
        case .count(let count): message.put(\.has_count, \.count, UInt64(clamping: count))
        }
    }

    package init(reading message: Message<Photolibrary__FetchResult>) throws(LibraryError) {
        let count = Int(clamping: try message.number(\.has_count, \.count).required("count"))
        var state: ChangeToken?
        if let token = message.bytes(\.has_token, \.token) {
            guard let token = ChangeToken(serialized: token) else { throw .malformed("token") }
            state = token
        }
        func kind() throws(LibraryError) -> ObjectKind {
            try ObjectKind(wire: message.number(\.has_kind, \.kind).required("kind"))
        }
        let firstPage: AssetPage? = try message.part(\.first_page)
        guard firstPage.map({ $0.count <= count }) ?? true else { throw .malformed("first_page") }
        guard message.flag(\.has_is_in_descriptor, \.is_in_descriptor) != true else {
            let hasHints = message.flag(\.has_has_hints, \.has_hints) ?? false
            self = .foundInMemory(
                count: count,
                hasHints: hasHints,
                kind: try kind(),
                state: state,
                firstPage: firstPage
            )
            return
        }
        guard let ids = try message.objectIDs(\.has_identifiers, \.identifiers) else {
            self = .count(count)
            return
        }
        let hints = message.column(\.n_hints, \.hints)
        guard hints.isEmpty || hints.count == ids.count else { throw .malformed("hints") }
        guard firstPage.map({ $0.count <= ids.count }) ?? true else { throw .malformed("first_page") }
        guard let bytes = message.bytes(\.has_kinds, \.kinds) else {
            self = .found(ids, hints: hints, kinds: .all(try kind()), state: state, firstPage: firstPage)
            return
        }
        let kinds = bytes.compactMap { ObjectKind(rawValue: $0) }
        guard kinds.count == bytes.count, kinds.count == ids.count else { throw .malformed("kinds") }
        self = .found(ids, hints: hints, kinds: .each(kinds), state: state)
    }
}
