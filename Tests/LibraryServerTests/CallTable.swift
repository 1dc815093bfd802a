import LibraryModel
import LibraryProtocol
import LibraryStore
import LibraryTestSupport
import SamplePhotos

/// Who asks.
enum Requester: CaseIterable {
    /// The person's own tools, on the management socket.
    case owner
    /// Apps, by their access.
    case full, limited, addOnly, denied, neverAsked

    var isApp: Bool { self != .owner }
}

/// What a call is about: an asset, an album and a folder that are there and seen, there and not seen, or that never
/// were.
struct CallSubject: Sendable {
    var asset = ObjectID.random()
    var album = ObjectID.random()
    var folder = ObjectID.random()
    var cloud = CloudIdentifier(.asset, record: .random(), content: (.random(), .random()))
    /// A token that the asker can go on with.
    var token: [UInt8] = []
    /// An album of the asker's own to put things into.
    var ownAlbum = ObjectID.random()
    /// The app that the owner decides about.
    var app = ""
}

/// A call of the protocol: how it is made, and what each asker is told of what is there and seen.
struct CallRow: Sendable {
    typealias Code = LibraryError.Code

    /// The same thing asked in several ways.
    var calls: @Sendable (CallSubject) -> [any Call]
    /// What is in the file that comes with it.
    var file: (@Sendable () throws -> [UInt8])?
    /// Whether an empty file, to be written, comes behind it.
    var hasOutput = false
    /// Bytes that a call leaves for an hour, as it should: what is known of a staged file.
    var kept = 0
    /// How often it is asked to see whether it leaves anything behind. Fewer where each takes a process of its own.
    var repetitions = 100
    /// The failure of each; nil where it is answered.
    var owner: Code?
    var full: Code?
    var limited: Code?
    var addOnly: Code?
    var denied: Code?

    func expected(_ asker: Requester) -> Code? {
        switch asker {
        case .owner: owner
        case .full: full
        case .limited: limited
        case .addOnly: addOnly
        case .denied, .neverAsked: denied
        }
    }

    /// Anybody may ask, and is told what they may know.
    private static func open(_ calls: @escaping @Sendable (CallSubject) -> [any Call]) -> CallRow {
        CallRow(calls: calls)
    }

    /// For those who may read.
    private static func reading(_ calls: @escaping @Sendable (CallSubject) -> [any Call]) -> CallRow {
        CallRow(calls: calls, addOnly: .accessDenied, denied: .accessDenied)
    }

    /// For those who may add.
    private static func adding(
        _ file: (@Sendable () throws -> [UInt8])? = nil,
        kept: Int = 0,
        _ calls: @escaping @Sendable (CallSubject) -> [any Call]
    ) -> CallRow {
        CallRow(calls: calls, file: file, kept: kept, denied: .accessDenied)
    }

    /// Like `adding`, with a movie and an empty file.
    private static func export(_ calls: @escaping @Sendable (CallSubject) -> [any Call]) -> CallRow {
        CallRow(calls: calls, file: movie, hasOutput: true, repetitions: 20, denied: .accessDenied)
    }

    /// For apps.
    private static func ofApps(_ calls: @escaping @Sendable (CallSubject) -> [any Call]) -> CallRow {
        CallRow(calls: calls, owner: .invalidRequest)
    }

    /// About a pick that nobody has.
    private static func ofPick(_ call: any Call, owner: Code = .accessRestricted) -> CallRow {
        CallRow(
            calls: { _ in [call] },
            owner: owner,
            full: .notFound,
            limited: .notFound,
            addOnly: .notFound,
            denied: .notFound
        )
    }

    /// On the management socket only.
    private static func management(
        _ owner: Code? = nil,
        _ calls: @escaping @Sendable (CallSubject) -> [any Call]
    ) -> CallRow {
        CallRow(
            calls: calls,
            owner: owner,
            full: .unimplemented,
            limited: .unimplemented,
            addOnly: .unimplemented,
            denied: .unimplemented
        )
    }

