import LibraryModel
import LibraryProtocol
import Testing

@Suite struct CodecTests {
    static let asset = ObjectID(high: 0x0123_4567_89AB_CDEF, low: 0xFEDC_BA98_7654_3210)
    static let album = ObjectID(high: 1, low: 2)

    @Test func `limits of synchronisation are coded as they are, and refused beyond their ranges`() throws {
        var settings = CodecTests.cloudSettings
        settings.limits = TransferLimits(
            sentBytesPerSecond: 10_000,
            receivedBytesPerSecond: 1_000_000_000_000,
            requestsPerSecond: 10_000,
            hours: DailyHours("22:00-06:30")
        )
        #expect(try CloudSettings(decoding: settings.encoded().span) == settings)
        for change in [
            { $0.sentBytesPerSecond = 9_999 }, { $0.receivedBytesPerSecond = 1_000_000_000_001 },
            { $0.requestsPerSecond = 0 }, { $0.requestsPerSecond = 10_001 },
        ] as [(inout TransferLimits) -> Void] {
            var wrong = settings
            change(&wrong.limits)
            #expect(throws: LibraryError.self) { try CloudSettings(decoding: wrong.encoded().span) }
        }
    }

    static var everyInstruction: PredicateProgram {
        PredicateProgram([
            .key("creationDate"), .literal(.date(-1)), .compare(.greater, []),
            .key("title"), .literal(.text("été")), .compare(.contains, [.caseInsensitive, .diacriticInsensitive]), .and,
            .key("mediaSubtypes"), .literal(.integer(8)), .bitwiseAnd, .literal(.integer(0)), .compare(.notEqual, []),
            .or,
            .not, .constant(true), .and, .key("duration"), .literal(.real(1.5)), .literal(.real(2)), .list(count: 2),
            .compare(.between, []), .and, .key("location"), .literal(.null), .compare(.equal, []), .and,
            .key("favorite"), .literal(.boolean(true)), .compare(.equal, []), .and, .key("localIdentifier"),
            .literal(.identifiers([LocalIdentifier(.asset, asset), LocalIdentifier(.collectionList, album)])),
            .compare(.in, []), .and,
        ])
    }

    static var everyOperation: [ChangeOperation] {
        var update = AssetUpdate()
        update.creationDate = .set(1_700_000_000_000_000)
        update.location = .set(Coordinate(latitude: 47.4, longitude: -8.5, altitude: 12))
        update.isFavorite = true
        update.isHidden = false
        update.rating = 5
        update.title = .set("Matterhorn")
        update.caption = .set("Zermatt,\nfrüh")
        update.keywords = ["Berge", "été", ""]
        var clearing = AssetUpdate()
        clearing.creationDate = .clear
        clearing.location = .clear
        clearing.title = .clear
        clearing.caption = .clear
        clearing.keywords = []
        clearing.removedKeywords = ["a", "b"]
        clearing.addedKeywords = ["c"]
        var editWithMovie = Adjustment(rendered: album, formatIdentifier: "", formatVersion: "", data: [])
        editWithMovie.renderedMovie = asset
        return [
            .createAsset(
                AssetCreation(
                    id: asset,
                    resources: [
                        StagedResourceUse(staged: album, kind: .photo, filename: "a.jpg"),
                        StagedResourceUse(staged: asset, kind: .pairedVideo),
                    ],
                    properties: update
                )
            ),
            .completeAsset(asset, [StagedResourceUse(staged: album, kind: .alternatePhoto, filename: "a.dng")]),
            .updateAsset(asset, clearing),
            .setAdjustment(
                asset,
                Adjustment(rendered: album, formatIdentifier: "app", formatVersion: "1", data: [0, 1, 255])
            ),
            .setAdjustment(asset, editWithMovie), .revertAdjustment(asset), .deleteAssets([asset, album]),
            .recoverAssets([album]),
            .createCollection(.assetCollection, album, title: "Ferien 🏔", parent: asset),
            .createCollection(.collectionList, album, title: "", parent: nil),
            .renameCollection(.collectionList, album, title: "x"), .deleteCollections(.assetCollection, [album]),
            .insertMembers(.album(album), [LocalIdentifier(.asset, asset)], at: nil),
            .insertMembers(.topLevel, [LocalIdentifier(.assetCollection, album)], at: 0),
            .removeMembers(.folder(album), [LocalIdentifier(.collectionList, asset)]),
            .moveMembers(.album(album), [LocalIdentifier(.asset, asset)], to: 7),
            .moveMembers(.topLevel, [LocalIdentifier(.assetCollection, album)], to: nil),
            .createUploadJob(UploadJobCreation(id: album, asset: asset, resource: .photo, destination: uploadRequest)),
            .createUploadJob(UploadJobCreation(id: album, asset: asset, resource: .video, destination: nil)),
            .retryUploadJob(album, destination: uploadRequest), .retryUploadJob(album, destination: nil),
            .acknowledgeUploadJobs([album]), .cancelUploadJobs([album, asset]),
        ]
    }

