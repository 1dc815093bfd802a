/// What holds for a call, before anything is known of what it asks: told by the first look at a request.
package struct CallRules: Sendable {
    /// Who may make it at all.
    package enum Audience: Sendable {
        case everyone
        /// Apps: it asks the person something. Their own tools need no permission.
        case apps
        /// The person's own tools, on the management socket.
        case owner
        /// Of these, those that show prompts.
        case agents
    }

    /// What an app needs for it. What it may see is decided where it is answered.
    package enum Access: Sendable {
        /// Nothing: pickers are for apps without access.
        case none
        /// Nothing: who may see nothing is answered as if there were nothing. A long request is refused to them.
        case open
        /// To read.
        case reading
        /// To read, or to add.
        case adding
    }

    /// How long it takes.
    package enum Length: Sendable {
        /// Never long.
        case short
        /// Mostly short. It is tried on the thread that reads.
        case undecided
        case long
    }

    /// What it does.
    package enum Effect: Sendable {
        /// Tells nothing of the library, and changes nothing of it.
        case none
        /// Tells what is so at the moment. It is answered anew when the person decides something meanwhile.
        case tells
        /// Like `tells`: photos, albums or what happened to them. An app that may see any has used the library.
        case reads
        /// Like `reads`, of what the person picked.
        case readsPicked
        /// Changes something. What was done twice is as if it was done once.
        case changes
        /// Changes something, and is told another thing the second time. It is not made again by itself when the
        /// connection was lost.
        case changesOnce
    }

    /// The number of its field in `Request`.
    package let number: UInt32
    package let audience: Audience
    package let access: Access
    package let length: Length
    package let effect: Effect
    /// It stays open, and is answered by a stream of replies.
    package let isStream: Bool
    /// Bytes of the longest request.
    package let maximumSize: Int
    /// Nanoseconds that a client waits for the answer; nil for a stream.
    package let timeout: UInt64?

    /// Long enough for any fetch on a busy machine.
    private static let standardTimeout: UInt64 = 60_000_000_000

    /// A call that is answered once.
    static func call(
        _ number: UInt32,
        for audience: Audience = .everyone,
        needs access: Access = .none,
        _ length: Length,
        _ effect: Effect,
        maximumSize: Int = MessageInDescriptor.maximumFramedSize
    ) -> CallRules {
        CallRules(
            number: number,
            audience: audience,
            access: access,
            length: length,
            effect: effect,
            isStream: false,
            maximumSize: maximumSize,
            timeout: standardTimeout
        )
    }

    /// A call that is answered by a stream.
    static func stream(
        _ number: UInt32,
        for audience: Audience = .everyone,
        needs access: Access = .none,
        _ effect: Effect,
        maximumSize: Int = MessageInDescriptor.maximumFramedSize
    ) -> CallRules {
        CallRules(
            number: number,
            audience: audience,
            access: access,
            length: .long,
            effect: effect,
            isStream: true,
            maximumSize: maximumSize,
            timeout: nil
        )
    }
}

extension CallRules.Effect {
    /// What was answered is worth nothing once the person has decided something else.
    package var isAnsweredAnew: Bool {
        switch self {
        case .tells, .reads, .readsPicked: true
        case .none, .changes, .changesOnce: false
        }
    }

    /// Whether a client makes it again that lost the connection before it had the answer.
    package var isRepeatable: Bool {
        switch self {
        case .none, .tells, .reads, .readsPicked, .changes: true
        case .changesOnce: false
        }
    }
}