    /// Every call there is.
    static let all: [CallRow] = [
        open { _ in [PingCall(payload: [UInt8](repeating: 7, count: 4_096), replySize: 9)] },
        open { _ in [AuthorizationStatusCall(.readWrite), AuthorizationStatusCall(.addOnly)] },
        ofApps { _ in [RequestAuthorizationCall(.readWrite)] },
        open { subject in fetches(subject).flatMap { [FetchCall($0), FetchCall($0, countsOnly: true)] } },
        open { subject in
            [
                LoadCall(.asset, Array(repeating: subject.asset, count: 100), hints: []),
                LoadCall(.asset, [subject.asset], hints: [1], includesDeleted: true),
                LoadCall(.assetCollection, [subject.album], hints: []),
                LoadCall(.collectionList, [subject.folder], hints: []),
            ]
        },
        reading { [ResourcesCall(of: $0.asset)] },
        reading { [OpenResourceCall(.photo, of: $0.asset)] },
        reading { [DownloadCall(.photo, of: $0.asset)] },
        reading { [AdjustmentCall(of: $0.asset)] },
        reading { [ThumbnailCall(of: $0.asset, PixelSize(width: 9, height: 9))] },
        adding(pixels) { _ in [EncodeJPEGCall(PixelSize(width: 2, height: 2), quality: 90)] },
        adding(photo) { _ in [DecodePictureCall(fitting: PixelSize(width: 9, height: 9))] },
        adding(photo) { _ in [ExaminePictureCall()] },
        adding(movie) { _ in [DescribeMovieCall()] },
        export { _ in [ExportMovieCall(MovieExport(.quickTime))] },
        adding { _ in [MintCall(3)] },
        adding(photo, kept: 2_048) { _ in [StageCall(filename: "photo.jpg")] },
        reading { changes($0).map { PerformCall(ChangeBlock(operations: [$0])) } },
        reading { _ in [CurrentTokenCall()] },
        reading { subject in
            var filter = HistoryFilter()
            filter.objects = [
                LocalIdentifier(.asset, subject.asset), LocalIdentifier(.assetCollection, subject.album),
                LocalIdentifier(.collectionList, subject.folder),
            ]
            return [HistoryCall(since: subject.token), HistoryCall(since: subject.token, matching: filter)]
        },
        open { _ in [ObserveCall()] },
        open { [DetailsCall(of: Array(repeating: $0.asset, count: 10))] },
        reading { subject in
            [
                CloudIdentifiersCall(of: [LocalIdentifier(.asset, subject.asset)]),
                CloudIdentifiersCall(of: [LocalIdentifier(.assetCollection, subject.album)]),
                CloudIdentifiersCall(of: [LocalIdentifier(.collectionList, subject.folder)]),
            ]
        },
        reading { subject in
            [true, false].map { LocalIdentifiersCall(of: [subject.cloud, nil], onlySynced: $0) }
        },
        ofApps { subject in
            var configuration = PickerConfiguration()
            configuration.givesIdentifiers = true
            configuration.selectionLimit = 5
            configuration.preselected = [subject.asset]
            return [PickCall(configuration)]
        },
        ofPick(UpdatePickCall(7, PickerUpdate()), owner: .notFound), ofPick(PickedResourcesCall(pick: 7, item: 1)),
        ofPick(OpenPickedCall(pick: 7, item: 1, .photo)),
        ofPick(DownloadPickedCall(pick: 7, item: 1, .photo)),
        ofPick(PickedThumbnailCall(pick: 7, item: 1, PixelSize(width: 9, height: 9))),
        ofPick(PickedJPEGCall(pick: 7, item: 1, quality: 90)), ofPick(DismissPickCall(7), owner: .notFound),
        ofApps { _ in [ChangeSelectionCall()] },
        ofApps { changes($0).map { PerformAfterConfirmationCall(ChangeBlock(operations: [$0])) } },

        management { _ in [StatisticsCall()] },
        management { _ in [GrantsCall()] },
        management { [SetGrantCall(app: $0.app, .readWrite, .authorized)] },
        management { [SelectCall(app: $0.app, [$0.asset], deselects: true)] },
        management { _ in [VerifyCall(position: nil)] },
        management { _ in [SubscribeAgentCall(interface: "text")] },
        management(.notFound) { _ in [AnswerCall(prompt: 7, .dismissed, silences: false)] },
        management(.notFound) { [PickerSelectionCall(prompt: 7, [$0.asset])] },
        management { [ThumbnailFileCall(of: $0.asset)] },
        management { _ in [MonthsCall(FetchRequest(.allAssets), utcOffset: 3_600)] },
        management { [SetPreferencesCall(app: $0.app, confirmsChanges: nil, isSilenced: false)] },
        management { [RevokePicksCall(app: $0.app)] },
        management { [SelectionCall(ofApp: $0.app), SelectionCall(ofApp: $0.app, isOfPicks: true)] },
        management { _ in [DeveloperFoldersCall()] },
        management { _ in [SetDeveloperFolderCall("/no/such/folder", until: nil)] },
        management { [AppChangesCall(app: $0.app, since: nil, transaction: nil, before: nil)] },
        management { [UndoCall(UndoRequest(app: $0.app))] },
        CallRow(
            calls: { _ in [UploadJobsCall(.process)] },
            owner: .invalidRequest,
            addOnly: .accessDenied,
            denied: .accessDenied
        ),
        CallRow(
            calls: { _ in [UploadSettingsCall(UploadSettings())] },
            owner: .invalidRequest,
            addOnly: .accessDenied,
            denied: .accessDenied
        ),
        management { subject in
            UploadOrigin("photos.example.org")
                .map { [SetUploadDestinationCall(app: subject.app, $0, isAllowed: true, allowsLocal: false)] } ?? []
        },
        management { _ in [SyncHistoryCall(after: 0)] },
        management { _ in [ApplySyncedCall(SyncedBatch(key: .random(), position: 0, changes: []))] },
        management(.missingResource) { _ in [OpenContentCall([UInt8](repeating: 7, count: 32))] },
        CallRow(
            calls: { _ in [OfferContentCall([UInt8](repeating: 7, count: 32))] },
            file: photo,
            full: .unimplemented,
            limited: .unimplemented,
            addOnly: .unimplemented,
            denied: .unimplemented
        ),
        management { _ in [MissingContentsCall(after: [])] },
        management { [RevokeCall(app: $0.app)] },
        management { [ForgetCall(app: $0.app)] },
        management { _ in [CloudStatusCall()] },
        management { _ in [SetCloudCall(nil)] },
        management(.notFound) { _ in [CloudKeyCall()] },
        management(.notFound) { _ in [CommandCloudCall(.synchronize)] },
        management(.notFound) { _ in [ReportCloudCall(CloudReport(.idle))] },
        management { _ in [CloudCommandsCall()] },
        management { [EraseCall([$0.asset])] },
        management { _ in [PlanStorageCall(after: nil)] },
        management(.changeNotSupported) { _ in [EvictCall([UInt8](repeating: 7, count: 32), generation: 0)] },
        management { _ in [WantedOriginalsCall()] },
        management { _ in [ReportDownloadCall(DownloadReport([UInt8](repeating: 7, count: 32)))] },
    ]

