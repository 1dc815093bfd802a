package import CLibraryProtocol
package import LibraryModel

// Changes that the library and the sync process exchange.

extension SyncedChange: MessageValue {
    package static let messageKind = MessageKind(photolibrary__synced_object__init)

    package func write(to message: Message<Photolibrary__SyncedObject>) {
        message.put(\.has_record, \.record, record)
        message.put(\.has_kind, \.kind, UInt32(kind))
        message.put(\.has_time, \.time, time == 0 ? nil : time)
        if isPurged { message.put(\.has_is_purged, \.is_purged, true) }
        if !fields.isEmpty {
            message.put(\.n_field_numbers, \.field_numbers, fields.map { UInt32($0.number) })
            message.put(
                \.n_value_lengths,
                \.value_lengths,
                fields.map { UInt32(clamping: ($0.value?.count ?? -1) + 1) }
            )
            message.put(\.has_values, \.values, fields.flatMap { $0.value ?? [] })
            message.put(\.n_content_counts, \.content_counts, fields.map { UInt32(clamping: $0.contents.count) })
            message.put(\.has_contents, \.contents, fields.flatMap { $0.contents.flatMap { $0 } })
        }
        if !sets.isEmpty {
            let elements = sets.flatMap(\.elements)
            message.put(\.n_set_numbers, \.set_numbers, sets.map { UInt32($0.number) })
            message.put(\.n_set_counts, \.set_counts, sets.map { UInt32(clamping: $0.elements.count) })
            message.put(\.n_element_lengths, \.element_lengths, elements.map { UInt32(clamping: $0.count) })
            message.put(\.has_elements, \.elements, elements.flatMap { $0 })
        }
    }

    package init(reading message: Message<Photolibrary__SyncedObject>) throws(LibraryError) {
        guard let kind = UInt8(exactly: try message.number(\.has_kind, \.kind).required("kind")) else {
            throw .malformed("a kind of records")
        }
        self.init(
            record: try message.objectID(\.has_record, \.record).required("record"),
            kind: kind,
            time: message.number(\.has_time, \.time) ?? 0
        )
        isPurged = message.flag(\.has_is_purged, \.is_purged) ?? false
        fields = try SyncedChange.fields(message)
        sets = try SyncedChange.sets(message)
    }

    private static func fields(_ message: Message<Photolibrary__SyncedObject>) throws(LibraryError) -> [Field] {
        let numbers: [UInt32] = message.column(\.n_field_numbers, \.field_numbers)
        let lengths: [UInt32] = message.column(\.n_value_lengths, \.value_lengths)
        let counts: [UInt32] = message.column(\.n_content_counts, \.content_counts)
        guard numbers.count == lengths.count, numbers.count == counts.count else { throw .malformed("columns") }
        var values = (message.bytes(\.has_values, \.values) ?? [])[...]
        var contents = (message.bytes(\.has_contents, \.contents) ?? [])[...]
        var fields: [Field] = []
        for place in numbers.indices {
            guard let number = UInt16(exactly: numbers[place]) else { throw .malformed("a number of a field") }
            var field = Field(number, nil)
            if lengths[place] > 0 { field.value = try values.take(Int(lengths[place]) - 1) }
            for _ in 0..<counts[place] { field.contents.append(try contents.take(SyncedChange.digestByteCount)) }
            fields.append(field)
        }
        guard values.isEmpty, contents.isEmpty else { throw .malformed("values") }
        return fields
    }

    private static func sets(_ message: Message<Photolibrary__SyncedObject>) throws(LibraryError) -> [Elements] {
        let numbers: [UInt32] = message.column(\.n_set_numbers, \.set_numbers)
        let counts: [UInt32] = message.column(\.n_set_counts, \.set_counts)
        var lengths = (message.column(\.n_element_lengths, \.element_lengths) as [UInt32])[...]
        var elements = (message.bytes(\.has_elements, \.elements) ?? [])[...]
        guard numbers.count == counts.count else { throw .malformed("columns") }
        var sets: [Elements] = []
        for (number, count) in zip(numbers, counts) {
            guard let number = UInt16(exactly: number), count <= lengths.count else { throw .malformed("a set") }
            var set = Elements(number, [])
            set.elements.reserveCapacity(Int(count))
            for length in lengths.prefix(Int(count)) { set.elements.append(try elements.take(Int(length))) }
            lengths = lengths.dropFirst(Int(count))
            sets.append(set)
        }
        guard lengths.isEmpty, elements.isEmpty else { throw .malformed("elements") }
        return sets
    }
}

extension ArraySlice<UInt8> {
    /// Removes and returns the first bytes.
    fileprivate mutating func take(_ count: Int) throws(LibraryError) -> [UInt8] {
        guard count <= self.count else { throw .malformed("a length") }
        defer { self = dropFirst(count) }
        return Array(prefix(count))
    }

    /// Digests, one after the other.
    fileprivate func digests() throws(LibraryError) -> [[UInt8]] {
        var rest = self
        var digests: [[UInt8]] = []
        while !rest.isEmpty { digests.append(try rest.take(SyncedChange.digestByteCount)) }
        return digests
    }
}

extension SyncedPage: ReplyMessage {
    package static let field = ResponseField.syncedPage
    package static let messageKind = MessageKind(photolibrary__synced_page__init)

    package func write(to message: Message<Photolibrary__SyncedPage>) {
        message.put(\.n_changes, \.changes, changes)
        message.put(\.has_position, \.position, position)
        message.put(\.has_has_more, \.has_more, hasMore)
    }

    package init(reading message: Message<Photolibrary__SyncedPage>) throws(LibraryError) {
        self.init(
            try message.parts(\.n_changes, \.changes),
            position: try message.number(\.has_position, \.position).required("position"),
            hasMore: try message.flag(\.has_has_more, \.has_more).required("has_more")
        )
    }
}

extension SyncedOutcome: ReplyMessage {
    package static let field = ResponseField.syncedOutcome
    package static let messageKind = MessageKind(photolibrary__synced_outcome__init)

    package func write(to message: Message<Photolibrary__SyncedOutcome>) {
        guard case .applied(let position, let missing) = self else { return }
        message.put(\.has_position, \.position, position)
        message.put(\.has_missing, \.missing, missing.flatMap { $0 })
    }

    package init(reading message: Message<Photolibrary__SyncedOutcome>) throws(LibraryError) {
        guard let position = message.number(\.has_position, \.position) else {
            self = .moved
            return
        }
        self = .applied(position: position, missing: try (message.bytes(\.has_missing, \.missing) ?? [])[...].digests())
    }
}

/// Files that arriving assets lack, by digest.
package struct MissingContents: ReplyMessage {
    package static let field = ResponseField.missingContents
    package static let messageKind = MessageKind(photolibrary__missing_contents__init)

    package var contents: [[UInt8]]

    package init(_ contents: [[UInt8]]) { self.contents = contents }

    package func write(to message: Message<Photolibrary__MissingContents>) {
        message.put(\.has_contents, \.contents, contents.flatMap { $0 })
    }

    package init(reading message: Message<Photolibrary__MissingContents>) throws(LibraryError) {
        contents = try message.bytes(\.has_contents, \.contents).required("contents")[...].digests()
    }
}
