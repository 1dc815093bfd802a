internal import Languages
package import LibraryModel

/// An answer that the person can choose, other than photos.
package enum AnswerChoice: String, Sendable, CaseIterable {
    case select
    case all
    case deny
    case yes
    case no
    case later
    case never

    /// Whether the person may let the app see photos without their places.
    package static func offersPlaces(for question: Prompt.Question) -> Bool { question == .access(.readWrite) }

    /// In the order in which they are offered. The first never grants anything.
    package static func offered(for question: Prompt.Question) -> [AnswerChoice] {
        switch question {
        case .access(.readWrite): [.later, .select, .all, .deny, .never]
        case .access(.addOnly): [.later, .all, .deny, .never]
        case .changes: [.no, .yes, .never]
        case .upload: [.later, .yes, .no, .never]
        case .picker, .selection: []
        }
    }

    /// `removal`: the metadata that the person leaves out so far.
    package func title(for question: Prompt.Question, without removal: MetadataRemoval = []) -> String {
        let left = removal.isEmpty ? "" : localized(", without {what}", ["what": removal.words])
        return switch self {
        case .select: localized("Select photos: it sees those, and what it adds") + left
        case .all:
            if case .access(.addOnly) = question {
                localized("Allow: it may add photos")
            } else {
                localized("Allow all: it sees every photo") + left
            }
        case .deny: localized("Don't allow")
        case .yes:
            if case .upload = question {
                localized("Allow: it may send photos to this server from now on")
            } else {
                localized("Do it")
            }
        case .no:
            if case .upload = question {
                localized("Don't allow, and don't ask again for this server")
            } else {
                localized("Don't do it")
            }
        case .later: localized("Decide later: nothing is decided, and it may ask again")
        case .never: localized("Don't allow, and never ask me about this app again")
        }
    }

    /// The answer, and whether to silence the app. Nil for `select`, which needs photos.
    package func answer(to question: Prompt.Question) -> (answer: PromptAnswer, silences: Bool)? {
        switch (self, question) {
        case (.select, _): return nil
        case (.all, _): return (.access(.authorized), false)
        case (.deny, _): return (.access(.denied), false)
        case (.yes, .upload): return (.upload(isAllowed: true), false)
        case (.no, .upload): return (.upload(isAllowed: false), false)
        case (.yes, _): return (.changes(isAllowed: true), false)
        case (.no, _): return (.changes(isAllowed: false), false)
        case (.later, _): return (.dismissed, false)
        case (.never, .access): return (.access(.denied), true)
        case (.never, .changes): return (.changes(isAllowed: false), true)
        case (.never, .upload): return (.upload(isAllowed: false), true)
        case (.never, .picker), (.never, .selection): return (.dismissed, true)
        }
    }
}
