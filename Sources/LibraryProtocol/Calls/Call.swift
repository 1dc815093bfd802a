package import LibraryModel

/// A call of the protocol: its parameters, its rules, the type of its reply, and its message.
///
/// Calls are declared in `Calls`, by subject, and listed in `CallTable`. `LibraryServer/Requests` has their handlers.
package protocol Call: MessageValue, Sendable {
    /// The type of the reply; of a stream, of its first.
    associatedtype Reply: CallReply
    static var rules: CallRules { get }

    // Each has one implementation. They are requirements so that the compiler specialises it for each call.

    /// Packs the call as a request after the first `offset` bytes of `buffer`. Returns where the message ends. Grows
    /// the buffer but never shrinks it, so that call after call reuses it uncleared.
    func encode(timeout: UInt64?, into buffer: inout [UInt8], at offset: Int) -> Int
    init(carriedBy envelope: Envelope.Carried) throws(LibraryError)
    /// Reads a short message of the usual layout without protobuf-c; nil for any other, and for calls that have no such
    /// reader. `first`: of `payload`.
    init?(packedByHand payload: Span<UInt8>, _ first: RequestPrescan)
}

/// A call that opens a stream.
package protocol StreamCall: Call {
    /// The type of all replies after the first, the last included.
    associatedtype Event: CallReply
}

extension Call {
    package func encode(timeout: UInt64?, into buffer: inout [UInt8], at offset: Int) -> Int {
        let message = MessageArena().message(self)
        return Envelope.pack(message, as: Self.rules.number, timeout: timeout, into: &buffer, at: offset)
    }

    package init(carriedBy envelope: Envelope.Carried) throws(LibraryError) {
        try self.init(reading: envelope.message(of: Self.messageKind))
    }

    package init?(packedByHand payload: Span<UInt8>, _ first: RequestPrescan) { nil }
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
        DecodePictureCall.self, ExaminePictureCall.self, DescribeMovieCall.self, ExportMovieCall.self,
        UploadJobsCall.self, UploadSettingsCall.self,

        StatisticsCall.self, GrantsCall.self, SetGrantCall.self, SelectCall.self, VerifyCall.self,
        SubscribeAgentCall.self,
        AnswerCall.self, PickerSelectionCall.self, ThumbnailFileCall.self, MonthsCall.self, SetPreferencesCall.self,
        RevokePicksCall.self, SelectionCall.self, RevokeCall.self, ForgetCall.self, AppChangesCall.self, UndoCall.self,
        SetUploadDestinationCall.self,
        SyncHistoryCall.self, ApplySyncedCall.self, OpenContentCall.self, OfferContentCall.self,
        MissingContentsCall.self,
        CloudStatusCall.self, SetCloudCall.self, CloudKeyCall.self, CommandCloudCall.self, ReportCloudCall.self,
        CloudCommandsCall.self,
        DownloadCall.self, DownloadPickedCall.self,
        PlanStorageCall.self, EvictCall.self, WantedOriginalsCall.self, ReportDownloadCall.self,
        EraseCall.self, DeveloperFoldersCall.self, SetDeveloperFolderCall.self,
    ]

    /// Indexed by the field number.
    private static let byNumber: [(any Call.Type)?] = {
        var table = [(any Call.Type)?](repeating: nil, count: Int(all.map { $0.rules.number }.max() ?? 0) + 1)
        for call in all { table[Int(call.rules.number)] = call }
        return table
    }()

    /// Returns nil for an unknown number.
    package static func call(_ number: UInt64) -> (any Call.Type)? {
        guard let place = Int(exactly: number), byNumber.indices.contains(place) else { return nil }
        return byNumber[place]
    }

    package static func rules(_ number: UInt64) -> CallRules? { call(number)?.rules }
}
