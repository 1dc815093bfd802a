internal import CLibraryProtocol
internal import LibraryModel

// Agents: what they are asked to show, and what they answer.

extension MessageArena {
    func agentEvent(_ event: AgentEvent) -> UnsafeMutablePointer<Photolibrary__AgentEvent> {
        let message = unsafe make(photolibrary__agent_event__init)
        switch event {
        case .prompt(let prompt): unsafe message.pointee.prompt = unsafe self.prompt(prompt)
        case .withdrawn(let number):
            unsafe message.pointee.has_withdrawn = 1
            unsafe message.pointee.withdrawn = number
        case .update(let number, let update): unsafe message.pointee.update = unsafe updatePickCall(number, update)
        }
        return unsafe message
    }

    private func prompt(_ prompt: Prompt) -> UnsafeMutablePointer<Photolibrary__Prompt> {
        let message = unsafe make(photolibrary__prompt__init)
        unsafe message.pointee.number = prompt.number
        unsafe message.pointee.app = unsafe string(prompt.app)
        unsafe message.pointee.claimed_name = unsafe string(prompt.claimedName)
        unsafe message.pointee.usage_description = unsafe string(prompt.usageDescription)
        unsafe message.pointee.process = UInt32(clamping: prompt.process)
        unsafe message.pointee.has_is_interpreter = 1
        unsafe message.pointee.is_interpreter = prompt.program.isInterpreter ? 1 : 0
        unsafe message.pointee.claimed_script = unsafe string(prompt.program.claimedScript)
        unsafe message.pointee.has_is_replacement = 1
        unsafe message.pointee.is_replacement = prompt.program.isReplacement ? 1 : 0
        switch prompt.question {
        case .access(let level):
            unsafe message.pointee.has_access_level = 1
            unsafe message.pointee.access_level = UInt32(level.rawValue)
        case .changes(let changes): unsafe message.pointee.changes = unsafe proposedChanges(changes)
        case .picker(let configuration): unsafe message.pointee.picker = unsafe pickerConfiguration(configuration)
        case .selection(let isAutomatic):
            let selection = unsafe make(photolibrary__selection_question__init)
            unsafe selection.pointee.has_is_automatic = 1
            unsafe selection.pointee.is_automatic = isAutomatic ? 1 : 0
            unsafe message.pointee.selection = unsafe selection
        }
        return unsafe message
    }

    private func proposedChanges(_ changes: ProposedChanges) -> UnsafeMutablePointer<Photolibrary__ProposedChanges> {
        let message = unsafe make(photolibrary__proposed_changes__init)
        unsafe message.pointee.has_deleted_assets = 1
        unsafe message.pointee.deleted_assets = UInt64(changes.deletedAssets)
        unsafe message.pointee.has_edited_assets = 1
        unsafe message.pointee.edited_assets = UInt64(changes.editedAssets)
        unsafe message.pointee.has_hidden_assets = 1
        unsafe message.pointee.hidden_assets = UInt64(changes.hiddenAssets)
        unsafe message.pointee.has_updated_assets = 1
        unsafe message.pointee.updated_assets = UInt64(changes.updatedAssets)
        unsafe message.pointee.has_deleted_collections = 1
        unsafe message.pointee.deleted_collections = UInt64(changes.deletedCollections)
        unsafe message.pointee.has_changed_collections = 1
        unsafe message.pointee.changed_collections = UInt64(clamping: changes.changedCollections)
        unsafe message.pointee.has_removed_members = 1
        unsafe message.pointee.removed_members = UInt64(clamping: changes.removedMembers)
        unsafe message.pointee.has_recent_changes = 1
        unsafe message.pointee.recent_changes = UInt64(clamping: changes.recentChanges)
        unsafe message.pointee.has_examples = 1
        unsafe message.pointee.examples = unsafe bytes(changes.examples)
        return unsafe message
    }

