internal import Languages
internal import LibraryModel
internal import LinuxSystem
internal import OwnerTools

/// Why the agent could not do what the person wanted, in a phrase for them.
package struct AgentFailure: Error, Hashable, CustomStringConvertible {
    package var reason: String

    package init(_ reason: String) { self.reason = reason }

    /// Any error that a call of the agent's may throw.
    package init(_ error: any Error) {
        switch error {
        case let failure as AgentFailure: self = failure
        case let error as LibraryError: reason = error.localizedReason
        case let error as SystemCallError: reason = "\(error.call): \(error.localizedReason)"
        default: reason = "\(error)"
        }
    }

    package var description: String { reason }

    /// The notice when a decision of the person fails.
    package var notice: String { localized("That failed: {reason}", ["reason": reason]) }

    /// The notice in a view in which enter repeats the call.
    package var noticeWithRetry: String { localized("{reason} (enter tries again)", ["reason": reason]) }

    /// The notice when an answer of the person fails.
    package var answerNotice: String {
        self == .nobodyWaits
            ? localized("Nobody waits for this answer any more.")
            : localized("The answer failed: {reason}", ["reason": reason])
    }

    /// The question has been answered elsewhere, or the app has withdrawn it.
    package static var nobodyWaits: AgentFailure { AgentFailure(localized("nobody waits for this answer any more")) }
}
