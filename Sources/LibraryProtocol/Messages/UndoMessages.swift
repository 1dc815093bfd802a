package import CLibraryProtocol
package import LibraryModel

// Changes of apps, and undoing them.

extension UndoRequest: MessageValue {
    package static let messageKind = MessageKind(photolibrary__undo_call__init)

    package func write(to message: Message<Photolibrary__UndoCall>) {
        message.put(\.app, app)
        message.put(\.has_since, \.since, since)
        message.put(\.has_transaction, \.transaction, transaction)
        message.put(\.has_objects, \.objects, objects)
        message.put(\.has_forces, \.forces, forces)
        message.put(\.has_position, \.position, position)
    }

    package init(reading message: Message<Photolibrary__UndoCall>) throws(LibraryError) {
        self.init(
            app: message.text(\.app),
            since: message.number(\.has_since, \.since),
            transaction: message.number(\.has_transaction, \.transaction),
            objects: try message.localIdentifiers(\.has_objects, \.objects),
            forces: message.flag(\.has_forces, \.forces) ?? false
        )
        try check()
        position = message.number(\.has_position, \.position)
    }
}

extension AppChanges: ReplyMessage {
    package static let field = ResponseField.appChanges
    package static let messageKind = MessageKind(photolibrary__app_changes__init)

    package func write(to message: Message<Photolibrary__AppChanges>) {
        message.put(\.n_transactions, \.transactions, transactions)
        message.put(\.has_has_more, \.has_more, hasMore)
    }

    package init(reading message: Message<Photolibrary__AppChanges>) throws(LibraryError) {
        self.init()
        hasMore = try message.flag(\.has_has_more, \.has_more).required("has_more")
        transactions = try message.parts(\.n_transactions, \.transactions)
    }
}

extension AppTransaction: MessageValue {
    package static let messageKind = MessageKind(photolibrary__app_transaction__init)

    package func write(to message: Message<Photolibrary__AppTransaction>) {
        message.put(\.has_sequence, \.sequence, sequence)
        message.put(\.has_time, \.time, time)
        message.put(\.has_inserted, \.inserted, UInt64(clamping: insertedCount))
        message.put(\.has_updated, \.updated, UInt64(clamping: updatedCount))
        message.put(\.has_deleted, \.deleted, UInt64(clamping: deletedCount))
        message.put(\.n_changes, \.changes, changes)
        message.put(\.has_kept, \.kept, UInt64(clamping: keptCount))
        message.put(\.has_undoes, \.undoes, undoes)
    }

    package init(reading message: Message<Photolibrary__AppTransaction>) throws(LibraryError) {
        self.init(
            sequence: try message.number(\.has_sequence, \.sequence).required("sequence"),
            time: try message.number(\.has_time, \.time).required("time"),
            insertedCount: Int(clamping: try message.number(\.has_inserted, \.inserted).required("inserted")),
            updatedCount: Int(clamping: try message.number(\.has_updated, \.updated).required("updated")),
            deletedCount: Int(clamping: try message.number(\.has_deleted, \.deleted).required("deleted")),
            changes: try message.parts(\.n_changes, \.changes),
            keptCount: Int(clamping: try message.number(\.has_kept, \.kept).required("kept"))
        )
        undoes = message.number(\.has_undoes, \.undoes)
    }
}

extension UndoResult: ReplyMessage {
    package static let field = ResponseField.undo
    package static let messageKind = MessageKind(photolibrary__undo_result__init)

    package func write(to message: Message<Photolibrary__UndoResult>) {
        message.put(\.has_objects, \.objects, objects)
        message.put(\.n_conflicts, \.conflicts, conflicts)
        message.put(\.has_next, \.next, next)
    }

    package init(reading message: Message<Photolibrary__UndoResult>) throws(LibraryError) {
        self.init()
        objects = try message.localIdentifiers(\.has_objects, \.objects) ?? []
        conflicts = try message.parts(\.n_conflicts, \.conflicts)
        next = message.number(\.has_next, \.next)
    }
}

extension FieldChange: MessageValue {
    package static let messageKind = MessageKind(photolibrary__field_change__init)

    package func write(to message: Message<Photolibrary__FieldChange>) {
        message.put(\.has_kind, \.kind, object.kind.wire)
        message.put(\.has_object, \.object, object.id)
        message.put(\.has_field, \.field, field.rawValue)
        message.put(\.has_member, \.member, member)
        message.put(\.former, former)
        message.put(\.present, present)
        message.put(\.has_standing, \.standing, Photolibrary__FieldChange__Standing(standing.rawValue))
    }

    package init(reading message: Message<Photolibrary__FieldChange>) throws(LibraryError) {
        let kind = try ObjectKind(wire: message.number(\.has_kind, \.kind).required("kind"))
        let standing = try message.number(\.has_standing, \.standing).required("standing")
        guard let standing = Standing(rawValue: standing.rawValue) else { throw .malformed("standing") }
        self.init(
            LocalIdentifier(kind, try message.objectID(\.has_object, \.object).required("object")),
            ChangedFields(rawValue: try message.number(\.has_field, \.field).required("field")),
            member: try message.objectID(\.has_member, \.member),
            former: try message.part(\.former).required("former"),
            present: try message.part(\.present).required("present"),
            standing
        )
    }
}

extension FieldValue: MessageValue {
    package static let messageKind = MessageKind(photolibrary__field_value__init)

    package func write(to message: Message<Photolibrary__FieldValue>) {
        switch self {
        case .nothing: break
        case .number(let number): message.put(\.has_number, \.number, number)
        case .place(let place):
            message.put(\.has_latitude, \.latitude, place.latitude)
            message.put(\.has_longitude, \.longitude, place.longitude)
            message.put(\.has_altitude, \.altitude, place.altitude)
        case .text(let text): message.put(\.text, text)
        case .texts(let texts): message.put(\.n_texts, \.texts, texts)
        case .folder(let folder): message.put(\.has_folder, \.folder, folder)
        }
    }

    package init(reading message: Message<Photolibrary__FieldValue>) throws(LibraryError) {
        if let number = message.number(\.has_number, \.number) {
            self = .number(number)
        } else if let latitude = message.number(\.has_latitude, \.latitude) {
            let longitude = message.number(\.has_longitude, \.longitude) ?? 0
            let altitude = message.number(\.has_altitude, \.altitude)
            self = .place(Coordinate(latitude: latitude, longitude: longitude, altitude: altitude))
        } else if let text = message.text(\.text) {
            self = .text(text)
        } else if let folder = try message.objectID(\.has_folder, \.folder) {
            self = .folder(folder)
        } else {
            let texts = message.texts(\.n_texts, \.texts)
            self = texts.isEmpty ? .nothing : .texts(texts)
        }
    }
}