    static var uploadRequest: UploadRequest {
        UploadRequest(
            url: "https://photos.example.org/new?a=b",
            method: "PUT",
            headers: [HeaderField("Authorization", "Bearer x"), HeaderField("X-Empty", "")],
            timeout: 90
        )
    }

    static var uploadOrigins: [UploadOrigin] {
        ["https://photos.example.org", "http://[::1]:8080"].compactMap { UploadOrigin($0) }
    }

    static var calls: [any Call] {
        let fetch = FetchRequest(
            .identifiers(.asset, [asset]),
            predicate: everyInstruction,
            sort: [SortKey("creationDate", isAscending: false), SortKey("SELF", isAscending: true)],
            limit: 100,
            includesHidden: true,
            includesAllBurstAssets: true
        )
        return [
            PingCall(payload: [1, 2, 3], replySize: 9), AuthorizationStatusCall(.readWrite),
            RequestAuthorizationCall(.addOnly),
            FetchCall(fetch), FetchCall(FetchRequest(.children(ofList: nil)), countsOnly: true),
            FetchCall(FetchRequest(.allAssets)), FetchCall(FetchRequest(.allAssets), firstPage: 128),
            FetchCall(FetchRequest(.assets(inCollection: album))),
            FetchCall(FetchRequest(.allCollections(.collectionList))),
            FetchCall(FetchRequest(.collections(containing: asset))), FetchCall(FetchRequest(.children(ofList: album))),
            FetchCall(FetchRequest(.lists(containing: album))), FetchCall(FetchRequest(.smartAlbums(subtype: nil))),
            FetchCall(FetchRequest(.smartAlbums(subtype: 203))),
            LoadCall(.asset, [asset, album], hints: [1, 2], includesDeleted: true),
            LoadCall(.assetCollection, [album], hints: [], includesDeleted: false), DetailsCall(of: [asset, album]),
            CloudIdentifiersCall(of: [LocalIdentifier(.asset, asset), LocalIdentifier(.collectionList, album)]),
            LocalIdentifiersCall(
                of: [CloudIdentifier(.asset, record: asset, content: (album, asset)), CloudIdentifier(.raw), nil],
                onlySynced: true
            ),
            ResourcesCall(of: asset), OpenResourceCall(ResourceKind(rawValue: 4711), of: asset),
            AdjustmentCall(of: asset),
            ThumbnailCall(of: asset, PixelSize(width: 256, height: 128)),
            ThumbnailCall(of: asset, PixelSize(width: 256, height: 128), .photo),
            ThumbnailCall(of: asset, PixelSize(width: 256, height: 128), isStored: true),
            EncodeJPEGCall(PixelSize(width: 3, height: 2), quality: 85), PickedJPEGCall(pick: 7, item: 2, quality: 90),
            DismissPickCall(7), DecodePictureCall(fitting: PixelSize(width: 3, height: 2)), ExaminePictureCall(),
            DescribeMovieCall(),
            ExportMovieCall(MovieExport(.mpeg4)), ExportMovieCall(export),
            MintCall(12),
            StageCall(filename: "IMG 1.jpg"),
            PerformCall(ChangeBlock(idempotencyKey: album, operations: everyOperation)), CurrentTokenCall(),
            HistoryCall(since: [1, 2, 3]), HistoryCall(since: [4], matching: filter),
            HistoryCall(since: [], matching: emptyFilter), ObserveCall(), StatisticsCall(), GrantsCall(),
            SetGrantCall(app: "exe:/bin/x", .readWrite, .limited),
            SetGrantCall(app: "exe:/bin/x", .readWrite, .limited, until: -5, confirmsChanges: false),
            SetGrantCall(app: "exe:/bin/x", .readWrite, .authorized, hidesPlaces: true),
            RevokeCall(app: "exe:/bin/x"), ForgetCall(app: "exe:/bin/x"),
            AppChangesCall(app: "exe:/bin/x", since: nil, transaction: nil, before: nil),
            AppChangesCall(app: "exe:/bin/x", since: -1, transaction: .max, before: 0),
            UndoCall(UndoRequest(app: "exe:/bin/x")), UndoCall(wholeUndo), UndoCall(UndoRequest(app: nil)),
            AppChangesCall(app: nil, since: nil, transaction: 7, before: nil), EraseCall([asset, album]),
            SelectCall(app: "exe:/bin/x", [asset], deselects: true),
            VerifyCall(position: nil), VerifyCall(position: 5), PickCall(PickerConfiguration()), PickCall(picker),
            UpdatePickCall(7, PickerUpdate()), UpdatePickCall(7, pickerUpdate), PickedResourcesCall(pick: 7, item: 2),
            OpenPickedCall(pick: 7, item: 2, .photo),
            PickedThumbnailCall(pick: 7, item: 2, PixelSize(width: 256, height: 128)), ChangeSelectionCall(),
            PerformAfterConfirmationCall(ChangeBlock(idempotencyKey: album, operations: [.deleteAssets([asset])])),
            SubscribeAgentCall(interface: "browser"), AnswerCall(prompt: 7, .dismissed, silences: true),
            AnswerCall(prompt: 7, .access(.limited, selected: [asset, album], until: -9), silences: false),
            AnswerCall(prompt: 7, .access(.authorized), silences: false),
            AnswerCall(prompt: 7, .changes(isAllowed: true), silences: false),
            AnswerCall(prompt: 7, .changes(isAllowed: false), silences: false),
            AnswerCall(prompt: 7, .picked([asset]), silences: false),
            AnswerCall(prompt: 7, .picked([asset]), silences: false, removal: .all),
            PickerSelectionCall(prompt: 7, [asset], removal: .location),
            AnswerCall(prompt: 7, .selection([album, asset]), silences: false), PickerSelectionCall(prompt: 7, [asset]),
            ThumbnailFileCall(of: asset), MonthsCall(fetch, utcOffset: -7_200),
            SetPreferencesCall(app: "exe:/bin/x", confirmsChanges: nil, isSilenced: nil),
            SetPreferencesCall(app: "exe:/bin/x", confirmsChanges: true, isSilenced: false),
            SetPreferencesCall(app: "exe:/bin/x", confirmsChanges: nil, isSilenced: nil, hidesPlaces: true),
            RevokePicksCall(app: "exe:/bin/x"),
            SelectionCall(ofApp: "exe:/bin/x"), SelectionCall(ofApp: "exe:/bin/x", isOfPicks: true),
            RevokePicksCall(app: "exe:/bin/x", [asset, album]), DeveloperFoldersCall(),
            SetDeveloperFolderCall("/home/x/builds", until: -5), SetDeveloperFolderCall("/home/x/builds", until: nil),
            AnswerCall(prompt: 7, .upload(isAllowed: true), silences: false),
            AnswerCall(prompt: 7, .upload(isAllowed: false), silences: true),
            UploadJobsCall(.acknowledge), UploadJobsCall(.process), UploadSettingsCall(UploadSettings()),
            UploadSettingsCall(UploadSettings(isEnabled: true, preventsExpensiveNetworkAccess: false)),
            SetUploadDestinationCall(app: "exe:/bin/x", uploadOrigins[0], isAllowed: nil, allowsLocal: false),
            SetUploadDestinationCall(app: "exe:/bin/x", uploadOrigins[1], isAllowed: true, allowsLocal: true),
            SyncHistoryCall(after: 7),
            ApplySyncedCall(SyncedBatch(key: album, position: 9, changes: synced)),
            OpenContentCall([UInt8](repeating: 1, count: 32)), OfferContentCall([UInt8](repeating: 2, count: 32)),
            MissingContentsCall(after: []), MissingContentsCall(after: [UInt8](repeating: 3, count: 32)),
            CloudStatusCall(), SetCloudCall(nil),
            SetCloudCall(cloudSettings, key: [UInt8](repeating: 7, count: 32)), CloudKeyCall(),
            CommandCloudCall(.settingsChanged), CommandCloudCall(.synchronize), CommandCloudCall(.forget(album)),
            CommandCloudCall(.verify), CommandCloudCall(.rebuild), ReportCloudCall(CloudReport(.starting)),
            ReportCloudCall(cloudReport), CloudCommandsCall(), SetCloudCall(nil, abandonsOriginals: true),
            DownloadCall(.photo, of: asset), DownloadCall(nil, of: asset),
            DownloadPickedCall(pick: 7, item: 2, .video), DownloadPickedCall(pick: 7, item: 2, nil),
            PlanStorageCall(after: nil), PlanStorageCall(after: planned), EvictCall(planned.content, generation: 3),
            WantedOriginalsCall(), ReportDownloadCall(DownloadReport(planned.content, received: 9)),
            ReportDownloadCall(DownloadReport(planned.content, failure: LibraryError(.networkFailed, "no network"))),
        ]
    }

