internal import CLibraryProtocol
internal import LibraryModel

// Pickers: what apps ask for, and what they are told.

extension MessageArena {
    func pickerConfiguration(
        _ configuration: PickerConfiguration
    ) -> UnsafeMutablePointer<Photolibrary__PickerConfiguration> {
        let message = unsafe make(photolibrary__picker_configuration__init)
        if let filter = configuration.filter { unsafe message.pointee.filter = unsafe predicate(filter) }
        unsafe message.pointee.has_selection_limit = 1
        unsafe message.pointee.selection_limit = UInt32(clamping: configuration.selectionLimit)
        unsafe message.pointee.has_is_ordered = 1
        unsafe message.pointee.is_ordered = configuration.isOrdered ? 1 : 0
        unsafe message.pointee.has_is_continuous = 1
        unsafe message.pointee.is_continuous = configuration.isContinuous ? 1 : 0
        unsafe message.pointee.has_preselected = 1
        unsafe message.pointee.preselected = unsafe bytes(configuration.preselected)
        unsafe message.pointee.has_gives_identifiers = 1
        unsafe message.pointee.gives_identifiers = configuration.givesIdentifiers ? 1 : 0
        unsafe message.pointee.has_disabled_capabilities = 1
        unsafe message.pointee.disabled_capabilities = configuration.disabledCapabilities
        unsafe message.pointee.has_edges_without_margins = 1
        unsafe message.pointee.edges_without_margins = configuration.edgesWithoutMargins
        if let text = configuration.searchText { unsafe message.pointee.search_text = unsafe string(text) }
        return unsafe message
    }

    func updatePickCall(_ pick: UInt64, _ update: PickerUpdate) -> UnsafeMutablePointer<Photolibrary__UpdatePickCall> {
        let message = unsafe make(photolibrary__update_pick_call__init)
        unsafe message.pointee.pick = pick
        if let limit = update.selectionLimit {
            unsafe message.pointee.has_selection_limit = 1
            unsafe message.pointee.selection_limit = UInt32(clamping: limit)
        }
        if let edges = update.edgesWithoutMargins {
            unsafe message.pointee.has_edges_without_margins = 1
            unsafe message.pointee.edges_without_margins = edges
        }
        if let text = update.searchText { unsafe message.pointee.search_text = unsafe string(text) }
        unsafe message.pointee.has_deselected = 1
        unsafe message.pointee.deselected = unsafe bytes(update.deselected)
        if let move = update.move {
            unsafe message.pointee.has_moved = 1
            unsafe message.pointee.moved = unsafe bytes(move.asset)
            if let after = move.after {
                unsafe message.pointee.has_after = 1
                unsafe message.pointee.after = unsafe bytes(after)
            }
        }
        return unsafe message
    }

    func pickEvent(_ event: PickEvent) -> UnsafeMutablePointer<Photolibrary__PickEvent> {
        let message = unsafe make(photolibrary__pick_event__init)
        unsafe message.pointee.pick = event.pick
        unsafe (message.pointee.n_items, message.pointee.items) = unsafe list(
            event.items.map { item in
                let entry = unsafe make(photolibrary__picked_item__init)
                unsafe entry.pointee.item = item.number
                if let asset = item.asset {
                    unsafe entry.pointee.has_asset = 1
                    unsafe entry.pointee.asset = unsafe bytes(asset)
                }
                return unsafe entry
            }
        )
        unsafe message.pointee.has_is_final = 1
        unsafe message.pointee.is_final = event.isFinal ? 1 : 0
        unsafe message.pointee.has_is_cancelled = 1
        unsafe message.pointee.is_cancelled = event.isCancelled ? 1 : 0
        return unsafe message
    }

