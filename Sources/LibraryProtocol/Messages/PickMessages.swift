package import CLibraryProtocol
package import LibraryModel

// Pickers: configurations, updates and events.

extension PickerConfiguration: MessageValue {
    package static let messageKind = MessageKind(photolibrary__picker_configuration__init)

    package func write(to message: Message<Photolibrary__PickerConfiguration>) {
        message.put(\.filter, filter)
        message.put(\.has_selection_limit, \.selection_limit, UInt32(clamping: selectionLimit))
        message.put(\.has_is_ordered, \.is_ordered, isOrdered)
        message.put(\.has_is_continuous, \.is_continuous, isContinuous)
        message.put(\.has_preselected, \.preselected, preselected)
        message.put(\.has_gives_identifiers, \.gives_identifiers, givesIdentifiers)
        message.put(\.has_disabled_capabilities, \.disabled_capabilities, disabledCapabilities)
        message.put(\.has_edges_without_margins, \.edges_without_margins, edgesWithoutMargins)
        message.put(\.search_text, searchText)
        message.put(\.has_removed_metadata, \.removed_metadata, removal.wire)
    }

    package init(reading message: Message<Photolibrary__PickerConfiguration>) throws(LibraryError) {
        self.init()
        filter = try message.part(\.filter)
        selectionLimit = Int(message.number(\.has_selection_limit, \.selection_limit) ?? 0)
        isOrdered = message.flag(\.has_is_ordered, \.is_ordered) ?? false
        isContinuous = message.flag(\.has_is_continuous, \.is_continuous) ?? false
        preselected = try message.objectIDs(\.has_preselected, \.preselected) ?? []
        givesIdentifiers = message.flag(\.has_gives_identifiers, \.gives_identifiers) ?? false
        disabledCapabilities = message.number(\.has_disabled_capabilities, \.disabled_capabilities) ?? 0
        edgesWithoutMargins = message.number(\.has_edges_without_margins, \.edges_without_margins) ?? 0
        searchText = message.text(\.search_text)
        removal = MetadataRemoval(wire: message.number(\.has_removed_metadata, \.removed_metadata))
        guard preselected.count <= PickerConfiguration.maximumSelection else { throw .tooManyPicked }
    }
}

extension MetadataRemoval {
    /// Ignores bits of later versions.
    init(wire: UInt32?) { self = MetadataRemoval(rawValue: wire ?? 0).intersection(.all) }

    /// Nil for nothing.
    var wire: UInt32? { isEmpty ? nil : rawValue }
}

/// An update of a picker with the number of its pick, or, for an agent, of its prompt.
struct NumberedPickerUpdate: MessageValue {
    static let messageKind = MessageKind(photolibrary__update_pick_call__init)

    var number: UInt64
    var update: PickerUpdate

    init(_ number: UInt64, _ update: PickerUpdate) { (self.number, self.update) = (number, update) }

    func write(to message: Message<Photolibrary__UpdatePickCall>) {
        message.put(\.has_pick, \.pick, number)
        message.put(\.has_selection_limit, \.selection_limit, update.selectionLimit.map { UInt32(clamping: $0) })
        message.put(\.has_edges_without_margins, \.edges_without_margins, update.edgesWithoutMargins)
        message.put(\.search_text, update.searchText)
        message.put(\.has_deselected, \.deselected, update.deselected)
        message.put(\.has_moved, \.moved, update.move?.asset)
        message.put(\.has_after, \.after, update.move?.after)
    }

    init(reading message: Message<Photolibrary__UpdatePickCall>) throws(LibraryError) {
        number = try message.number(\.has_pick, \.pick).required("pick")
        update = PickerUpdate()
        update.selectionLimit = message.number(\.has_selection_limit, \.selection_limit).map { Int($0) }
        update.edgesWithoutMargins = message.number(\.has_edges_without_margins, \.edges_without_margins)
        update.searchText = message.text(\.search_text)
        update.deselected = try message.objectIDs(\.has_deselected, \.deselected) ?? []
        if let moved = try message.objectID(\.has_moved, \.moved) {
            update.move = PickerUpdate.Move(moved, after: try message.objectID(\.has_after, \.after))
        }
        guard update.deselected.count <= PickerConfiguration.maximumSelection else { throw .tooManyPicked }
    }
}

extension PickEvent: ReplyMessage {
    package static let field = ResponseField.pick
    package static let messageKind = MessageKind(photolibrary__pick_event__init)

    package func write(to message: Message<Photolibrary__PickEvent>) {
        message.put(\.has_pick, \.pick, pick)
        message.put(\.n_items, \.items, items)
        message.put(\.has_is_final, \.is_final, isFinal)
        message.put(\.has_is_cancelled, \.is_cancelled, isCancelled)
    }

    package init(reading message: Message<Photolibrary__PickEvent>) throws(LibraryError) {
        self.init(
            try message.number(\.has_pick, \.pick).required("pick"),
            items: try message.parts(\.n_items, \.items),
            isFinal: message.flag(\.has_is_final, \.is_final) ?? false,
            isCancelled: message.flag(\.has_is_cancelled, \.is_cancelled) ?? false
        )
    }
}

extension PickEvent.Item: MessageValue {
    package static let messageKind = MessageKind(photolibrary__picked_item__init)

    package func write(to message: Message<Photolibrary__PickedItem>) {
        message.put(\.has_item, \.item, number)
        message.put(\.has_asset, \.asset, asset)
    }

    package init(reading message: Message<Photolibrary__PickedItem>) throws(LibraryError) {
        self.init(
            try message.number(\.has_item, \.item).required("item"),
            asset: try message.objectID(\.has_asset, \.asset)
        )
    }
}

extension LibraryError {
    fileprivate static let tooManyPicked = LibraryError(
        .limitExceeded,
        "a picker's selection has at most \(PickerConfiguration.maximumSelection) assets"
    )
}
