package import CLibraryProtocol
package import LibraryModel

// Calls of agents, which show prompts to the person.

/// Subscribes to the prompts to show.
package struct SubscribeAgentCall: StreamCall {
    package static let rules = CallRules.stream(45, for: .agents, .tells)
    package typealias Reply = EmptyResult
    package typealias Event = AgentEvent
    package static let messageKind = MessageKind(photolibrary__subscribe_agent_call__init)

    /// `browser`, `terminal` or `text`.
    package var interface: String

    package init(interface: String) { self.interface = interface }

    package func write(to message: Message<Photolibrary__SubscribeAgentCall>) { message.put(\.interface, interface) }

    package init(reading message: Message<Photolibrary__SubscribeAgentCall>) throws(LibraryError) {
        interface = try message.text(\.interface).required("interface")
    }
}

/// Answers a prompt. Fails with `notFound` when the prompt has been answered or withdrawn.
package struct AnswerCall: Call {
    package static let rules = CallRules.call(46, for: .agents, .long, .changesOnce)
    package typealias Reply = EmptyResult
    package static let messageKind = MessageKind(photolibrary__answer_call__init)

    package var prompt: UInt64
    package var answer: PromptAnswer
    /// Stops showing the app's prompts.
    package var silences: Bool
    /// What the app does not get of what it is given.
    package var removal: MetadataRemoval

    package init(prompt: UInt64, _ answer: PromptAnswer, silences: Bool, removal: MetadataRemoval = []) {
        self.prompt = prompt
        self.answer = answer
        self.silences = silences
        self.removal = removal
    }

    package func write(to message: Message<Photolibrary__AnswerCall>) {
        message.put(\.has_prompt, \.prompt, prompt)
        message.put(\.has_silences, \.silences, silences)
        message.put(\.has_removed_metadata, \.removed_metadata, removal.wire)
        let (kind, status, assets): (Photolibrary__AnswerCall__Kind, AuthorizationStatus?, [ObjectID]) =
            switch answer {
            case .dismissed: (PHOTOLIBRARY__ANSWER_CALL__KIND__DISMISSED, nil, [])
            case .access(let status, let selected, _): (PHOTOLIBRARY__ANSWER_CALL__KIND__ACCESS, status, selected)
            case .changes(let isAllowed):
                (PHOTOLIBRARY__ANSWER_CALL__KIND__CHANGES, isAllowed ? .authorized : .denied, [])
            case .picked(let assets): (PHOTOLIBRARY__ANSWER_CALL__KIND__PICKED, nil, assets)
            case .selection(let assets): (PHOTOLIBRARY__ANSWER_CALL__KIND__SELECTION, nil, assets)
            case .upload(let isAllowed):
                (PHOTOLIBRARY__ANSWER_CALL__KIND__UPLOAD, isAllowed ? .authorized : .denied, [])
            }
        message.put(\.has_kind, \.kind, kind)
        message.put(\.has_status, \.status, status?.wire)
        message.put(\.has_assets, \.assets, assets)
        if case .access(_, _, let until) = answer { message.put(\.has_until, \.until, until) }
    }

    package init(reading message: Message<Photolibrary__AnswerCall>) throws(LibraryError) {
        prompt = try message.number(\.has_prompt, \.prompt).required("prompt")
        silences = message.flag(\.has_silences, \.silences) ?? false
        removal = MetadataRemoval(wire: message.number(\.has_removed_metadata, \.removed_metadata))
        let assets = try message.objectIDs(\.has_assets, \.assets) ?? []
        guard assets.count <= PromptAnswer.maximumAssets else {
            throw LibraryError(.limitExceeded, "an answer names at most \(PromptAnswer.maximumAssets) assets")
        }
        func status() throws(LibraryError) -> AuthorizationStatus {
            try AuthorizationStatus(wire: message.number(\.has_status, \.status) ?? 0)
        }
        switch try message.number(\.has_kind, \.kind).required("kind") {
        case PHOTOLIBRARY__ANSWER_CALL__KIND__DISMISSED: answer = .dismissed
        case PHOTOLIBRARY__ANSWER_CALL__KIND__ACCESS:
            answer = .access(try status(), selected: assets, until: message.number(\.has_until, \.until))
        case PHOTOLIBRARY__ANSWER_CALL__KIND__CHANGES: answer = .changes(isAllowed: try status() == .authorized)
        case PHOTOLIBRARY__ANSWER_CALL__KIND__PICKED: answer = .picked(assets)
        case PHOTOLIBRARY__ANSWER_CALL__KIND__SELECTION: answer = .selection(assets)
        case PHOTOLIBRARY__ANSWER_CALL__KIND__UPLOAD: answer = .upload(isAllowed: try status() == .authorized)
        default: throw .malformed("answer")
        }
    }
}