    static var synced: [SyncedChange] {
        var change = SyncedChange(record: asset, kind: 1, time: 5)
        change.fields = [
            .init(1, [1, 2, 3]), .init(2, nil), .init(3, []),
            .init(8, [9], contents: [[UInt8](repeating: 4, count: 32), [UInt8](repeating: 5, count: 32)]),
        ]
        change.sets = [.init(1, [[1], [], [2, 3]]), .init(2, [])]
        var purged = SyncedChange(record: album, kind: 2)
        purged.isPurged = true
        return [change, purged]
    }

    static var planned: PlannedOriginal {
        PlannedOriginal(content: [UInt8](repeating: 6, count: 32), size: 5, lastUse: -7, generation: 2)
    }

    static var cloudSettings: CloudSettings {
        var settings = CloudSettings(url: "folder:/mnt/share", deviceName: "Küche", joins: true)
        settings.isPaused = true
        settings.keptBytes = 20_000_000_000
        return settings
    }

    static var cloudReport: CloudReport {
        var report = CloudReport(.waiting, reason: "the bucket is full")
        report.device = asset
        report.lastComplete = -5
        report.nextAttempt = 6
        report.changesToSend = 1
        report.position = 10
        report.filesToSend = 2
        report.filesToGet = 3
        report.devices = [CloudDevice(device: album, name: "b", lastSeen: 7, isForgotten: true)]
        report.problems = ["a file is not in the bucket"]
        report.lastCommand = 8
        var verification = CloudReport.Verification()
        (verification.checked, verification.damaged, verification.missing, verification.mended) = (9, 1, 2, 3)
        report.verification = verification
        return report
    }

