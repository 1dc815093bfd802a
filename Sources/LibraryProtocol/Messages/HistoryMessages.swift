package import CLibraryProtocol
package import LibraryModel

// Pages of history, in columns.

extension HistoryPage: ReplyMessage {
    package static let field = ResponseField.history
    package static let messageKind = MessageKind(photolibrary__history_columns__init)

    package func write(to message: Message<Photolibrary__HistoryColumns>) {
        message.put(\.n_sequences, \.sequences, sequences)
        message.put(\.n_times, \.times, times)
        message.put(\.n_change_counts, \.change_counts, changeCounts)
        message.put(\.n_unavailable, \.unavailable, unavailable)
        message.put(\.has_object_kinds, \.object_kinds, objectKinds)
        message.put(\.has_change_kinds, \.change_kinds, changeKinds)
        message.put(\.has_objects, \.objects, objects)
        message.put(\.n_fields, \.fields, fields)
        message.put(\.has_authors, \.authors, authors)
        message.put(\.n_apps, \.apps, apps)
        message.put(\.n_app_positions, \.app_positions, appPositions)
        message.put(\.has_next_token, \.next_token, next.serialized)
        message.put(\.has_has_more, \.has_more, hasMore)
    }

    package init(reading message: Message<Photolibrary__HistoryColumns>) throws(LibraryError) {
        let token = try message.bytes(\.has_next_token, \.next_token).required("next_token")
        guard let next = ChangeToken(serialized: token) else { throw .malformed("next_token") }
        self.init(since: next)
        sequences = message.column(\.n_sequences, \.sequences)
        times = message.column(\.n_times, \.times)
        changeCounts = message.column(\.n_change_counts, \.change_counts)
        unavailable = message.column(\.n_unavailable, \.unavailable)
        objectKinds = message.bytes(\.has_object_kinds, \.object_kinds) ?? []
        changeKinds = message.bytes(\.has_change_kinds, \.change_kinds) ?? []
        objects = try message.objectIDs(\.has_objects, \.objects) ?? []
        fields = message.column(\.n_fields, \.fields)
        authors = message.bytes(\.has_authors, \.authors) ?? []
        apps = message.texts(\.n_apps, \.apps)
        appPositions = message.column(\.n_app_positions, \.app_positions)
        hasMore = try message.flag(\.has_has_more, \.has_more).required("has_more")
        let changes = changeCounts.reduce(0) { $0 + Int($1) }
        guard times.count == sequences.count, changeCounts.count == sequences.count, objectKinds.count == changes,
            changeKinds.count == changes, objects.count == changes, fields.count == changes,
            unavailable.allSatisfy({ Int($0) < sequences.count })
        else { throw .malformed("history columns of different lengths") }
        // Optional columns.
        guard authors.isEmpty || authors.count == sequences.count,
            appPositions.isEmpty || appPositions.count == sequences.count,
            appPositions.allSatisfy({ Int($0) <= apps.count })
        else { throw .malformed("authors of transactions") }
    }
}
