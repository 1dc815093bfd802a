import LibraryModel
import LibraryProtocol
import LibraryTestSupport
import Testing

@Suite struct ReplyCodecTests {
    static let asset = CodecTests.asset

    static var page: AssetPage {
        var page = AssetPage()
        page.flags = [AssetPage.Flags([.exists, .hasLocation, .hasBurstIdentifier]).rawValue, 0]
        page.mediaKind = [1, 0]
        page.mediaSubtypes = [8, 0]
        page.pixelWidth = [4000, 0]
        page.pixelHeight = [3000, 0]
        page.duration = [0.5, 0]
        page.creationDate = [-5, 0]
        page.modificationDate = [.max, 0]
        page.addedDate = [1, 0]
        page.latitude = [1.5, 0]
        page.longitude = [-2.5, 0]
        page.rating = [5, 0]
        page.burstIdentifiers = ["burst"]
        return page
    }

    static var history: HistoryPage {
        var page = HistoryPage(
            since: ChangeToken(library: asset, historyEpoch: 1, sequence: 6, visibilityEpoch: 2)
        )
        page.sequences = [7, 9]
        page.times = [1, 2]
        page.changeCounts = [1, 2]
        page.unavailable = [1]
        page.authors = [3, 0]
        page.apps = ["exe:/bin/x"]
        page.appPositions = [1, 0]
        page.objectKinds = [1, 2, 3]
        page.changeKinds = [1, 2, 3]
        page.objects = [asset, asset, asset]
        page.fields = [0, 1, 2]
        page.upTo = 9
        page.hasMore = true
        return page
    }

