import FoundationEssentials
import Glibc
import LibraryClient
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import PhotoImport
import SamplePhotos
import Testing

@testable import AgentPage

/// Files that the page sends, and what others may try with that.
@Suite(.timeLimit(.minutes(2))) struct ImportTests {
    private let page: TestPage
    private let browser: TestBrowser

    private struct Begun: Decodable {
        var `import`: String
        var sideCars: [[Int]]
    }

    private struct Remark: Decodable, Equatable {
        var path: String
        var reason: String
    }

    private struct Plan: Decodable {
        struct PassedOver: Decodable, Equatable {
            var file: Int
            var reason: String
        }

        var batches: [[Int]]
        var passedOver: [PassedOver]
        var unused: [Remark]
        var lines: [String]
        var remarks: [Remark]
    }

    private struct Result: Decodable {
        struct File: Decodable, Equatable {
            var file: Int
            var outcome: String
            var reason: String?
        }

        var imported: Int
        var files: [File]
        var remarks: [Remark]
        var stopped: String?

        var outcomes: [String] { files.map(\.outcome) }
    }

    init() throws {
        page = try TestPage()
        browser = try page.browser()
    }

    private static func photo(_ seed: UInt64) throws -> [UInt8] {
        try SamplePhoto(size: PixelSize(width: 48, height: 32), seed: seed).encoded()
    }

    private static func body(_ head: String, _ contents: [[UInt8]]) -> [UInt8] {
        Array(head.utf8) + [0x0A] + contents.flatMap(\.self)
    }

    private typealias Files = [(path: String, bytes: [UInt8])]

    private func head(
        _ count: Int,
        _ changed: [String: String?] = [:],
        to call: String = "files"
    ) throws -> String {
        var headers = [
            "Host": browser.host, "Origin": browser.origin, "Content-Type": "application/octet-stream",
            "Content-Length": String(count), "Cookie": try #require(browser.cookie),
        ]
        for (name, value) in changed { headers[name] = value }
        return browser.head("POST", "/api/import/\(call)", headers)
    }

    private func send(
        _ bytes: [UInt8],
        _ changed: [String: String?] = [:],
        to call: String = "files"
    ) throws -> HTTPAnswer {
        let connection = try RawConnection(port: browser.port)
        try connection.send(try head(bytes.count, changed, to: call))
        try connection.send(bytes)
        return try connection.takeAnswer()
    }

    /// Tells of files, as the page does.
    private func offer(_ files: [(path: String, size: Int)], album: ObjectID? = nil) throws -> HTTPAnswer {
        let list = files.map { #"{"path":"\#($0.path)","size":\#($0.size),"modified":1700000000000}"# }
        let album = album.map { "\"\($0.onPage)\"" } ?? "null"
        return try send(Array(#"{"album":\#(album),"files":[\#(list.joined(separator: ","))]}"#.utf8), to: "offer")
    }

    private func plan(_ begun: String) throws -> Plan {
        try browser.json("/api/import/plan", posting: #"{"import":"\#(begun)"}"#)
    }

    private func plan(_ files: [(String, Int)]) throws -> Plan {
        try plan(try offer(files.map { (path: $0.0, size: $0.1) }).decoded(Begun.self).import)
    }

    /// A batch of files that were offered.
    private static func body(_ begun: String, _ batch: Int, _ positions: [Int], of files: Files) -> [UInt8] {
        body(#"{"import":"\#(begun)","batch":\#(batch),"files":\#(positions)}"#, positions.map { files[$0].bytes })
    }

    /// Offers files, and sends what describes them.
    private func begin(_ files: Files, album: ObjectID? = nil) throws -> (begun: String, plan: Plan) {
        let begun = try offer(files.map { (path: $0.path, size: $0.bytes.count) }, album: album).decoded(Begun.self)
        for (batch, positions) in begun.sideCars.enumerated() {
            let body = ImportTests.body(begun.import, batch, positions, of: files)
            #expect(try send(body, to: "side-cars").status == 204)
        }
        return (begun.import, try plan(begun.import))
    }

    /// The first batch of files, as the page sends them.
    private func body(_ files: Files, album: ObjectID? = nil) throws -> [UInt8] {
        let (begun, plan) = try begin(files, album: album)
        return ImportTests.body(begun, 0, try #require(plan.batches.first), of: files)
    }

    private func result(_ files: Files, album: ObjectID? = nil) throws -> Result {
        try send(try body(files, album: album)).decoded()
    }

    private var assets: FetchedIdentifiers {
        get throws { try page.owner.fetch(FetchRequest(.allAssets)) }
    }

    private func filenames() throws -> [String] {
        let fetched = try assets
        return try page.owner.details(of: (0..<fetched.count).map { fetched[$0] }).map(\.filename).sorted()
    }

    @Test func `what may be one photo is asked for together, and the rest is passed over with the reason`() throws {
        let plan = try plan([
            ("trip/IMG_1.JPG", 10), ("trip/notes.txt", 5), ("trip/IMG_1.MOV", 10), ("trip/IMG_1.JPG.xmp", 3),
            ("trip/clip.mp4", 10), ("strange", 4), ("trip/.hidden/a.jpg", 5), ("trip/x.photolibrary/a.jpg", 5),
            ("trip/a.jpg", 0), ("trip/b.jpg", 17_179_869_185), ("other/IMG_1.JPG", 9), ("takeout-001.ZIP", 9),
            ("trip/lost.xmp", 9), ("trip/b.xmp", 9),
        ])
        // The movie of no photo comes last.
        #expect(plan.batches == [[0, 3, 2, 5, 10, 4]])
        #expect(
            plan.passedOver == [
                .init(file: 1, reason: "name"), .init(file: 8, reason: "empty"), .init(file: 9, reason: "tooLarge"),
                .init(file: 11, reason: "archive"), .init(file: 12, reason: "alone"),
                .init(file: 13, reason: "withPhoto"),
            ]
        )
        let names = (100..<200).map { "a/\($0 / 2).\($0 % 2 == 0 ? "jpg" : "dng")" }
        let many = try self.plan(names.map { ($0, 1 << 20) })
        #expect(many.batches.map(\.count) == [32, 32, 32, 4])
        #expect(many.batches.flatMap { $0.map { names[$0] } } == names.sorted())
        #expect(try offer([("a.jpg", -1)]).status == 400)
        #expect(try offer([("", 1)]).status == 400)
        #expect(try offer(Array(repeating: ("a.jpg", 1), count: PageImports.maximumFiles + 1)).status == 413)
        #expect(try browser.post("/api/import/plan", #"{"import":"1"}"#).status == 410)
    }

    @Test func `files of one name have paths of their own, beside folders that are called so`() throws {
        let paths = ["a.jpg", "1/a.jpg", "a.jpg", "2/a.jpg", "a.jpg"]
        let found = try OfferedFile.found(paths.map { OfferedFile(path: $0, size: 1) })
        #expect(found.map(\.path.text) == ["a.jpg", "1/a.jpg", "3/a.jpg", "2/a.jpg", "4/a.jpg"])
    }

    @Test func `files become photos of an album, once, with the server's reason for what is none`() throws {
        let album = try page.owner.mintIdentifiers(1)[0]
        let creation = ChangeOperation.createCollection(.assetCollection, album, title: "Trip", parent: nil)
        _ = try page.owner.perform(ChangeBlock(operations: [creation]))
        let photo = try ImportTests.photo(1)
        let sideCar = Array(
            """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title><rdf:Alt>
            <rdf:li xml:lang="x-default">Harbour</rdf:li></rdf:Alt></dc:title></rdf:Description></rdf:RDF></x:xmpmeta>
            """.utf8
        )
        let first = try result(
            [("t/a.jpg", photo), ("t/a.jpg.xmp", sideCar), ("b.jpg", Array("no photo".utf8))],
            album: album
        )
        #expect(first.imported == 1)
        #expect(first.outcomes == ["imported", "failed"])
        #expect(first.files.map(\.file) == [0, 2])
        #expect(first.files[1].reason == "not a photo or video that this library can read")
        let body = try body([("b.jpg", Array("no photo".utf8))])
        let german: Result = try send(body, ["Accept-Language": "de"]).decoded()
        #expect(german.files.map(\.reason) == ["kein Foto oder Video, das diese Mediathek lesen kann"])
        let again = try result([("other.jpg", photo)])
        #expect(again.outcomes == ["duplicate"] && again.imported == 0)
        let ids = try assets
        #expect(ids.count == 1)
        let details = try page.owner.details(of: [ids[0]])[0]
        #expect(details.title == "Harbour" && details.filename == "a.jpg")
        #expect(try page.owner.fetch(FetchRequest(.assets(inCollection: album))).count == 1)
    }

    /// What Google says of a photo.
    private static func takeout(_ title: String, _ seconds: Int) -> [UInt8] {
        Array(#"{"title":"\#(title)","photoTakenTime":{"timestamp":"\#(seconds)"},"favorited":true}"#.utf8)
    }

    @Test func `what describes a photo comes first, in any order, and counts for files without their folders, too`()
        throws
    {
        let files: Files = [
            ("b.jpg.json", ImportTests.takeout("b.jpg", 1_500_000_002)), ("a.jpg", try ImportTests.photo(1)),
            ("b.jpg", try ImportTests.photo(2)), ("a.jpg.json", ImportTests.takeout("a.jpg", 1_500_000_001)),
            ("gone.jpg.json", ImportTests.takeout("gone.jpg", 1_500_000_003)),
        ]
        let (begun, plan) = try begin(files)
        #expect(
            plan.lines
                == ["Google Takeout: 2 files matched with what Google wrote of them, 1 JSON without their photo"]
        )
        #expect(plan.unused == [Remark(path: "gone.jpg.json", reason: "its photo is not here")])
        #expect(plan.batches == [[1, 2]])
        // The browser may not be able to read one of them any more.
        for position in [2, 1] {
            let answer = try send(ImportTests.body(begun, 0, [position], of: files))
            #expect(try answer.decoded(Result.self).outcomes == ["imported"])
        }
        #expect(try browser.post("/api/import/end", #"{"import":"\#(begun)","isWhole":true}"#).status == 204)
        #expect(try browser.post("/api/import/end", #"{"import":"\#(begun)","isWhole":true}"#).status == 410)
        let ids = try assets
        let rows = try page.owner.assets(ids, 0..<ids.count)
        #expect(rows.creationDate.sorted() == [1_500_000_001_000_000, 1_500_000_002_000_000])
        #expect(rows.flags.allSatisfy { AssetPage.Flags(rawValue: $0).contains(.favorite) })
        #expect(try page.owner.fetch(FetchRequest(.children(ofList: nil))).count == 0)
    }

    @Test func `an album that is given another title between two batches stays the album of the import`() throws {
        let folder = "Takeout/Google Photos/Rome"
        var files: Files = [("\(folder)/metadata.json", Array(#"{"title":"Rome","date":{}}"#.utf8))]
        for number in 0..<66 {
            files.append(("\(folder)/\(number).jpg", try ImportTests.photo(UInt64(number))))
            files.append(("\(folder)/\(number).jpg.json", ImportTests.takeout("\(number).jpg", 1_500_000_000 + number)))
        }
        let (begun, plan) = try begin(files)
        #expect(plan.batches.count == 3)
        func sendOne(of batch: Int) throws {
            let answer = try send(ImportTests.body(begun, batch, [plan.batches[batch][0]], of: files))
            #expect(try answer.decoded(Result.self).outcomes == ["imported"])
        }
        func titles() throws -> [String] {
            let fetched = try page.owner.fetch(FetchRequest(.children(ofList: nil)))
            let albums = try page.owner.collections(fetched, 0..<fetched.count)
            return (0..<albums.count).map { "\(albums.title[$0]): \(albums.memberCount[$0])" }
        }
        try sendOne(of: 0)
        let album = try page.owner.fetch(FetchRequest(.children(ofList: nil)))[0]
        let renaming = ChangeOperation.renameCollection(.assetCollection, album, title: "Roma")
        _ = try page.owner.perform(ChangeBlock(operations: [renaming]))
        try sendOne(of: 1)
        #expect(try titles() == ["Roma: 2"])
        // One that was deleted is made again.
        _ = try page.owner.perform(ChangeBlock(operations: [.deleteCollections(.assetCollection, [album])]))
        try sendOne(of: 2)
        #expect(try titles() == ["Rome: 1"])
    }

    @Test func `side-cars are asked for in batches, those that are too large are not, and that is said`() throws {
        let sideCars = (0..<300).map { (path: "a/\($0).jpg.json", size: 1000) }
        let large = (path: "a/large.jpg.json", size: 1 << 20 + 1)
        let begun = try offer(sideCars + [large, ("a/.hidden.json", 5)]).decoded(Begun.self)
        #expect(begun.sideCars.map(\.count) == [256, 44])
        let photo = try ImportTests.photo(1)
        let files: Files = [("a/1.jpg", photo), ("a/1.jpg.json", Array(repeating: 0x20, count: 1 << 20 + 1))]
        let result = try result(files)
        #expect(result.imported == 1)
        let reason = "larger than 1024 KiB; what it lies beside was taken in without it"
        #expect(result.remarks == [Remark(path: "a/1.jpg.json", reason: reason)])
        // Manifests of more libraries than anybody has, and more bytes than have room.
        let manifests = (0..<20).map { (path: "\($0)/photolibrary-export.jsonl", size: 64 << 20) }
        let some = try offer(manifests).decoded(Begun.self)
        #expect(some.sideCars.flatMap(\.self) == Array(0..<8))
        let remarks = try plan(some.import).remarks
        #expect(remarks.count == 20)
        func refused(_ number: Int) -> String? {
            remarks.first { $0.path.hasPrefix("\(number)/") }?.reason
        }
        let without = "; the files are imported without it"
        #expect(refused(8) == "what describes the photos is larger than 512 MiB in all" + without)
        #expect(refused(16) == "there are more than 16 lists of exported libraries" + without)
        let body = #"{"import":"\#(some.import)"}"#
        let german = try browser.post("/api/import/plan", body, ["Accept-Language": "de"])
        #expect(german.text.contains("mehr als 16 Listen exportierter Mediatheken; die Dateien werden ohne das"))
    }

    @Test func `a side-car that is sent again counts once`() throws {
        let room = ImportRoom()
        let sideCars = try SentSideCars(in: room)
        func send(_ path: String, _ bytes: [UInt8]) throws {
            let file = try UploadedFile(OfferedFile(path: path, size: Int64(bytes.count)), in: room)
            try file.append(bytes)
            try file.close()
            try sideCars.take([(FilePath(path), file)])
        }
        func content(_ path: String) throws -> [UInt8] {
            try sideCars.open(FilePath(path)).readToEnd(limit: 4 << 20)
        }
        let large = [UInt8](repeating: 0x61, count: JSONSideCar.maximumSize + 1)
        for (number, more) in [[UInt8](), [0x62]].enumerated() {
            try send("a.json", [1, 2, 3] + more)
            try send("list.jsonl", large + more)
            try send("\(number).json", [4] + more)
            #expect(try content("a.json") == [1, 2, 3])
            #expect(try content("list.jsonl") == large)
        }
        #expect(try content("0.json") == [4])
        #expect(try content("1.json") == [4, 0x62])
        #expect(throws: SystemCallError(SystemCallError.notFound, "open")) { try content("2.json") }
    }

    @Test func `an import that was left is forgotten when others begin`() throws {
        let first = try begin([("a.jpg", [1])]).begun
        for _ in 0..<3 { _ = try begin([("a.jpg", [1])]) }
        // Used, and so not the one that is left.
        _ = try plan(first)
        let second = try begin([("a.jpg", [1])]).begun
        for _ in 0..<3 { _ = try begin([("a.jpg", [1])]) }
        _ = try plan(second)
        #expect(try browser.post("/api/import/plan", #"{"import":"\#(first)"}"#).status == 410)
    }

    @Test func `an import that nobody has gone on with for long is forgotten when another begins`() throws {
        let left = try begin([("a.jpg", [1])]).begun
        let used = try begin([("a.jpg", [1])]).begun
        page.ahead.value += PageImports.maximumIdleTime - 1_000_000_000
        _ = try plan(used)
        _ = try begin([("a.jpg", [1])])
        _ = try plan(left)
        _ = try plan(used)
        page.ahead.value += PageImports.maximumIdleTime - 1_000_000_000
        _ = try plan(used)
        page.ahead.value += 2_000_000_000
        _ = try begin([("a.jpg", [1])])
        #expect(try browser.post("/api/import/plan", #"{"import":"\#(left)"}"#).status == 410)
        _ = try plan(used)
    }

    @Test func `a photo without a date gets that of its file`() throws {
        _ = try result([("a.jpg", try ImportTests.photo(1))])
        let ids = try assets
        #expect(try page.owner.assets(ids, 0..<1).creationDate[0] == 1_700_000_000_000_000)
    }

    @Test func `nobody else's request is taken`() throws {
        let body = try body([("a.jpg", try ImportTests.photo(1))])
        #expect(try send(body, ["Cookie": nil]).status == 403)
        #expect(try send(body, ["Cookie": "photos-agent-\(browser.port)=x"]).status == 403)
        #expect(try send(body, ["Origin": nil]).status == 403)
        #expect(try send(body, ["Origin": "http://evil.example"]).status == 403)
        #expect(try send(body, ["Sec-Fetch-Site": "cross-site"]).status == 403)
        #expect(try send(body, ["Host": "127.0.0.1:\(browser.port)"]).status == 403)
        // What a form of another page could send.
        #expect(try send(body, ["Content-Type": "text/plain"]).status == 415)
        #expect(try send(body, ["Content-Type": "multipart/form-data; boundary=x"]).status == 415)
        #expect(try browser.get("/api/import/files").status == 404)
        #expect(try assets.count == 0)
    }

    @Test func `a body that is too long, or of a length that is not told, is refused by its head`() throws {
        func status(_ changed: [String: String?]) throws -> Int {
            let connection = try RawConnection(port: browser.port)
            try connection.send(try head(0, changed))
            return try connection.takeHead().status
        }
        #expect(try status(["Content-Length": String(PageImports.maximumSize + 2 << 20)]) == 413)
        let long = try RawConnection(port: browser.port)
        try long.send(try head(Int(ImportOffer.maximumSize) + 1, to: "offer"))
        #expect(try long.takeHead().status == 413)
        #expect(try status(["Content-Length": nil, "Transfer-Encoding": "chunked"]) == 413)
        // The other routes keep their limit.
        let connection = try RawConnection(port: browser.port)
        let headers = [
            "Host": browser.host, "Origin": browser.origin, "Content-Type": "application/json",
            "Content-Length": String(HTTPListener.maximumBody + 1), "Cookie": try #require(browser.cookie),
        ]
        try connection.send(browser.head("POST", "/api/import/plan", headers))
        #expect(try connection.takeHead().status == 413)
    }

    @Test func `a body that is something else is refused, and leaves nothing`() throws {
        let photo = try ImportTests.photo(1)
        let (begun, _) = try begin([("a.jpg", photo), ("b.jpg", [1])])
        func status(_ head: String, _ contents: [[UInt8]]) throws -> Int {
            try send(ImportTests.body(head, contents)).status
        }
        func one(_ files: String = "[0]", batch: Int = 0) -> String {
            #"{"import":"\#(begun)","batch":\#(batch),"files":\#(files)}"#
        }
        #expect(try status("", []) == 400)
        #expect(try status("{", [photo]) == 400)
        #expect(try status(one("[]"), []) == 400)
        #expect(try status(one(), [photo, [0]]) == 400)
        #expect(try status(one(), [photo.dropLast()]) == 400)
        #expect(try status(one(), []) == 400)
        for files in ["[-1]", "[2]", "[0,0]", "[9223372036854775807]"] {
            #expect(try status(one(files), [photo]) == 400, "\(files)")
        }
        #expect(try status(one(batch: 1), [photo]) == 400)
        #expect(try status(one(batch: -1), [photo]) == 400)
        #expect(try status(#"{"import":"0","batch":0,"files":[0]}"#, [photo]) == 410)
        // It has no side-cars, and its photos are none.
        #expect(try send(ImportTests.body(one(), [photo]), to: "side-cars").status == 400)
        #expect(try send(Array(#"{"album":"../x","files":[]}"#.utf8), to: "offer").status == 400)
        #expect(try send(Array(repeating: 0x20, count: 300 << 10)).status == 413)
        // No line at all.
        #expect(try send(Array("x".utf8)).status == 400)
        #expect(try assets.count == 0)
        #expect(try result([("a.jpg", photo)]).imported == 1)
    }

    @Test func `a name stays a name, whatever it is`() throws {
        let long = String(repeating: "ü", count: 300) + ".jpg"
        let names = [#"../etc/pass\u0001wd.jpg"#, #"a\\b\u202E.jpg"#, long, ".jpg", "same.jpg", "same.jpg"]
        let files = try names.enumerated().map { ($1, try ImportTests.photo(UInt64($0 + 1))) }
        let result = try result(files)
        #expect(result.outcomes == Array(repeating: "imported", count: names.count))
        let found = try filenames()
        #expect(found.count == names.count)
        #expect(found.contains("passwd.jpg") && found.count { $0 == "same.jpg" } == 2)
        for name in found {
            #expect(name.utf8.count <= 255 && !name.contains("/") && !name.unicodeScalars.contains { $0.value < 0x20 })
        }
        #expect(try offer([(#"a\u0000.jpg"#, 1)]).status == 400)
    }

    @Test func `a page that goes away in the midst leaves no photo and no file, and its place is free`() throws {
        let photo = try ImportTests.photo(1)
        let body = try body([("a.jpg", photo), ("b.jpg", try ImportTests.photo(2))])
        for part in [3, 60, body.count - 1] {
            let connection = try RawConnection(port: browser.port)
            try connection.send(try head(body.count))
            try connection.send(Array(body[..<part]))
            // The agent reads end of file.
            #expect(shutdown(connection.socket.rawValue, CInt(SHUT_RDWR)) == 0)
            _ = try connection.isEnded()
        }
        #expect(try assets.count == 0)
        // As many as there are places can be sent again, once the agent has let go of them.
        var answer = try send(body)
        while answer.status == 429 { answer = try send(body) }
        #expect(try answer.decoded(Result.self).imported == 2)
    }

    @Test func `two batches come at once, the same photo is taken in once, and a third has to wait`() throws {
        let photo = try ImportTests.photo(1)
        let body = try body([("a.jpg", photo)])
        let connections = try (0..<2).map { _ in try RawConnection(port: browser.port) }
        for connection in connections {
            try connection.send(try head(body.count))
            try connection.send(Array(body.dropLast()))
        }
        // Both have their places once the third is refused.
        let other = try self.body([("b.jpg", try ImportTests.photo(2))])
        var third = try send(other)
        while third.status == 200 { third = try send(other) }
        #expect(third.status == 429)
        for connection in connections { try connection.send([body[body.count - 1]]) }
        let results = try connections.map { try $0.takeAnswer().decoded(Result.self) }
        #expect(results.map(\.outcomes).flatMap(\.self).sorted() == ["duplicate", "imported"])
    }

    @Test func `what one upload has announced is no room for another, until it ends`() throws {
        let folder = try ScratchFolder()
        // Others use the disk meanwhile, too.
        let free = try FileSystemSpace(at: folder.path).freeBytes
        let half = min(free, 8 << 30) / 2
        let room = ImportRoom(folder: folder.path, reserve: free - half * 2)
        func refusal() -> UInt32? {
            do throws(RequestFailure) {
                _ = try room.place(for: half * 3 / 2)
                return nil
            } catch {
                return error.status
            }
        }
        var first: UploadPlace? = try room.place(for: half * 3 / 2)
        #expect(refusal() == 507)
        // What it has written takes room of the disk's own.
        first?.wrote(Int(half * 5 / 4))
        #expect(refusal() == nil)
        first = nil
        #expect(refusal() == nil)
        let places = try (0..<ImportRoom.maximumUploads).map { _ in try room.place(for: 1) }
        #expect(refusal() == 429)
        #expect(places.count == 2)
    }

    @Test func `without room on the disk it says so before anything is sent`() throws {
        let folder = try ScratchFolder()
        let server = try PageServer(
            page.owner,
            port: 0,
            importRoom: ImportRoom(folder: folder.path, reserve: UInt64.max)
        )
        defer { server.stop() }
        let other = try TestBrowser(on: server)
        let connection = try RawConnection(port: other.port)
        let headers = [
            "Host": other.host, "Origin": other.origin, "Content-Type": "application/octet-stream",
            "Content-Length": "1000000", "Cookie": try #require(other.cookie), "Accept-Language": "de",
        ]
        try connection.send(other.head("POST", "/api/import/files", headers))
        let answer = try connection.takeAnswer()
        #expect(answer.status == 507)
        #expect(answer.text.contains("nicht genug Platz"))
    }
}

extension HTTPAnswer {
    fileprivate func decoded<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
        guard status == 200 else { throw RawConnection.Broken(what: "\(status): \(text)") }
        return try JSONDecoder().decode(type, from: Data(body))
    }
}
