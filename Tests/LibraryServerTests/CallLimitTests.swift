import LibraryClient
import LibraryModel
import LibraryProtocol
import LibraryStore
import LibraryTestSupport
import LibraryTransport
import LinuxSystem
import Testing

@testable import LibraryServer

/// As much as there may be, and one more.
@Suite(.serialized, .timeLimit(.minutes(2))) struct CallLimitTests {
    private let served: Served
    init() throws {
        // Time stands still: the largest calls of all may take longer than a snapshot is read, on a busy machine.
        served = try Served(photos: 1, monotonicClock: { 1_000_000_000 })
        try served.decide(.authorized)
    }

    private func code(of call: any Call, _ descriptors: borrowing DescriptorList = DescriptorList()) throws
        -> LibraryError.Code?
    {
        var client = try RawClient(served.library)
        let request = call.encoded
        if request.count <= MessageInDescriptor.maximumFramedSize {
            return try client.failure(of: call, descriptors: descriptors)?.code
        }
        let memory = try SealedMemory.make(request.span)
        let frames = try client.frames(of: MessageInDescriptor.payload, descriptors: DescriptorList(memory))
        // A failure is short; what is long has been answered.
        let payload = frames[0].payload
        let isLong = MessageInDescriptor.isAnnounced(by: payload.span)
        if isLong { return nil }
        if case .failure(let error) = try frames[0].reply() { return error.code }
        return nil
    }

    @Test func `identifiers of one mint`() throws {
        #expect(try code(of: MintCall(0)) == .invalidRequest)
        #expect(try code(of: MintCall(LibraryView.maximumMinted)) == nil)
        #expect(try code(of: MintCall(LibraryView.maximumMinted + 1)) == .limitExceeded)
        #expect(try code(of: MintCall(Int(UInt32.max))) == .limitExceeded)
    }

    @Test func `bytes of the answer to a ping`() throws {
        #expect(try code(of: PingCall(payload: [], replySize: PingCall.maximumReply)) == nil)
        #expect(try code(of: PingCall(payload: [], replySize: PingCall.maximumReply + 1)) == .limitExceeded)
    }

    @Test func `rows of load and of details`() throws {
        let id = served.photos[0]
        func ids(_ count: Int) -> [ObjectID] { Array(repeating: id, count: count) }
        for (kind, maximum) in [
            (ObjectKind.asset, AssetPage.maximumRowsInMemory), (.assetCollection, AssetPage.maximumRows),
            (.collectionList, AssetPage.maximumRows),
        ] {
            #expect(try code(of: LoadCall(kind, ids(maximum), hints: [])) == nil)
            #expect(try code(of: LoadCall(kind, ids(maximum + 1), hints: [])) == .limitExceeded)
        }
        #expect(try code(of: DetailsCall(of: ids(AssetDetails.maximumCount))) == nil)
        #expect(try code(of: DetailsCall(of: ids(AssetDetails.maximumCount + 1))) == .limitExceeded)
    }

    @Test func `objects of a filter of history`() throws {
        let token = try served.app.currentToken().serialized
        var filter = HistoryFilter()
        func objects(_ count: Int) -> [LocalIdentifier] {
            Array(repeating: LocalIdentifier(.asset, served.photos[0]), count: count)
        }
        filter.objects = objects(HistoryFilter.maximumObjects)
        #expect(try code(of: HistoryCall(since: token, matching: filter)) == nil)
        filter.objects = objects(HistoryFilter.maximumObjects + 1)
        #expect(try code(of: HistoryCall(since: token, matching: filter)) == .limitExceeded)
    }

    @Test func `identifiers that are mapped to those of the cloud`() throws {
        func objects(_ count: Int) -> [LocalIdentifier] {
            Array(repeating: LocalIdentifier(.asset, .random()), count: count)
        }
        #expect(try code(of: CloudIdentifiersCall(of: objects(CloudIdentifier.maximumCount))) == nil)
        #expect(try code(of: CloudIdentifiersCall(of: objects(CloudIdentifier.maximumCount + 1))) == .limitExceeded)
        func none(_ count: Int) -> [CloudIdentifier?] { Array(repeating: nil, count: count) }
        #expect(try code(of: LocalIdentifiersCall(of: none(CloudIdentifier.maximumCount), onlySynced: false)) == nil)
        #expect(
            try code(of: LocalIdentifiersCall(of: none(CloudIdentifier.maximumCount + 1), onlySynced: false))
                == .limitExceeded
        )
    }

    @Test func `what an asset is called and described with`() throws {
        func code(_ configure: (inout AssetUpdate) -> Void) throws -> LibraryError.Code? {
            var update = AssetUpdate()
            configure(&update)
            return try self.code(of: PerformCall(ChangeBlock(operations: [.updateAsset(served.photos[0], update)])))
        }
        func text(_ count: Int) -> String { String(repeating: "x", count: count) }
        #expect(try code { $0.title = .set(text(AssetUpdate.maximumTitleLength)) } == nil)
        #expect(try code { $0.title = .set(text(AssetUpdate.maximumTitleLength + 1)) } == .limitExceeded)
        #expect(try code { $0.caption = .set(text(AssetUpdate.maximumCaptionLength)) } == nil)
        #expect(try code { $0.caption = .set(text(AssetUpdate.maximumCaptionLength + 1)) } == .limitExceeded)
        #expect(try code { $0.keywords = [text(AssetUpdate.maximumKeywordLength)] } == nil)
        #expect(try code { $0.keywords = [text(AssetUpdate.maximumKeywordLength + 1)] } == .limitExceeded)
        func words(_ count: Int) -> [String] { (0..<count).map { "k\($0)" } }
        #expect(try code { $0.keywords = words(AssetUpdate.maximumKeywords) } == nil)
        #expect(try code { $0.keywords = words(AssetUpdate.maximumKeywords + 1) } == .limitExceeded)
        // One more than there may be, though the call adds a single one.
        #expect(try code { $0.addedKeywords = ["one more"] } == .limitExceeded)
        #expect(try code { $0.rating = 6 } == .invalidRequest)
        #expect(try code { $0.location = .set(Coordinate(latitude: 91, longitude: 0)) } == .invalidRequest)
        #expect(try code { $0.location = .set(Coordinate(latitude: .nan, longitude: 0)) } == .invalidRequest)
        #expect(
            try code { $0.location = .set(Coordinate(latitude: 0, longitude: 0, altitude: .infinity)) }
                == .invalidRequest
        )
    }

    @Test func `a message that fits into a frame, by the protocol and by the transport`() {
        #expect(MessageInDescriptor.maximumFramedSize == TransportLimits.standard.maximumPayloadLength)
    }

    @Test func `the title of an album`() throws {
        func code(_ length: Int) throws -> LibraryError.Code? {
            let id = try #require(try served.app.mintIdentifiers(1).first)
            let title = String(repeating: "x", count: length)
            let creation = ChangeOperation.createCollection(.assetCollection, id, title: title, parent: nil)
            return try self.code(of: PerformCall(ChangeBlock(operations: [creation])))
        }
        #expect(try code(ChangeOperation.maximumCollectionTitleLength) == nil)
        #expect(try code(ChangeOperation.maximumCollectionTitleLength + 1) == .limitExceeded)
    }

    @Test func `a picture's sides and quality`() throws {
        let longest = PixelImage.maximumSide
        let photo = served.photos[0]
        #expect(try code(of: ThumbnailCall(of: photo, PixelSize(width: longest, height: 1))) == nil)
        #expect(try code(of: ThumbnailCall(of: photo, PixelSize(width: longest + 1, height: 1))) == .invalidRequest)
        #expect(try code(of: ThumbnailCall(of: photo, PixelSize(width: 0, height: 1))) == .invalidRequest)
    }

    @Test func `the file of a picture to decode, and the memory that it comes in`() throws {
        let photo = try CallRow.photo()
        let padding = [UInt8](repeating: 0, count: Int(DecodePictureCall.maximumFileSize) - photo.count)
        let box = PixelSize(width: 9, height: 9)
        #expect(try served.app.decodePicture(photo + padding, fitting: box).size.width == 9)
        #expect(errorCode { try served.app.decodePicture(photo + padding + [0], fitting: box) } == .limitExceeded)
        #expect(try served.app.examinePicture(photo + padding).pixelWidth > 0)
        #expect(errorCode { try served.app.examinePicture(photo + padding + [0]) } == .limitExceeded)
        let wide = PixelSize(width: PixelImage.maximumSide + 1, height: 1)
        #expect(errorCode { try served.app.decodePicture(photo, fitting: wide) } == .invalidRequest)
        let file = try OwnedDescriptor(opening: try served.folder.write(photo, to: "photo.jpg"))
        #expect(try code(of: DecodePictureCall(fitting: box), DescriptorList(try file.duplicate())) == .invalidRequest)
        #expect(try code(of: ExaminePictureCall(), DescriptorList(file)) == .invalidRequest)
    }

    @Test func `what is made of a movie has bounds, and two files`() throws {
        let movie = try CallRow.movie()
        func failure(_ change: (inout MovieExport) -> Void) throws -> LibraryError.Code? {
            var export = MovieExport(.quickTime)
            change(&export)
            let made = try SealedMemory.makeUnsealed()
            let file = try SealedMemory.make(movie.span)
            return errorCode { try served.app.exportMovie(export, of: file, to: made) }
        }
        #expect(try failure { $0.maximumSize = MovieExport.largestSize } == nil)
        #expect(try failure { $0.maximumSize = MovieExport.largestSize + 1 } == .invalidRequest)
        #expect(try failure { $0.maximumSize = 100 } == .notEnoughSpace)
        #expect(try failure { $0.quality = 52 } == .invalidRequest)
        #expect(try failure { $0.start = -1 } == .invalidRequest)
        #expect(try failure { $0.box = PixelSize(width: 1, height: 9) } == .invalidRequest)
        let alone = DescriptorList(try SealedMemory.make(movie.span))
        #expect(try code(of: ExportMovieCall(MovieExport(.quickTime)), alone) == .invalidRequest)
    }

    @Test func `a file name of any length is cut and kept`() throws {
        let long = String(repeating: "n", count: 5_000) + ".jpg"
        let id = try served.app.mintIdentifiers(1)[0]
        let photo = try CallRow.photo()
        let staged = try served.app.stage(try SealedMemory.make(photo.span), filename: long)
        let use = StagedResourceUse(staged: staged.id, kind: .photo, filename: long)
        try served.app.perform(.createAsset(AssetCreation(id: id, resources: [use])))
        let name = try served.app.details(of: [id])[0].filename
        #expect(name.utf8.count == FilenameClaim.maximumLength)
        #expect(name.hasSuffix(".jpg"))
    }

    @Test func `keys of a sort order and identifiers of a fetch`() throws {
        func sorted(_ count: Int) -> any Call {
            let keys = Array(repeating: SortKey("creationDate", isAscending: true), count: count)
            return FetchCall(FetchRequest(.allAssets, sort: keys))
        }
        #expect(try code(of: sorted(FetchRequest.maximumSortKeys)) == nil)
        #expect(try code(of: sorted(FetchRequest.maximumSortKeys + 1)) == .limitExceeded)
        let most = FetchRequest.maximumIdentifiers
        func named(_ count: Int) -> any Call {
            FetchCall(
                FetchRequest(.identifiers(.asset, Array(repeating: served.photos[0], count: count))),
                countsOnly: true
            )
        }
        #expect(try code(of: named(most)) == nil)
        #expect(try code(of: named(most + 1)) == .limitExceeded)
    }

    @Test func `files of a new asset`() throws {
        let id = try served.app.mintIdentifiers(1)[0]
        func creation(_ count: Int) -> any Call {
            let use = StagedResourceUse(staged: .random(), kind: .photo)
            let creation = AssetCreation(id: id, resources: Array(repeating: use, count: count))
            return PerformCall(ChangeBlock(operations: [.createAsset(creation)]))
        }
        #expect(try code(of: creation(AssetCreation.maximumResources)) == .missingResource)
        #expect(try code(of: creation(AssetCreation.maximumResources + 1)) == .limitExceeded)
    }

    @Test func `objects that the person's tools name at once`() throws {
        let app = served.library.appIdentity
        func ids(_ count: Int) -> [ObjectID] { Array(repeating: served.photos[0], count: count) }
        try served.owner.select(ids(100_000), forApp: app, deselects: true)
        #expect(errorCode { try served.owner.select(ids(100_001), forApp: app, deselects: true) } == .limitExceeded)
        var undo = UndoRequest(app: app)
        undo.objects = ids(UndoRequest.maximumObjects).map { LocalIdentifier(.asset, $0) }
        _ = try served.owner.undo(undo)
        undo.objects?.append(LocalIdentifier(.asset, served.photos[0]))
        #expect(errorCode { try served.owner.undo(undo) } == .limitExceeded)
        var tools = try RawClient(served.library, isManagement: true)
        #expect(try tools.failure(of: EraseCall(ids(EraseCall.maximumAssets)))?.code == nil)
        #expect(try tools.failure(of: EraseCall(ids(EraseCall.maximumAssets + 1)))?.code == .limitExceeded)
        // Those were not in Recently Deleted, and nothing else is erased.
        #expect(try served.owner.count(FetchRequest(.allAssets)) == 1)
    }
}