    /// Fills in a call about a pick. False for any other call.
    func setPickCall(_ call: LibraryCall, of message: UnsafeMutablePointer<Photolibrary__Request>) -> Bool {
        switch call {
        case .pick(let configuration):
            let call = unsafe make(photolibrary__pick_call__init)
            unsafe call.pointee.configuration = unsafe pickerConfiguration(configuration)
            unsafe message.pointee.call_case = PHOTOLIBRARY__REQUEST__CALL_PICK
            unsafe message.pointee.pick = unsafe call
        case .updatePick(let pick, let update):
            unsafe message.pointee.call_case = PHOTOLIBRARY__REQUEST__CALL_UPDATE_PICK
            unsafe message.pointee.update_pick = unsafe updatePickCall(pick, update)
        case .pickedResources(let pick, let item):
            let call = unsafe make(photolibrary__picked_resources_call__init)
            unsafe call.pointee.pick = pick
            unsafe call.pointee.item = item
            unsafe message.pointee.call_case = PHOTOLIBRARY__REQUEST__CALL_PICKED_RESOURCES
            unsafe message.pointee.picked_resources = unsafe call
        case .openPicked(let pick, let item, let kind):
            let call = unsafe make(photolibrary__open_picked_call__init)
            unsafe call.pointee.pick = pick
            unsafe call.pointee.item = item
            unsafe call.pointee.kind = kind.rawValue
            unsafe message.pointee.call_case = PHOTOLIBRARY__REQUEST__CALL_OPEN_PICKED
            unsafe message.pointee.open_picked = unsafe call
        case .pickedThumbnail(let pick, let item, let size):
            let call = unsafe make(photolibrary__picked_thumbnail_call__init)
            unsafe call.pointee.pick = pick
            unsafe call.pointee.item = item
            unsafe call.pointee.width = UInt32(clamping: size.width)
            unsafe call.pointee.height = UInt32(clamping: size.height)
            unsafe message.pointee.call_case = PHOTOLIBRARY__REQUEST__CALL_PICKED_THUMBNAIL
            unsafe message.pointee.picked_thumbnail = unsafe call
        case .pickedJPEG(let pick, let item, let quality):
            let call = unsafe make(photolibrary__picked_jpeg_call__init)
            unsafe call.pointee.pick = pick
            unsafe call.pointee.item = item
            unsafe call.pointee.quality = UInt32(clamping: quality)
            unsafe message.pointee.call_case = PHOTOLIBRARY__REQUEST__CALL_PICKED_JPEG
            unsafe message.pointee.picked_jpeg = unsafe call
        case .dismissPick(let pick):
            let call = unsafe make(photolibrary__dismiss_pick_call__init)
            unsafe call.pointee.pick = pick
            unsafe message.pointee.call_case = PHOTOLIBRARY__REQUEST__CALL_DISMISS_PICK
            unsafe message.pointee.dismiss_pick = unsafe call
        case .changeSelection:
            unsafe message.pointee.call_case = PHOTOLIBRARY__REQUEST__CALL_CHANGE_SELECTION
            unsafe message.pointee.change_selection = unsafe make(photolibrary__change_selection_call__init)
        case .performAfterConfirmation(let block):
            unsafe message.pointee.call_case = PHOTOLIBRARY__REQUEST__CALL_PERFORM_AFTER_CONFIRMATION
            unsafe message.pointee.perform_after_confirmation = unsafe performCall(block)
        default: return false
        }
        return true
    }
}