    private func answerCall(
        _ prompt: UInt64,
        _ answer: PromptAnswer,
        silences: Bool
    ) -> UnsafeMutablePointer<Photolibrary__AnswerCall> {
        let message = unsafe make(photolibrary__answer_call__init)
        unsafe message.pointee.prompt = prompt
        unsafe message.pointee.has_silences = 1
        unsafe message.pointee.silences = silences ? 1 : 0
        func set(_ kind: Photolibrary__AnswerCall__Kind, _ status: AuthorizationStatus?, _ assets: [ObjectID]) {
            unsafe message.pointee.kind = kind
            if let status {
                unsafe message.pointee.has_status = 1
                unsafe message.pointee.status = UInt32(status.rawValue)
            }
            unsafe message.pointee.has_assets = 1
            unsafe message.pointee.assets = unsafe bytes(assets)
        }
        switch answer {
        case .dismissed: set(PHOTOLIBRARY__ANSWER_CALL__KIND__DISMISSED, nil, [])
        case .access(let status, let selected, let until):
            set(PHOTOLIBRARY__ANSWER_CALL__KIND__ACCESS, status, selected)
            if let until {
                unsafe message.pointee.has_until = 1
                unsafe message.pointee.until = until
            }
        case .changes(let isAllowed):
            set(PHOTOLIBRARY__ANSWER_CALL__KIND__CHANGES, isAllowed ? .authorized : .denied, [])
        case .picked(let assets): set(PHOTOLIBRARY__ANSWER_CALL__KIND__PICKED, nil, assets)
        case .selection(let assets): set(PHOTOLIBRARY__ANSWER_CALL__KIND__SELECTION, nil, assets)
        }
        return unsafe message
    }

    func months(_ counts: [MonthCount]) -> UnsafeMutablePointer<Photolibrary__Months> {
        let message = unsafe make(photolibrary__months__init)
        unsafe (message.pointee.n_months, message.pointee.months) = unsafe column(counts.map { $0.month ?? -1 })
        unsafe (message.pointee.n_counts, message.pointee.counts) = unsafe column(counts.map { UInt64($0.count) })
        return unsafe message
    }

    /// Fills in a call of an agent's. False for any other call.
    func setAgentCall(_ call: LibraryCall, of message: UnsafeMutablePointer<Photolibrary__Request>) -> Bool {
        switch call {
        case .attend(let face):
            let call = unsafe make(photolibrary__attend_call__init)
            unsafe call.pointee.face = unsafe string(face)
            unsafe message.pointee.call_case = PHOTOLIBRARY__REQUEST__CALL_ATTEND
            unsafe message.pointee.attend = unsafe call
        case .answer(let prompt, let answer, let silences):
            unsafe message.pointee.call_case = PHOTOLIBRARY__REQUEST__CALL_ANSWER
            unsafe message.pointee.answer = unsafe answerCall(prompt, answer, silences: silences)
        case .picking(let prompt, let assets):
            let call = unsafe make(photolibrary__picking_call__init)
            unsafe call.pointee.prompt = prompt
            unsafe call.pointee.assets = unsafe bytes(assets)
            unsafe message.pointee.call_case = PHOTOLIBRARY__REQUEST__CALL_PICKING
            unsafe message.pointee.picking = unsafe call
        case .thumbnailFile(let asset):
            let call = unsafe make(photolibrary__thumbnail_file_call__init)
            unsafe call.pointee.asset = unsafe bytes(asset)
            unsafe message.pointee.call_case = PHOTOLIBRARY__REQUEST__CALL_THUMBNAIL_FILE
            unsafe message.pointee.thumbnail_file = unsafe call
        case .months(let fetch, let utcOffset):
            let call = unsafe make(photolibrary__months_call__init)
            unsafe call.pointee.fetch = unsafe fetchCall(fetch, countOnly: false)
            unsafe call.pointee.has_utc_offset = 1
            unsafe call.pointee.utc_offset = utcOffset
            unsafe message.pointee.call_case = PHOTOLIBRARY__REQUEST__CALL_MONTHS
            unsafe message.pointee.months = unsafe call
        case .setPolicy(let app, let confirmsChanges, let isSilenced):
            let call = unsafe make(photolibrary__set_policy_call__init)
            unsafe call.pointee.app = unsafe string(app)
            if let confirmsChanges {
                unsafe call.pointee.has_confirms_changes = 1
                unsafe call.pointee.confirms_changes = confirmsChanges ? 1 : 0
            }
            if let isSilenced {
                unsafe call.pointee.has_is_silenced = 1
                unsafe call.pointee.is_silenced = isSilenced ? 1 : 0
            }
            unsafe message.pointee.call_case = PHOTOLIBRARY__REQUEST__CALL_SET_POLICY
            unsafe message.pointee.set_policy = unsafe call
        case .endPicks(let app):
            let call = unsafe make(photolibrary__end_picks_call__init)
            unsafe call.pointee.app = unsafe string(app)
            unsafe message.pointee.call_case = PHOTOLIBRARY__REQUEST__CALL_END_PICKS
            unsafe message.pointee.end_picks = unsafe call
        case .selection(let app):
            let call = unsafe make(photolibrary__selection_call__init)
            unsafe call.pointee.app = unsafe string(app)
            unsafe message.pointee.call_case = PHOTOLIBRARY__REQUEST__CALL_SELECTION
            unsafe message.pointee.selection = unsafe call
        default: return false
        }
        return true
    }
}

