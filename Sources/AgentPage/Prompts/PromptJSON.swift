internal import InstalledPrograms
internal import LibraryModel
internal import OwnerTools
internal import PhotosAgent
internal import TerminalText

/// A prompt, for the page.
struct PromptJSON: Encodable {
    struct Changes: Encodable {
        var deletedAssets: Int
        var editedAssets: Int
        var hiddenAssets: Int
        var updatedAssets: Int
        var deletedCollections: Int
        var examples: [String]
    }

    struct Picker: Encodable {
        var selectionLimit: Int
        var isOrdered: Bool
        var isContinuous: Bool
        var preselected: [String]
        var searchText: OrNull<String>
        var disabled: [String]
        /// The metadata that the app does not want.
        var without: [String]
    }

    struct Selection: Encodable {
        var isAutomatic: Bool
        var selected: [String]
    }

    struct Upload: Encodable {
        /// The server as the sheet's title calls it, and whole.
        var host: String
        var origin: String
        var count: Int
        var examples: [String]
    }

    var number: UInt64
    var kind: String
    var app: String
    var evidence: AppEvidence
    var claimedName: String
    var usage: String
    /// What the person has to know before they allow anything.
    var warnings: [String]
    /// The script of an interpreter, as a claim.
    var claimedScript: OrNull<String>
    var process: Int32
    var level: String?
    var changes: Changes?
    var picker: Picker?
    var selection: Selection?
    var upload: Upload?

    /// `selected`: what the app of a selection may see now.
    init(_ prompt: Prompt, selected: [ObjectID], _ programs: InstalledPrograms) {
        number = prompt.number
        app = prompt.app
        evidence = AppEvidence(app: prompt.app, programs)
        claimedName = prompt.claimedName.sanitized
        usage = prompt.usageDescription.sanitized
        let program = ProgramText(prompt)
        warnings = program.warnings
        claimedScript = OrNull(program.claimedScript)
        process = prompt.process
        switch prompt.question {
        case .access(let level):
            kind = "access"
            self.level = level.name
        case .changes(let changes):
            kind = "changes"
            self.changes = Changes(changes)
        case .picker(let configuration):
            kind = "picker"
            picker = Picker(configuration)
        case .selection(let isAutomatic):
            kind = "selection"
            selection = Selection(isAutomatic: isAutomatic, selected: selected.map(\.uuidText))
        case .upload(let question):
            kind = "upload"
            warnings += UploadWarnings(question).lines
            upload = Upload(
                host: question.origin.shortText,
                origin: question.origin.text,
                count: question.count,
                examples: question.examples.map(\.uuidText)
            )
        }
    }
}

extension PromptJSON.Changes {
    fileprivate init(_ changes: ProposedChanges) {
        deletedAssets = changes.deletedAssets
        editedAssets = changes.editedAssets
        hiddenAssets = changes.hiddenAssets
        updatedAssets = changes.updatedAssets
        deletedCollections = changes.deletedCollections
        examples = changes.examples.map(\.uuidText)
    }
}

extension PromptJSON.Picker {
    /// The bits of `PHPickerCapabilities`.
    private static let capabilities = [
        "search", "stagingArea", "collectionNavigation", "selectionActions", "sensitivityAnalysisIntervention",
    ]

    fileprivate init(_ configuration: PickerConfiguration) {
        selectionLimit = configuration.effectiveLimit
        isOrdered = configuration.isOrdered
        isContinuous = configuration.isContinuous
        preselected = configuration.preselected.map(\.uuidText)
        searchText = OrNull(configuration.searchText?.sanitized)
        without = configuration.removal.names
        disabled = PromptJSON.Picker.capabilities.enumerated()
            .filter { configuration.disabledCapabilities >> UInt32($0.offset) & 1 != 0 }.map(\.element)
    }
}
