import CloudSync
import LibraryModel
import LibraryTestSupport
import SQLiteDatabase
import Testing

@testable import LibraryStore

/// Files that assets of other devices wait for, by their digests.
struct ArrivingFilesTests {
    private static let size: UInt64 = 7

    /// A digest with a first and a last byte.
    private static func digest(_ first: UInt8, _ last: UInt8) throws -> ContentDigest {
        try #require(ContentDigest(bytes: [first] + [UInt8](repeating: 9, count: 30) + [last]))
    }

    /// An asset with one file.
    private static func asset(_ number: Int, _ content: ContentDigest) -> SyncedChange {
        var change = SyncedChange(record: ObjectID(high: UInt64(number), low: 7), kind: RecordKind.asset.rawValue)
        let entry = ResourceList.Entry(
            kind: 1,
            filename: "IMG_1.JPG",
            contentType: "public.jpeg",
            size: size,
            content: content
        )
        change.fields = [
            SyncedChange.Field(
                FieldNumber.originals.rawValue,
                ResourceList([entry]).bytes,
                contents: [content.bytes]
            )
        ]
        return change
    }

    @Test func `files whose digests begin alike are told apart`() throws {
        let machine = try SyncedMachine()
        _ = try machine.changes()
        let contents = try [(1, 1), (1, 2), (1, 3), (0, 2), (2, 0)].map { try Self.digest($0.0, $0.1) }
        try machine.apply(contents.enumerated().map { Self.asset($0, $1) })
        let sorted = contents.map(\.bytes).sorted { $0.lexicographicallyPrecedes($1) }
        var pages: [[UInt8]] = []
        while true {
            let page = try machine.store.missingContents(after: pages.last ?? [], limit: 2)
            if page.isEmpty { break }
            pages += page
        }
        #expect(pages == sorted)
        let come = contents[1].bytes
        try machine.store.tookIn(content: come, at: "a/b", size: Int64(Self.size))
        #expect(try machine.store.missingContents(after: [], limit: 10) == sorted.filter { $0 != come })
        for content in contents {
            #expect(try machine.store.isMissing(content: content.bytes) == (content != contents[1]))
            #expect(try machine.store.path(ofContent: content.bytes) == (content == contents[1] ? "a/b" : nil))
        }
        #expect(try machine.store.nextArrival(after: nil)?.record == ObjectID(high: 1, low: 7))
    }

    @Test func `a library of an earlier version goes on waiting for its files, and has those that came`() throws {
        let directory = ScratchDirectory()
        let older = try Connection(path: directory.path("library.sqlite"), role: .writer, cacheKibibytes: 1_024)
        let version = try #require(Schema.migrations.firstIndex(of: Schema.arrivingFiles))
        try Migration.run(on: older, newIdentifier: { .random() }, migrations: Array(Schema.migrations[..<version]))
        let contents = try [Self.digest(3, 1), Self.digest(1, 1)]
        for (number, path) in [nil, "a/b"].enumerated() {
            let insert = try older.statement(
                "INSERT INTO arriving_file (digest, record, number, path, size) VALUES (?, ?, 8, ?, 7)"
            )
            try insert.bind(contents[number].bytes, at: 1)
            try insert.bind(ObjectID(high: UInt64(number), low: 7).bytes, at: 2)
            try insert.bind(path, at: 3)
            try insert.run()
        }
        let library = try TestLibrary(directory: directory)
        #expect(try library.store.missingContents(after: [], limit: 10) == [contents[0].bytes])
        #expect(try library.store.isReferenced(digest: contents[1].bytes))
    }
}