extension LibraryCall {
    /// A call of an agent's; nil for any other.
    init?(decodingAgentCall message: Photolibrary__Request) throws(LibraryError) {
        switch unsafe message.call_case {
        case PHOTOLIBRARY__REQUEST__CALL_ATTEND:
            self = unsafe .attend(face: decodeString(try present(message.attend).face))
        case PHOTOLIBRARY__REQUEST__CALL_ANSWER:
            let call = unsafe try present(message.answer)
            self = unsafe .answer(prompt: call.prompt, try PromptAnswer(decoding: call), silences: call.silences != 0)
        case PHOTOLIBRARY__REQUEST__CALL_PICKING:
            let call = unsafe try present(message.picking)
            self = unsafe .picking(prompt: call.prompt, try call.assets.objectIDs("assets"))
        case PHOTOLIBRARY__REQUEST__CALL_THUMBNAIL_FILE:
            self = unsafe .thumbnailFile(of: try present(message.thumbnail_file).asset.objectID("asset"))
        case PHOTOLIBRARY__REQUEST__CALL_MONTHS:
            let call = unsafe try present(message.months)
            self = unsafe .months(try FetchRequest(decoding: present(call.fetch)), utcOffset: call.utc_offset)
        case PHOTOLIBRARY__REQUEST__CALL_SET_POLICY:
            let call = unsafe try present(message.set_policy)
            self = unsafe .setPolicy(
                app: decodeString(call.app),
                confirmsChanges: call.has_confirms_changes != 0 ? call.confirms_changes != 0 : nil,
                isSilenced: call.has_is_silenced != 0 ? call.is_silenced != 0 : nil
            )
        case PHOTOLIBRARY__REQUEST__CALL_END_PICKS:
            self = unsafe .endPicks(app: decodeString(try present(message.end_picks).app))
        case PHOTOLIBRARY__REQUEST__CALL_SELECTION:
            self = unsafe .selection(ofApp: decodeString(try present(message.selection).app))
        default: return nil
        }
    }
}