    static var export: MovieExport {
        var export = MovieExport(.fragments)
        export.transcodes = true
        export.box = PixelSize(width: 640, height: 480)
        export.quality = 30
        export.isQuick = true
        export.keepsMetadata = false
        export.start = 1
        export.duration = 2
        export.maximumSize = 3
        return export
    }

    static var picker: PickerConfiguration {
        var picker = PickerConfiguration()
        picker.filter = PredicateProgram([.key("mediaType"), .literal(.integer(1)), .compare(.equal, [])])
        picker.selectionLimit = 5
        picker.isOrdered = true
        picker.isContinuous = true
        picker.preselected = [asset, album]
        picker.givesIdentifiers = true
        picker.disabledCapabilities = 3
        picker.edgesWithoutMargins = 4
        picker.searchText = "Schnee"
        picker.removal = .captions
        return picker
    }

    static var pickerUpdate: PickerUpdate {
        var update = PickerUpdate()
        update.selectionLimit = 9
        update.edgesWithoutMargins = 2
        update.searchText = ""
        update.deselected = [album]
        update.move = PickerUpdate.Move(asset, after: album)
        return update
    }

    static var wholeUndo: UndoRequest {
        let objects = [LocalIdentifier(.asset, asset), LocalIdentifier(.collectionList, album)]
        var undo = UndoRequest(app: "exe:/bin/x", since: -7, transaction: 9, objects: objects, forces: true)
        undo.position = .max
        return undo
    }

