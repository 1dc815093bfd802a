package import LibraryModel

/// A call of the protocol: what is asked, what holds for it (`rules`), and its message.
///
/// Each has its place in `Calls`, beside those that are like it, and is listed in `CallTable`. Who serves calls says
/// there how each is answered.
package protocol Call: MessageValue, Sendable {
    static var rules: CallRules { get }

    // Both have one implementation. They are requirements so that the compiler makes it for each call by itself.

    /// Packs the call as a request behind the first `offset` bytes of `buffer`, which grows when it must but never
    /// shrinks, so that one buffer serves call after call without being cleared. Returns where the message ends.
    func encode(timeout: UInt64?, into buffer: inout [UInt8], at offset: Int) -> Int
    init(carriedBy envelope: Envelope.Carried) throws(LibraryError)
}

extension Call {
    package func encode(timeout: UInt64?, into buffer: inout [UInt8], at offset: Int) -> Int {
        let message = MessageArena().message(self)
        return Envelope.pack(message, as: Self.rules.number, timeout: timeout, into: &buffer, at: offset)
    }

    package init(carriedBy envelope: Envelope.Carried) throws(LibraryError) {
        try self.init(reading: envelope.message(of: Self.messageKind))
    }
}

/// Every call of the protocol.
package enum CallTable {
    package static let all: [any Call.Type] = [
        PingCall.self, AuthorizationStatusCall.self, RequestAuthorizationCall.self, FetchCall.self, LoadCall.self,
        ResourcesCall.self, OpenResourceCall.self, AdjustmentCall.self, ThumbnailCall.self, EncodeJPEGCall.self,
        MintCall.self, StageCall.self, PerformCall.self, CurrentTokenCall.self, HistoryCall.self, ObserveCall.self,
        DetailsCall.self, CloudIdentifiersCall.self, LocalIdentifiersCall.self, PickCall.self, UpdatePickCall.self,
        PickedResourcesCall.self, OpenPickedCall.self, PickedThumbnailCall.self, ChangeSelectionCall.self,
        PerformAfterConfirmationCall.self, PickedJPEGCall.self, DismissPickCall.self,
        DecodePictureCall.self,

        StatisticsCall.self, GrantsCall.self, SetGrantCall.self, SelectCall.self, VerifyCall.self,
        SubscribeAgentCall.self,
        AnswerCall.self, PickerSelectionCall.self, ThumbnailFileCall.self, MonthsCall.self, SetPreferencesCall.self,
        RevokePicksCall.self, SelectionCall.self, RevokeCall.self, ForgetCall.self, AppChangesCall.self, UndoCall.self,
    ]

    /// By the numbers of their fields.
    private static let byNumber: [(any Call.Type)?] = {
        var table = [(any Call.Type)?](repeating: nil, count: Int(all.map { $0.rules.number }.max() ?? 0) + 1)
        for call in all { table[Int(call.rules.number)] = call }
        return table
    }()

    /// The call with a number; nil for one that is not known.
    package static func call(_ number: UInt64) -> (any Call.Type)? {
        guard let place = Int(exactly: number), byNumber.indices.contains(place) else { return nil }
        return byNumber[place]
    }

    package static func rules(_ number: UInt64) -> CallRules? { call(number)?.rules }
}