/// Reports the current selection of a picker.
package struct PickerSelectionCall: Call {
    package static let rules = CallRules.call(47, for: .agents, .long, .changes)
    package typealias Reply = EmptyResult
    package static let messageKind = MessageKind(photolibrary__picker_selection_call__init)

    package var prompt: UInt64
    package var assets: [ObjectID]
    /// What the app does not get of them.
    package var removal: MetadataRemoval

    package init(prompt: UInt64, _ assets: [ObjectID], removal: MetadataRemoval = []) {
        self.prompt = prompt
        self.assets = assets
        self.removal = removal
    }

    package func write(to message: Message<Photolibrary__PickerSelectionCall>) {
        message.put(\.has_prompt, \.prompt, prompt)
        message.put(\.has_assets, \.assets, assets)
        message.put(\.has_removed_metadata, \.removed_metadata, removal.wire)
    }

    package init(reading message: Message<Photolibrary__PickerSelectionCall>) throws(LibraryError) {
        prompt = try message.number(\.has_prompt, \.prompt).required("prompt")
        assets = try message.objectIDs(\.has_assets, \.assets).required("assets")
        removal = MetadataRemoval(wire: message.number(\.has_removed_metadata, \.removed_metadata))
    }
}

/// Opens the stored thumbnail of an asset. The reply's descriptor is a JPEG file, open for reading.
package struct ThumbnailFileCall: Call {
    package static let rules = CallRules.call(48, for: .agents, .undecided, .tells)
    package typealias Reply = EmptyResult
    package static let messageKind = MessageKind(photolibrary__thumbnail_file_call__init)

    package var asset: ObjectID

    package init(of asset: ObjectID) { self.asset = asset }

    package func write(to message: Message<Photolibrary__ThumbnailFileCall>) {
        message.put(\.has_asset, \.asset, asset)
    }

    package init(reading message: Message<Photolibrary__ThumbnailFileCall>) throws(LibraryError) {
        asset = try message.objectID(\.has_asset, \.asset).required("asset")
    }
}

/// Counts the assets of a fetch per month.
package struct MonthsCall: Call {
    package static let rules = CallRules.call(
        49,
        for: .agents,
        .long,
        .tells,
        maximumSize: FetchCall.maximumSize
    )
    package typealias Reply = MonthList
    package static let messageKind = MessageKind(photolibrary__months_call__init)

    package var request: FetchRequest
    /// Seconds east of UTC.
    package var utcOffset: Int32

    package init(_ request: FetchRequest, utcOffset: Int32) {
        self.request = request
        self.utcOffset = utcOffset
    }

    package func write(to message: Message<Photolibrary__MonthsCall>) {
        message.put(\.fetch, request)
        message.put(\.has_utc_offset, \.utc_offset, utcOffset)
    }

    package init(reading message: Message<Photolibrary__MonthsCall>) throws(LibraryError) {
        request = try message.part(\.fetch).required("fetch")
        utcOffset = message.number(\.has_utc_offset, \.utc_offset) ?? 0
    }
}
