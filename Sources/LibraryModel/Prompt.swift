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
    }

    /// What is known of the program that asks, beyond its name.
    package struct Program: Hashable, Sendable {
        /// It runs other programs, such as `python3`: what is allowed to it is allowed to every one of them.
        package var isInterpreter = false
        /// The one that it runs, by its command line. A claim, never identity.
        package var claimedScript = ""
        /// What was allowed under this name was allowed to another program, which was in this one's place before.
        package var isReplacement = false

        package init(isInterpreter: Bool = false, claimedScript: String = "", isReplacement: Bool = false) {
            self.isInterpreter = isInterpreter
            self.claimedScript = claimedScript
            self.isReplacement = isReplacement
        }
    }

    /// Names it until the server stops.
    package var number: UInt64
    /// Who asks, by evidence: as `AppGrant.app`.
    package var app: String
    /// What it says of itself. Claims, never identity.
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
    /// How much of what the last two and `updatedAssets` count the app has changed within the last hour without asking.
    package var recentChanges = 0
    /// Some of the assets, to be shown.
    package var examples: [ObjectID] = []

    package init() {}
}

/// What the person answered.
package enum PromptAnswer: Hashable, Sendable {
    /// The most assets that one answer names.
    package static let maximumAssets = 50_000

    /// They closed the question: it stays undecided, a picker is cancelled.
    case dismissed
    /// `authorized`, `limited` or `denied`. `selected` is what an app with limited access may see. `until`, in
    /// microseconds since 1970, ends it.
    case access(AuthorizationStatus, selected: [ObjectID] = [], until: Int64? = nil)
    case changes(isAllowed: Bool)
    /// In the person's order.
    case picked([ObjectID])
    /// Everything that the app may see from now on.
    case selection([ObjectID])
}

/// What an agent hears.
package enum AgentEvent: Hashable, Sendable {
    /// To be shown from now on.
    case prompt(Prompt)
    /// Nobody waits for an answer any more, or another agent shows it.
    case withdrawn(UInt64)
    /// The app has changed the picker of this prompt.
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
