package import CLibraryProtocol
package import LibraryModel

// Prompts for agents.

extension AgentEvent: ReplyMessage {
    package static let field = ResponseField.agentEvent
    package static let messageKind = MessageKind(photolibrary__agent_event__init)

    package func write(to message: Message<Photolibrary__AgentEvent>) {
        switch self {
        case .prompt(let prompt): message.put(\.prompt, prompt)
        case .withdrawn(let number): message.put(\.has_withdrawn, \.withdrawn, number)
        case .update(let number, let update): message.put(\.update, NumberedPickerUpdate(number, update))
        }
    }

    package init(reading message: Message<Photolibrary__AgentEvent>) throws(LibraryError) {
        if let prompt = try message.part(\.prompt, as: Prompt.self) {
            self = .prompt(prompt)
        } else if let change = try message.part(\.update, as: NumberedPickerUpdate.self) {
            self = .update(change.number, change.update)
        } else {
            self = .withdrawn(try message.number(\.has_withdrawn, \.withdrawn).required("agent event"))
        }
    }
}

extension Prompt: MessageValue {
    package static let messageKind = MessageKind(photolibrary__prompt__init)

    package func write(to message: Message<Photolibrary__Prompt>) {
        message.put(\.has_number, \.number, number)
        message.put(\.app, app)
        message.put(\.claimed_name, claimedName)
        message.put(\.usage_description, usageDescription)
        message.put(\.has_process, \.process, UInt32(clamping: process))
        message.put(\.has_is_interpreter, \.is_interpreter, program.isInterpreter)
        message.put(\.claimed_script, program.claimedScript)
        message.put(\.has_is_replacement, \.is_replacement, program.isReplacement)
        switch question {
        case .access(let level): message.put(\.has_access_level, \.access_level, level.wire)
        case .changes(let changes): message.put(\.changes, changes)
        case .picker(let configuration): message.put(\.picker, configuration)
        case .selection(let isAutomatic): message.put(\.selection, SelectionQuestion(isAutomatic: isAutomatic))
        case .upload(let question): message.put(\.upload, question)
        }
    }

    package init(reading message: Message<Photolibrary__Prompt>) throws(LibraryError) {
        self.init(
            number: try message.number(\.has_number, \.number).required("number"),
            app: try message.text(\.app).required("app"),
            claimedName: message.text(\.claimed_name) ?? "",
            usageDescription: message.text(\.usage_description) ?? "",
            process: Int32(clamping: try message.number(\.has_process, \.process).required("process")),
            program: Program(
                isInterpreter: message.flag(\.has_is_interpreter, \.is_interpreter) ?? false,
                claimedScript: message.text(\.claimed_script) ?? "",
                isReplacement: message.flag(\.has_is_replacement, \.is_replacement) ?? false
            ),
            question: try Question(reading: message)
        )
    }
}

extension Prompt.Question {
    fileprivate init(reading message: Message<Photolibrary__Prompt>) throws(LibraryError) {
        if let level = message.number(\.has_access_level, \.access_level) {
            self = .access(try AccessLevel(wire: level))
        } else if let changes = try message.part(\.changes, as: ProposedChanges.self) {
            self = .changes(changes)
        } else if let configuration = try message.part(\.picker, as: PickerConfiguration.self) {
            self = .picker(configuration)
        } else if let question = try message.part(\.upload, as: UploadQuestion.self) {
            self = .upload(question)
        } else {
            let question = try message.part(\.selection, as: SelectionQuestion.self).required("question")
            self = .selection(isAutomatic: question.isAutomatic)
        }
    }
}

private struct SelectionQuestion: MessageValue {
    static let messageKind = MessageKind(photolibrary__selection_question__init)

    var isAutomatic: Bool

    init(isAutomatic: Bool) { self.isAutomatic = isAutomatic }

    func write(to message: Message<Photolibrary__SelectionQuestion>) {
        message.put(\.has_is_automatic, \.is_automatic, isAutomatic)
    }

    init(reading message: Message<Photolibrary__SelectionQuestion>) {
        isAutomatic = message.flag(\.has_is_automatic, \.is_automatic) ?? false
    }
}

extension ProposedChanges: MessageValue {
    package static let messageKind = MessageKind(photolibrary__proposed_changes__init)

    package func write(to message: Message<Photolibrary__ProposedChanges>) {
        message.put(\.has_deleted_assets, \.deleted_assets, UInt64(clamping: deletedAssets))
        message.put(\.has_edited_assets, \.edited_assets, UInt64(clamping: editedAssets))
        message.put(\.has_hidden_assets, \.hidden_assets, UInt64(clamping: hiddenAssets))
        message.put(\.has_updated_assets, \.updated_assets, UInt64(clamping: updatedAssets))
        message.put(\.has_deleted_collections, \.deleted_collections, UInt64(clamping: deletedCollections))
        message.put(\.has_examples, \.examples, examples)
        message.put(\.has_changed_collections, \.changed_collections, UInt64(clamping: changedCollections))
        message.put(\.has_removed_members, \.removed_members, UInt64(clamping: removedMembers))
        message.put(\.has_recent_changes, \.recent_changes, UInt64(clamping: recentChanges))
    }

    package init(reading message: Message<Photolibrary__ProposedChanges>) throws(LibraryError) {
        self.init()
        deletedAssets = Int(clamping: message.number(\.has_deleted_assets, \.deleted_assets) ?? 0)
        editedAssets = Int(clamping: message.number(\.has_edited_assets, \.edited_assets) ?? 0)
        hiddenAssets = Int(clamping: message.number(\.has_hidden_assets, \.hidden_assets) ?? 0)
        updatedAssets = Int(clamping: message.number(\.has_updated_assets, \.updated_assets) ?? 0)
        deletedCollections = Int(clamping: message.number(\.has_deleted_collections, \.deleted_collections) ?? 0)
        examples = try message.objectIDs(\.has_examples, \.examples) ?? []
        changedCollections = Int(clamping: message.number(\.has_changed_collections, \.changed_collections) ?? 0)
        removedMembers = Int(clamping: message.number(\.has_removed_members, \.removed_members) ?? 0)
        recentChanges = Int(clamping: message.number(\.has_recent_changes, \.recent_changes) ?? 0)
    }
}
