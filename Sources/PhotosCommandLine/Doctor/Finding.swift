/// One thing that `photos doctor` looked at, in the person's language.
struct Finding: Hashable, Sendable {
    enum State: String, CaseIterable, Sendable {
        case well, problem
        /// Could not be looked at, because of a problem above.
        case unknown
    }

    /// For example `server`.
    var subject: String
    var state: State
    /// What was found, in a phrase.
    var text: String
    /// What to do about a problem.
    var advice: String?

    static func well(_ subject: String, _ text: String) -> Finding {
        Finding(subject: subject, state: .well, text: text)
    }

    static func problem(_ subject: String, _ text: String, _ advice: String) -> Finding {
        Finding(subject: subject, state: .problem, text: text, advice: advice)
    }

    static func unknown(_ subject: String, _ text: String) -> Finding {
        Finding(subject: subject, state: .unknown, text: text)
    }

    /// For programs.
    struct JSON: Encodable, Hashable {
        var subject: String
        var state: String
        var text: String
        var advice: String?

        init(_ finding: Finding) {
            subject = finding.subject
            state = finding.state.rawValue
            text = finding.text
            advice = finding.advice
        }
    }
}