    @Sendable static func photo() throws -> [UInt8] {
        try SamplePhoto(size: PixelSize(width: 24, height: 16), seed: 1_000).encoded()
    }

    @Sendable static func movie() throws -> [UInt8] {
        MovieFixture(frames: [try photo()], width: 24, height: 16).bytes
    }

    /// Of a picture of two by two.
    @Sendable private static func pixels() -> [UInt8] { [UInt8](repeating: 9, count: 16) }

    private static func fetches(_ subject: CallSubject) -> [FetchRequest] {
        let named = PredicateLiteral.identifiers([
            LocalIdentifier(.asset, subject.asset), LocalIdentifier(.assetCollection, subject.album),
        ])
        let isNamed = PredicateProgram([.key("localIdentifier"), .literal(named), .compare(.in, [])])
        let long = String(repeating: "long ", count: 200)
        let isTitled = PredicateProgram([.key("title"), .literal(.text(long)), .compare(.equal, [])])
        return [
            FetchRequest(.identifiers(.asset, [subject.asset])),
            FetchRequest(.identifiers(.assetCollection, [subject.album])),
            FetchRequest(.identifiers(.collectionList, [subject.folder])),
            FetchRequest(.assets(inCollection: subject.album)),
            FetchRequest(.collections(containing: subject.asset)),
            FetchRequest(.children(ofList: subject.folder)),
            FetchRequest(.lists(containing: subject.album)),
            FetchRequest(.lists(containing: subject.folder)),
            FetchRequest(.allAssets, predicate: isNamed),
            FetchRequest(.allCollections(.assetCollection), predicate: isNamed),
            FetchRequest(.allAssets, predicate: isTitled, sort: [SortKey("creationDate", isAscending: true)]),
        ]
    }

    /// Changes that change nothing of what is seen, so that they can be asked for again and again.
    private static func changes(_ subject: CallSubject) -> [ChangeOperation] {
        var update = AssetUpdate()
        update.title = .set(String(repeating: "A title. ", count: 400))
        return [
            .updateAsset(subject.asset, update),
            .insertMembers(.album(subject.ownAlbum), [LocalIdentifier(.asset, subject.asset)], at: nil),
            .renameCollection(.assetCollection, subject.album, title: "Album"),
            .renameCollection(.collectionList, subject.folder, title: "Folder"),
        ]
    }
}