    static var filter: HistoryFilter {
        var filter = HistoryFilter()
        filter.kinds = [.asset, .collectionList]
        filter.fields = [.rating, .parent]
        filter.objects = [LocalIdentifier(.asset, asset), LocalIdentifier(.assetCollection, album)]
        filter.authors = [.asker, .person]
        filter.apps = ["exe:/bin/x", "exe:/bin/y"]
        return filter
    }

    /// Nothing is another thing than everything.
    static var emptyFilter: HistoryFilter {
        var filter = HistoryFilter()
        (filter.kinds, filter.fields, filter.objects, filter.authors) = ([], [], [], [])
        return filter
    }

    @Test func `a filter of history with a kind or author that is none is malformed`() {
        // The history call, an empty token, and then object_kinds or authors of one byte.
        for (field, value) in [(2, 9), (2, 0), (5, 5)] as [(UInt8, UInt8)] {
            let bytes: [UInt8] = [0xC2, 0x01, 5, 0x0A, 0, field << 3 | 2, 1, value]
            let error = #expect(throws: LibraryError.self) { try LibraryRequest(decoding: bytes.span) }
            #expect(error?.code == .protocolViolation)
        }
        let known: [UInt8] = [0xC2, 0x01, 5, 0x0A, 0, 2 << 3 | 2, 1, 3]
        #expect(throws: Never.self) { try LibraryRequest(decoding: known.span) }
    }

    @Test func `a filter of history may name so many objects and apps and no more`() throws {
        func code(objects: Int, apps: Int) -> LibraryError.Code? {
            var filter = HistoryFilter()
            filter.objects = Array(repeating: LocalIdentifier(.asset, CodecTests.asset), count: objects)
            filter.apps = Array(repeating: "exe:/bin/x", count: apps)
            var buffer: [UInt8] = []
            let end = LibraryRequest(HistoryCall(since: [], matching: filter)).encode(into: &buffer, at: 0)
            do {
                _ = try LibraryRequest(decoding: Array(buffer[0..<end]).span)
                return nil
            } catch {
                return error.code
            }
        }
        #expect(code(objects: HistoryFilter.maximumObjects, apps: HistoryFilter.maximumApps) == nil)
        #expect(code(objects: HistoryFilter.maximumObjects + 1, apps: 0) == .limitExceeded)
        #expect(code(objects: 0, apps: HistoryFilter.maximumApps + 1) == .limitExceeded)
    }

