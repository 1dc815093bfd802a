internal import LibraryModel

/// Why the agent did not do what the person wanted, in a phrase for them.
package struct AgentFailure: Error, Hashable, CustomStringConvertible {
    package var reason: String

    package init(_ reason: String) { self.reason = reason }

    /// Any error that a call of the agent's may throw.
    package init(_ error: any Error) {
        switch error {
        case let failure as AgentFailure: self = failure
        case let error as LibraryError: reason = error.reason
        default: reason = "\(error)"
        }
    }

    package var description: String { reason }

    /// What the person reads when a decision of theirs fails.
    package var notice: String { "That failed: \(reason)" }

    /// What the person reads in a view that repeats the call when they press enter.
    package var noticeWithRetry: String { "\(reason) (enter tries again)" }

    /// What the person reads when an answer of theirs fails.
    package var answerNotice: String {
        self == .nobodyWaits ? "Nobody waits for this answer any more." : "The answer failed: \(reason)"
    }

    /// The question has been answered elsewhere, or the app has withdrawn it.
    package static let nobodyWaits = AgentFailure("nobody waits for this answer any more")
}