    static var replies: [any CallReply] {
        var metadata = MediaMetadata(kind: .video, contentType: "video/mp4", pixelWidth: 1920, pixelHeight: 1080)
        metadata.captureDate = CaptureDate(instant: 5, utcOffset: -3600, source: .container)
        metadata.location = Coordinate(latitude: 1, longitude: 2)
        metadata.cameraModel = "X"
        metadata.duration = 2.5
        var facts = PictureFacts(metadata)
        facts.metadata.settings.aperture = 2.8
        facts.metadata.annotations.title = "A"
        facts.metadata.annotations.caption = "B"
        facts.metadata.annotations.keywords = ["C", "D"]
        facts.metadata.annotations.rating = 5
        let state = ChangeToken(library: asset, historyEpoch: 1, sequence: 77, visibilityEpoch: 2)
        var details = AssetDetails()
        details.exists = true
        details.title = "Ferien"
        details.keywords = ["a", "é"]
        details.dateSource = .sideCar
        details.utcOffset = -3_600
        details.offsetSource = .makerNote
        details.keywordPaths = ["b|a"]
        details.settings.lensMake = "Acme"
        details.settings.lensModel = "50mm"
        details.settings.exposureTime = 0.004
        details.settings.aperture = 2.8
        details.settings.isoSpeed = 200
        details.settings.focalLength = 50
        details.settings.focalLengthOn35mmFilm = 75
        details.settings.exposureBias = -0.5
        details.settings.flashFired = false
        details.regions = [ImageRegion(name: "Zoë", kind: nil, x: 0.5, y: 0.25, width: 0.125, height: 1)]
        details.otherOriginals = [
            OtherOriginal(kind: .alternatePhoto, filename: "b.dng", size: 7, digest: [1, 2])
        ]
        details.filename = "a.jpg"
        details.fileSize = 1 << 40
        details.adjustedDate = -3
        details.cameraMake = "Make"
        details.cameraModel = "Modèle"
        var collections = CollectionPage()
        collections.flags = [1]
        collections.kind = [2]
        collections.type = [1]
        collections.subtype = [2]
        collections.title = ["Ferien"]
        collections.memberCount = [3]
        collections.startDate = [0]
        collections.endDate = [1]
        collections.modificationDate = [2]
        var statistics = LibraryStatistics(
            library: asset,
            assetCount: 1,
            imageCount: 2,
            videoCount: 3,
            albumCount: 4,
            folderCount: 5,
            recentlyDeletedCount: 6,
            originalBytes: 7,
            lastSequence: 8,
            firstSequence: 9
        )
        statistics.readOnlyReason = "full"
        statistics.renditionBytes = 10
        statistics.folder = "/Photos.photolibrary"
        var half = StagedResource(id: asset, metadata: metadata, size: 5, duplicateOf: nil)
        half.otherHalf = asset
        half.lacking = [.pairedVideo]
        half.metadata.embeddedMovieSize = 6
        half.metadata.isSideCarUnreadable = true
        var pairedVideo = ResourceInfo(
            kind: .pairedVideo,
            filename: "a",
            contentType: "video/quicktime",
            size: 1,
            pixelWidth: 1,
            pixelHeight: 2,
            digest: []
        )
        pairedVideo.duration = 2.5
        pairedVideo.stillTime = 1.25
        pairedVideo.isInCloud = true
        var cloud = CloudStatus(settings: CodecTests.cloudSettings)
        cloud.report = CodecTests.cloudReport
        cloud.isRunning = true
        cloud.lastCommand = 4
        cloud.problem = "no program"
        cloud.originals.localFiles = 1
        cloud.originals.localBytes = 2
        cloud.originals.cloudFiles = 3
        cloud.originals.cloudBytes = 4
        cloud.originals.refusedFiles = 5
        let planned = CodecTests.planned
        let commands: [CloudCommand] = [.settingsChanged, .synchronize, .forget(asset), .verify, .rebuild]
        let replies: [any CallReply] =
            [
                cloud, CloudStatus(), CloudKeyResult(nil), StoragePlan(),
                StoragePlan(excess: 4, originals: [planned]), StoragePlan(originals: [planned], bringsBack: true),
                WantedOriginal(planned.content, generation: 1),
                WantedOriginal(planned.content, generation: 1, isCancelled: true),
            ] + commands.map { NumberedCloudCommand($0, number: 3) } + [
                LibraryError(.tokenExpired, "too old", isRetryable: true, details: ["cause": "age", "other": ""]),
                PingAnswer([1]), AuthorizationResult(.limited),
                FetchResult.found([asset], hints: [4], kinds: .all(.asset), state: state),
                FetchResult.found(
                    [asset, asset],
                    hints: [],
                    kinds: .each([.collectionList, .assetCollection]),
                    state: nil
                ),
                FetchResult.found([asset, asset], hints: [], kinds: .all(.asset), state: state, firstPage: page),
                FetchResult.foundInMemory(count: 1_000_000, hasHints: true, kind: .asset, state: state),
                FetchResult.foundInMemory(
                    count: 1_000_000,
                    hasHints: true,
                    kind: .asset,
                    state: state,
                    firstPage: page
                ),
                FetchResult.count(42), LoadedPage.assets(page), LoadedPage.collections(collections),
                LoadedPage.assetsInMemory(count: 32_768),
                AssetDetailsList([details, AssetDetails()]),
                CloudIdentifierList([CloudIdentifier(.asset, record: asset, content: (asset, asset)), nil]),
                LocalIdentifierList([[], [LocalIdentifier(.asset, asset), LocalIdentifier(.collectionList, asset)]]),
                ResourceList([
                    ResourceInfo(
                        kind: .photo,
                        filename: "a",
                        contentType: "image/jpeg",
                        size: 1 << 40,
                        pixelWidth: 1,
                        pixelHeight: 2,
                        digest: [UInt8](repeating: 7, count: 32)
                    ), pairedVideo,
                ]), AdjustmentResult(nil),
                AdjustmentResult(
                    Adjustment(
                        rendered: ObjectID(high: 0, low: 0),
                        formatIdentifier: "f",
                        formatVersion: "1",
                        data: [1]
                    )
                ),
                PixelSize(width: 1, height: 2), EmptyResult(), MintResult([asset]),
                StagedResource(id: asset, metadata: metadata, size: 5, duplicateOf: asset), facts, half,
                TokenResult([1, 2]),
                history,
                statistics,
                GrantList([
                    AppGrant(
                        app: "exe:/x",
                        claimedName: "X",
                        readWrite: .limited,
                        addOnly: .denied,
                        selectedCount: 3,
                        lastUsed: -1,
                        pickedCount: 4,
                        lastPicked: -2,
                        readablePickCount: 3,
                        request: .unanswered,
                        isReplaced: true,
                        hidesPlaces: true
                    ),
                    AppGrant(app: "", claimedName: "", readWrite: .denied, addOnly: .denied, selectedCount: 0),
                ]),
                appChanges, undone,
                SyncedPage(CodecTests.synced, position: 8, hasMore: true), SyncedOutcome.moved,
                SyncedOutcome.applied(position: 8, missing: [[UInt8](repeating: 6, count: 32)]),
                MissingContents([[UInt8](repeating: 6, count: 32), [UInt8](repeating: 7, count: 32)]),
                VerificationPage(total: 1, checked: 2, problems: [.init("p", asset: asset), .init("q")], next: 9),
                PickEvent(7, items: [.init(1, asset: asset), .init(2, asset: nil)], isFinal: true, isCancelled: true),
                PickEvent(7), SelectionResult([asset, asset]), MovieDescription.sample, ExportProgress(999),
                AgentEvent.withdrawn(7),
                AgentEvent.update(7, CodecTests.pickerUpdate), UploadJobList(uploadJobs), UploadJobList([]),
                UploadSettings(isEnabled: true, preventsExpensiveNetworkAccess: true), UploadSettings(),
                GrantList([sender]), GrantList([used]),
                DeveloperFolderList([
                    DeveloperFolder(path: "/a", until: 7), DeveloperFolder(path: "/b", until: -7, problem: "p"),
                ]),
            ]
        return replies
            + questions.map { question -> any CallReply in
                AgentEvent.prompt(
                    Prompt(
                        number: 7,
                        app: "exe:/bin/x",
                        claimedName: "X",
                        usageDescription: "Für Collagen",
                        process: 4_711,
                        program: .init(isInterpreter: true, claimedScript: "x.py", isReplacement: true),
                        question: question
                    )
                )
            } + [MonthList([MonthCount(month: 24_305, count: 3), MonthCount(month: nil, count: 1)])]
    }