extension PromptAnswer {
    init(decoding message: Photolibrary__AnswerCall) throws(LibraryError) {
        let assets = unsafe try message.assets.objectIDs("assets")
        guard assets.count <= PromptAnswer.maximumAssets else {
            throw LibraryError(.limitExceeded, "an answer names at most \(PromptAnswer.maximumAssets) assets")
        }
        switch unsafe message.kind {
        case PHOTOLIBRARY__ANSWER_CALL__KIND__DISMISSED: self = .dismissed
        case PHOTOLIBRARY__ANSWER_CALL__KIND__ACCESS:
            self = unsafe .access(
                try AuthorizationStatus(wire: message.status),
                selected: assets,
                until: message.has_until != 0 ? message.until : nil
            )
        case PHOTOLIBRARY__ANSWER_CALL__KIND__CHANGES:
            self = unsafe .changes(isAllowed: try AuthorizationStatus(wire: message.status) == .authorized)
        case PHOTOLIBRARY__ANSWER_CALL__KIND__PICKED: self = .picked(assets)
        case PHOTOLIBRARY__ANSWER_CALL__KIND__SELECTION: self = .selection(assets)
        default: throw .malformed("answer")
        }
    }
}

extension AgentEvent {
    init(decoding message: Photolibrary__AgentEvent) throws(LibraryError) {
        if unsafe message.prompt != nil {
            self = unsafe .prompt(try Prompt(decoding: present(message.prompt)))
        } else if unsafe message.update != nil {
            let update = unsafe try present(message.update)
            self = unsafe .update(update.pick, try PickerUpdate(decoding: update))
        } else if unsafe message.has_withdrawn != 0 {
            self = unsafe .withdrawn(message.withdrawn)
        } else {
            throw .malformed("agent event")
        }
    }
}

extension Prompt {
    init(decoding message: Photolibrary__Prompt) throws(LibraryError) {
        let question: Question
        if unsafe message.has_access_level != 0 {
            question = unsafe .access(try AccessLevel(wire: message.access_level))
        } else if unsafe message.changes != nil {
            question = unsafe .changes(try ProposedChanges(decoding: present(message.changes)))
        } else if unsafe message.picker != nil {
            question = unsafe .picker(try PickerConfiguration(decoding: present(message.picker)))
        } else if unsafe message.selection != nil {
            question = unsafe .selection(isAutomatic: try present(message.selection).is_automatic != 0)
        } else {
            throw .malformed("prompt")
        }
        unsafe self.init(
            number: message.number,
            app: decodeString(message.app),
            claimedName: decodeString(message.claimed_name),
            usageDescription: decodeString(message.usage_description),
            process: Int32(clamping: message.process),
            program: Program(
                isInterpreter: message.is_interpreter != 0,
                claimedScript: decodeString(message.claimed_script),
                isReplacement: message.is_replacement != 0
            ),
            question: question
        )
    }
}

extension ProposedChanges {
    init(decoding message: Photolibrary__ProposedChanges) throws(LibraryError) {
        self.init()
        deletedAssets = unsafe Int(clamping: message.deleted_assets)
        editedAssets = unsafe Int(clamping: message.edited_assets)
        hiddenAssets = unsafe Int(clamping: message.hidden_assets)
        updatedAssets = unsafe Int(clamping: message.updated_assets)
        deletedCollections = unsafe Int(clamping: message.deleted_collections)
        changedCollections = unsafe Int(clamping: message.changed_collections)
        removedMembers = unsafe Int(clamping: message.removed_members)
        recentChanges = unsafe Int(clamping: message.recent_changes)
        examples = unsafe try message.examples.objectIDs("examples")
    }
}

/// Months in columns.
func decodeMonths(_ message: Photolibrary__Months) throws(LibraryError) -> [MonthCount] {
    let months: [Int32] = unsafe decodeColumn(message.n_months, message.months)
    let counts: [UInt64] = unsafe decodeColumn(message.n_counts, message.counts)
    guard months.count == counts.count else { throw .malformed("months") }
    return zip(months, counts).map { MonthCount(month: $0 < 0 ? nil : $0, count: Int(clamping: $1)) }
}