    @Test(arguments: CodecTests.calls.indices) func `a call comes out as it went in`(index: Int) throws {
        let call = CodecTests.calls[index]
        var buffer: [UInt8] = [9, 9]
        let end = LibraryRequest(call, timeout: 5_000_000_000).encode(into: &buffer, at: 2)
        let decoded = try LibraryRequest(decoding: Array(buffer[2..<end]).span)
        #expect(decoded.timeout == 5_000_000_000)
        #expect(String(reflecting: decoded.call) == String(reflecting: call))
        #expect(buffer.prefix(2) == [9, 9])
    }

    @Test(arguments: CodecTests.calls.indices)
    func `every shorter message is refused or is another call, and never traps`(
        index: Int
    ) throws {
        var buffer: [UInt8] = []
        let end = LibraryRequest(CodecTests.calls[index], timeout: 1).encode(into: &buffer, at: 0)
        for length in 0..<end {
            _ = try? LibraryRequest(decoding: Array(buffer[0..<length]).span)
        }
        #expect(throws: LibraryError.self) { try LibraryRequest(decoding: Array(buffer[0..<0]).span) }
    }

    @Test func `random bytes and flipped bits never trap`() throws {
        var generator = SystemRandomNumberGenerator()
        var refused = 0
        for call in CodecTests.calls {
            var buffer: [UInt8] = []
            let end = LibraryRequest(call).encode(into: &buffer, at: 0)
            for _ in 0..<200 {
                var damaged = Array(buffer[..<end])
                guard !damaged.isEmpty else { continue }
                for _ in 0..<Int.random(in: 1...3) {
                    damaged[Int.random(in: 0..<damaged.count)] = UInt8.random(in: 0...255, using: &generator)
                }
                do { _ = try LibraryRequest(decoding: damaged.span) } catch { refused += 1 }
                let like = ReplyCodecTests.replies[Int.random(in: 0..<ReplyCodecTests.replies.count)]
                do { _ = try ReplyCodecTests.decode(damaged, like: like) } catch { refused += 1 }
                do { _ = try Hello(decoding: damaged.span) } catch { refused += 1 }
            }
        }
        #expect(refused > 0)
    }

    @Test func `a message that unpacks to far more than its size is refused`() {
        // A predicate of empty instructions: two bytes each packed (and invalid, since their operation is missing), and
        // thousands of empty lists of details.
        var hostile: [UInt8] = [2 << 3 | 0, 0]
        let details = [UInt8](repeating: 0, count: 200_000).enumerated().map {
            UInt8($0.offset % 2 == 0 ? 4 << 3 | 2 : 0)
        }
        hostile += [1 << 3 | 2] + [0xC0, 0x9A, 0x0C] + details
        #expect(throws: LibraryError.self) { try EmptyResult.decode(hostile.span) }
    }

    @Test func `a call's number can be read before it is unpacked`() {
        var buffer: [UInt8] = []
        var end = LibraryRequest(MintCall(1), timeout: 300).encode(into: &buffer, at: 0)
        var number = RequestPrescan(Array(buffer[0..<end]).span).callNumber
        #expect(number == UInt64(MintCall.rules.number))
        end = LibraryRequest(CurrentTokenCall()).encode(into: &buffer, at: 0)
        number = RequestPrescan(Array(buffer[0..<end]).span).callNumber
        #expect(number == UInt64(CurrentTokenCall.rules.number))
        number = RequestPrescan([UInt8]([0xFF, 0xFF]).span).callNumber
        #expect(number == 0)
        let standIn = MessageInDescriptor.payload
        var isAnnounced = MessageInDescriptor.isAnnounced(by: standIn.span)
        #expect(isAnnounced)
        isAnnounced = MessageInDescriptor.isAnnounced(by: Array(buffer[0..<end]).span)
        #expect(!isAnnounced)
    }
}
