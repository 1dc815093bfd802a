/// The rules of a call that hold before its message is unpacked: `RequestPrescan` tells the call.
package struct CallRules: Sendable {
    /// Who may make it.
    package enum Audience: Sendable {
        case everyone
        /// Apps only: it asks the person, and the owner's tools need no permission.
        case apps
        /// The owner's tools, on the management socket.
        case owner
        /// Agents, on the management socket.
        case agents
    }

    /// The access that an app needs. Which objects it may see is decided where the call is answered.
    package enum Access: Sendable {
        /// None, for example for pickers.
        case none
        /// None: without access the reply is empty. A long request is refused then.
        case open
        /// To read.
        case reading
        /// To read, or to add.
        case adding
    }

    /// How long its work takes.
    package enum Length: Sendable {
        /// Microseconds, always.
        case short
        /// Usually short: tried on the reading thread (`InlineTrials`).
        case undecided
        case long
    }

    /// Its effect, which decides how a decision or a lost connection affects it.
    package enum Effect: Sendable {
        /// Neither discloses nor changes anything of the library.
        case none
        /// Discloses the current state. Its reply is made again after a decision meanwhile.
        case tells
        /// Like `tells`, of photos, albums or history: counts as a use of the library.
        case reads
        /// Like `reads`, of picked photos.
        case readsPicked
        /// Changes something, idempotently.
        case changes
        /// Changes something, not idempotently: the client does not retry it after a lost connection.
        case changesOnce
    }

    /// Its field number in `Request`.
    package let number: UInt32
    package let audience: Audience
    package let access: Access
    package let length: Length
    package let effect: Effect
    /// Whether it opens an event stream.
    package let isStream: Bool
    /// Bytes of the longest request.
    package let maximumSize: Int
    /// Nanoseconds that a client waits for the reply; nil for a stream.
    package let timeout: UInt64?

    /// Suffices for any fetch on a busy machine.
    private static let standardTimeout: UInt64 = 60_000_000_000

    /// A call with one reply.
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

    /// A call that opens a stream.
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
    /// Whether its reply is made again when a decision comes before it is sent.
    package var isAnsweredAnew: Bool {
        switch self {
        case .tells, .reads, .readsPicked: true
        case .none, .changes, .changesOnce: false
        }
    }

    /// Whether a client may retry it when the connection was lost before the reply.
    package var isRepeatable: Bool {
        switch self {
        case .none, .tells, .reads, .readsPicked, .changes: true
        case .changesOnce: false
        }
    }
}