    static var questions: [Prompt.Question] {
        var changes = ProposedChanges()
        changes.deletedAssets = 1
        changes.editedAssets = 2
        changes.hiddenAssets = 3
        changes.updatedAssets = 4
        changes.deletedCollections = 5
        changes.changedCollections = 6
        changes.removedMembers = 7
        changes.recentChanges = 8
        changes.examples = [asset]
        return [
            .access(.readWrite), .changes(changes), .picker(CodecTests.picker), .selection(isAutomatic: true),
            .selection(isAutomatic: false),
            .upload(UploadQuestion(CodecTests.uploadOrigins[0], count: 3, examples: [asset])),
        ]
    }

    /// An app that sends photos.
    static var used: AppGrant {
        var grant = sender
        grant.days = [
            AppDay(day: 19_700, lookedAt: 10_001, read: 2, taken: 3, changed: 4, added: 5, deleted: 6), AppDay(day: -1),
        ]
        return grant
    }

    static var sender: AppGrant {
        var grant = AppGrant(app: "exe:/x", claimedName: "", readWrite: .authorized, addOnly: .denied, selectedCount: 0)
        grant.uploadDestinations = [
            UploadDestination(CodecTests.uploadOrigins[0], isAllowed: false, allowsLocal: false),
            UploadDestination(CodecTests.uploadOrigins[1], isAllowed: true, allowsLocal: true),
        ]
        return grant
    }

    static var uploadJobs: [UploadJob] {
        let resource = ResourceInfo(
            kind: .photo,
            filename: "a.jpg",
            contentType: "image/jpeg",
            size: 7,
            pixelWidth: 1,
            pixelHeight: 2,
            digest: []
        )
        return [
            UploadJob(id: asset, asset: asset, resource: resource, state: .registered, destination: nil),
            UploadJob(
                id: asset,
                asset: asset,
                resource: resource,
                state: .failed,
                destination: CodecTests.uploadRequest,
                response: UploadResponse(status: 403, headers: [HeaderField("etag", "x")]),
                failure: LibraryError(.networkFailed, "the server did not take the file")
            ),
        ]
    }

    static var fieldChanges: [FieldChange] {
        let values: [FieldValue] = [
            .nothing, .number(.min), .place(Coordinate(latitude: 1, longitude: -2)),
            .place(Coordinate(latitude: 1, longitude: -2, altitude: 3)), .text(""), .text("x"), .texts(["a", "b"]),
            .folder(asset),
        ]
        return zip(values, values.reversed()).map { former, present in
            FieldChange(LocalIdentifier(.asset, asset), .caption, former: former, present: present, .gone)
        } + [
            FieldChange(
                LocalIdentifier(.assetCollection, asset),
                .members,
                member: asset,
                former: .number(1),
                present: .nothing,
                .asLeft
            )
        ]
    }

    static var appChanges: AppChanges {
        var changes = AppChanges()
        changes.hasMore = true
        changes.transactions = [
            AppTransaction(
                sequence: 7,
                time: -1,
                insertedCount: 1,
                updatedCount: 2,
                deletedCount: 3,
                changes: fieldChanges,
                keptCount: 99
            ),
            AppTransaction(sequence: 6, time: 5, insertedCount: 0, updatedCount: 0, deletedCount: 0, keptCount: 0),
        ]
        changes.transactions[0].undoes = 0
        return changes
    }

