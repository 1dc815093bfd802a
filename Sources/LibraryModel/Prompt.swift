/// A question to the person, as an agent shows it.
package struct Prompt: Hashable, Sendable {
    package enum Question: Hashable, Sendable {
        /// May the app have access?
        case access(AccessLevel)
        /// May this block of the app's be done?
        case changes(ProposedChanges)
        /// Which photos does the person give to the app?
        case picker(PickerConfiguration)
        /// Which photos may an app with limited access see? `isAutomatic`: the server asks, because the app has begun
        /// to read.
        case selection(isAutomatic: Bool)
        /// May the app send photos to this server?
        case upload(UploadQuestion)

        /// Some of the assets in question, for display.
        package var examples: [ObjectID] {
            switch self {
            case .changes(let changes): changes.examples
            case .upload(let upload): upload.examples
            case .access, .picker, .selection: []
            }
        }
    }

    /// What is known of the requesting program, beside its name.
    package struct Program: Hashable, Sendable {
        /// An interpreter, such as `python3`: a grant is for every script.
        package var isInterpreter = false
        /// Its script by the command line: a claim, never identity.
        package var claimedScript = ""
        /// It has replaced the executable that the grants were for.
        package var isReplacement = false

        package init(isInterpreter: Bool = false, claimedScript: String = "", isReplacement: Bool = false) {
            self.isInterpreter = isInterpreter
            self.claimedScript = claimedScript
            self.isReplacement = isReplacement
        }
    }

    /// Its number, valid until the server stops.
    package var number: UInt64
    /// The requesting app's identity, as `AppGrant.app`.
    package var app: String
    /// The app's claims, never identity.
    package var claimedName: String
    package var usageDescription: String
    package var process: Int32
    package var program: Program
    package var question: Question

    package init(
        number: UInt64,
        app: String,
        claimedName: String,
        usageDescription: String,
        process: Int32,
        program: Program = Program(),
        question: Question
    ) {
        self.number = number
        self.app = app
        self.claimedName = claimedName
        self.usageDescription = usageDescription
        self.process = process
        self.program = program
        self.question = question
    }
}

/// What a change block would do to objects that its app did not add.
package struct ProposedChanges: Hashable, Sendable {
    /// The most `examples`.
    package static let maximumExamples = 500

    package var deletedAssets = 0
    /// Assets whose content it changes, or sets back.
    package var editedAssets = 0
    package var hiddenAssets = 0
    /// Assets whose other properties it changes.
    package var updatedAssets = 0
    /// Albums and folders.
    package var deletedCollections = 0
    /// Albums and folders that it renames or moves, or whose order it changes.
    package var changedCollections = 0
    /// Photos, albums and folders that it takes out of albums and folders.
    package var removedMembers = 0
    /// How many objects of others the app has changed within the last hour without asking.
    package var recentChanges = 0
    /// Some of the assets, for display.
    package var examples: [ObjectID] = []

    package init() {}
}

/// The person's answer.
package enum PromptAnswer: Hashable, Sendable {
    /// The most assets that one answer names.
    package static let maximumAssets = 50_000

    /// The question was closed: it stays undecided, a picker is cancelled.
    case dismissed
    /// `authorized`, `limited` or `denied`. `selected` is what an app with limited access may see. `until`, in
    /// microseconds since 1970, ends it.
    case access(AuthorizationStatus, selected: [ObjectID] = [], until: Int64? = nil)
    case changes(isAllowed: Bool)
    /// In the person's order.
    case picked([ObjectID])
    /// Everything that the app may see from now on.
    case selection([ObjectID])
    /// Remembered for the app and the server.
    case upload(isAllowed: Bool)
}

/// An event for an agent.
package enum AgentEvent: Hashable, Sendable {
    /// A prompt to show.
    case prompt(Prompt)
    /// The prompt is over, or another agent shows it.
    case withdrawn(UInt64)
    /// The app has updated the picker of this prompt.
    case update(UInt64, PickerUpdate)
}

/// How the assets of a fetch are spread over the months.
package struct MonthCount: Hashable, Sendable {
    /// Year * 12 + month - 1; nil for assets without a date.
    package var month: Int32?
    package var count: Int

    package init(month: Int32?, count: Int) {
        self.month = month
        self.count = count
    }
}