extension LibraryCall {
    /// A call about a pick; nil for any other.
    init?(decodingPickCall message: Photolibrary__Request) throws(LibraryError) {
        switch unsafe message.call_case {
        case PHOTOLIBRARY__REQUEST__CALL_PICK:
            self = unsafe .pick(try PickerConfiguration(decoding: present(present(message.pick).configuration)))
        case PHOTOLIBRARY__REQUEST__CALL_UPDATE_PICK:
            let call = unsafe try present(message.update_pick)
            self = unsafe .updatePick(call.pick, try PickerUpdate(decoding: call))
        case PHOTOLIBRARY__REQUEST__CALL_PICKED_RESOURCES:
            let call = unsafe try present(message.picked_resources)
            self = unsafe .pickedResources(pick: call.pick, item: call.item)
        case PHOTOLIBRARY__REQUEST__CALL_OPEN_PICKED:
            let call = unsafe try present(message.open_picked)
            self = unsafe .openPicked(pick: call.pick, item: call.item, ResourceKind(rawValue: call.kind))
        case PHOTOLIBRARY__REQUEST__CALL_PICKED_THUMBNAIL:
            let call = unsafe try present(message.picked_thumbnail)
            self = unsafe .pickedThumbnail(
                pick: call.pick,
                item: call.item,
                PixelSize(width: Int(call.width), height: Int(call.height))
            )
        case PHOTOLIBRARY__REQUEST__CALL_PICKED_JPEG:
            let call = unsafe try present(message.picked_jpeg)
            self = unsafe .pickedJPEG(pick: call.pick, item: call.item, quality: Int(call.quality))
        case PHOTOLIBRARY__REQUEST__CALL_DISMISS_PICK:
            self = unsafe .dismissPick(try present(message.dismiss_pick).pick)
        case PHOTOLIBRARY__REQUEST__CALL_CHANGE_SELECTION: self = .changeSelection
        case PHOTOLIBRARY__REQUEST__CALL_PERFORM_AFTER_CONFIRMATION:
            self = unsafe .performAfterConfirmation(
                try ChangeBlock(decoding: present(message.perform_after_confirmation))
            )
        default: return nil
        }
    }
}

extension PickerConfiguration {
    init(decoding message: Photolibrary__PickerConfiguration) throws(LibraryError) {
        self.init()
        if unsafe message.filter != nil { filter = unsafe try PredicateProgram(decoding: present(message.filter)) }
        selectionLimit = unsafe Int(message.selection_limit)
        isOrdered = unsafe message.is_ordered != 0
        isContinuous = unsafe message.is_continuous != 0
        preselected = unsafe try message.preselected.objectIDs("preselected")
        givesIdentifiers = unsafe message.gives_identifiers != 0
        disabledCapabilities = unsafe message.disabled_capabilities
        edgesWithoutMargins = unsafe message.edges_without_margins
        searchText = unsafe decodeOptionalString(message.search_text)
        guard preselected.count <= PickerConfiguration.maximumSelection else { throw .tooManyPicked }
    }
}

extension PickerUpdate {
    init(decoding message: Photolibrary__UpdatePickCall) throws(LibraryError) {
        self.init()
        if unsafe message.has_selection_limit != 0 { selectionLimit = unsafe Int(message.selection_limit) }
        if unsafe message.has_edges_without_margins != 0 { edgesWithoutMargins = unsafe message.edges_without_margins }
        searchText = unsafe decodeOptionalString(message.search_text)
        deselected = unsafe try message.deselected.objectIDs("deselected")
        if unsafe message.has_moved != 0 {
            let after = unsafe message.has_after != 0 ? try message.after.objectID("after") : nil
            move = unsafe Move(try message.moved.objectID("moved"), after: after)
        }
        guard deselected.count <= PickerConfiguration.maximumSelection else { throw .tooManyPicked }
    }
}

extension PickEvent {
    init(decoding message: Photolibrary__PickEvent) throws(LibraryError) {
        unsafe self.init(
            message.pick,
            items: try decodeList(message.n_items, message.items) {
                (item: Photolibrary__PickedItem) throws(LibraryError) in
                unsafe Item(item.item, asset: item.has_asset != 0 ? try item.asset.objectID("asset") : nil)
            },
            isFinal: unsafe message.is_final != 0,
            isCancelled: unsafe message.is_cancelled != 0
        )
    }
}

extension LibraryError {
    static let tooManyPicked = LibraryError(
        .limitExceeded,
        "a picker's selection has at most \(PickerConfiguration.maximumSelection) assets"
    )
}