    static var undone: UndoResult {
        var result = UndoResult()
        result.objects = [LocalIdentifier(.asset, asset), LocalIdentifier(.collectionList, asset)]
        result.conflicts = fieldChanges
        result.next = 12
        return result
    }

    @Test(arguments: ReplyCodecTests.replies.indices) func `a reply comes out as it went in`(index: Int) throws {
        let reply = ReplyCodecTests.replies[index]
        var buffer: [UInt8] = []
        let end = reply.encode(into: &buffer, at: 0)
        let decoded = try ReplyCodecTests.decode(Array(buffer[0..<end]), like: reply)
        #expect(String(reflecting: decoded) == String(reflecting: reply))
        for length in 0..<end { _ = try? ReplyCodecTests.decode(Array(buffer[0..<length]), like: reply) }
    }

    /// Unpacks what may be a reply of the same type; a failure is one of any.
    static func decode<Reply: CallReply>(_ bytes: [UInt8], like reply: Reply) throws -> any CallReply {
        switch try Reply.decode(bytes.span) {
        case .success(let reply): reply
        case .failure(let error): error
        }
    }

    @Test func `a reply to another call is refused`() throws {
        var buffer: [UInt8] = []
        let end = MintResult([ReplyCodecTests.asset]).encode(into: &buffer, at: 0)
        let error = #expect(throws: LibraryError.self) {
            try ReplyCodecTests.decode(Array(buffer[0..<end]), like: LoadedPage.assets(ReplyCodecTests.page))
        }
        #expect(error?.code == .protocolViolation)
    }

    @Test func `columns of different lengths are refused`() throws {
        var page = ReplyCodecTests.page
        page.pixelWidth.removeLast()
        var buffer: [UInt8] = []
        let end = LoadedPage.assets(page).encode(into: &buffer, at: 0)
        #expect(throws: LibraryError.self) { try LoadedPage.decode(Array(buffer[0..<end]).span) }
    }

    @Test func `columns of history that do not fit each other are refused, and no authors and apps are fine`() throws {
        func decoded(_ change: (inout HistoryPage) -> Void) throws -> HistoryPage {
            var page = ReplyCodecTests.history
            change(&page)
            var buffer: [UInt8] = []
            let end = page.encode(into: &buffer, at: 0)
            return try HistoryPage.decode(Array(buffer[0..<end]).span).get()
        }
        // Columns that do not fit each other.
        #expect(throws: LibraryError.self) { try decoded { $0.changeCounts = [1, 3] } }
        #expect(throws: LibraryError.self) { try decoded { $0.fields.removeLast() } }
        #expect(throws: LibraryError.self) { try decoded { $0.times.removeLast() } }
        #expect(throws: LibraryError.self) { try decoded { $0.unavailable = [2] } }
        #expect(throws: LibraryError.self) { try decoded { $0.authors.removeLast() } }
        #expect(throws: LibraryError.self) { try decoded { $0.appPositions.append(0) } }
        #expect(throws: LibraryError.self) { try decoded { $0.appPositions = [0, 2] } }
        let page = try decoded { page in
            page.authors = []
            page.apps = []
            page.appPositions = []
        }
        #expect(page.sequences == [7, 9] && page.app(of: 0) == nil)
        #expect(try decoded { _ in }.app(of: 0) == "exe:/bin/x")
        #expect(try decoded { _ in }.app(of: 1) == nil)
    }

    @Test func `one buffer serves a long and then a short message`() throws {
        var buffer: [UInt8] = []
        _ = PingAnswer([UInt8](repeating: 5, count: 1000)).encode(into: &buffer, at: 16)
        let end = PingAnswer([6]).encode(into: &buffer, at: 16)
        #expect(try PingAnswer.decode(Array(buffer[16..<end]).span).get() == PingAnswer([6]))
        #expect(buffer.count > 1000)
    }

    @Test func `HELLO comes out as it went in`() throws {
        var hello = Hello()
        hello.capabilities = ["fetch", "change"]
        hello.maximumPayload = 1 << 20
        hello.library = ReplyCodecTests.asset
        hello.serverIncarnation = 77
        hello.claimedName = "Camera"
        #expect(try Hello(decoding: hello.encoded().span) == hello)
    }
}
