import CloudBuckets
import LibraryTestSupport
import LinuxSystem
import Testing

struct FolderBucketTests {
    private let scratch: ScratchFolder
    private let bucket: FolderBucket

    init() throws {
        scratch = try ScratchFolder()
        bucket = try FolderBucket(at: scratch.file("bucket"), creates: true)
    }

    private var root: FilePath { scratch.file("bucket") }

    @Test func `what was put is got, listed and deleted`() throws {
        let (head, object) = (BucketKey.made(.heads, 1), BucketKey.made(.objects, 0xAB))
        let tag = try bucket.put(head, [1, 2, 3])
        _ = try bucket.put(object, [])
        #expect(try bucket.bytes(head) == [1, 2, 3] && bucket.bytes(object) == [])
        let heads = try bucket.list(.heads)
        #expect(heads.map(\.key) == [head] && heads.map(\.tag) == [tag] && heads.map(\.size) == [3])
        #expect(try bucket.list(.objects).map(\.key) == [object])
        try bucket.delete([object, head, object])
        #expect(try bucket.bytes(head) == nil && bucket.list(.objects).isEmpty)
    }

    @Test func `a head's tag is the same for the same bytes only`() throws {
        let head = BucketKey.made(.heads, 1)
        let first = try bucket.put(head, [1])
        #expect(try bucket.put(head, [2]) != first)
        #expect(try bucket.put(head, [1]) == first)
        #expect(try bucket.list(.heads).first?.tag == first)
    }

    @Test func `a listing tells the time of the file system`() throws {
        let time = try #require(try bucket.list(.heads, Cancellation()) { _ in })
        let now = UInt64(WallClock.milliseconds())
        #expect(time > now - 60_000 && time < now + 60_000)
    }

    @Test func `an object that is named by its content is not written again`() throws {
        let key = BucketKey.made(.objects, 1)
        let content = ObjectContent(length: 2, isNamedByContent: true) { _, _ in [7, 7] }
        _ = try bucket.put(key, content, Cancellation(), progress: { _ in })
        let again = ObjectContent(length: 2, isNamedByContent: true) { _, _ in throw BucketFailure.tooLarge }
        _ = try bucket.put(key, again, Cancellation(), progress: { _ in })
        #expect(try bucket.bytes(key) == [7, 7])
    }

    @Test func `a write that fails leaves nothing, and what was there stays`() throws {
        let key = BucketKey.made(.objects, 1)
        _ = try bucket.put(key, [1])
        let content = ObjectContent(length: 3_000_000, isNamedByContent: false) { offset, count in
            if offset > 0 { throw SystemCallError(SystemCallError.noSpace, "read") }
            return [UInt8](repeating: 2, count: count)
        }
        let failure = #expect(throws: BucketFailure.self) {
            try bucket.put(key, content, Cancellation(), progress: { _ in })
        }
        guard case .full? = failure else { return #expect(Bool(false), "\(String(describing: failure))") }
        #expect(try bucket.bytes(key) == [1])
        #expect(try names(in: "temporary").isEmpty)
    }

    @Test func `a folder that lost its marker, as when its disk is not mounted, is not written to`() throws {
        try FileNames.remove(root.appending("openphotokit-bucket"))
        let failure = #expect(throws: BucketFailure.self) { try bucket.put(.made(.heads, 1), [1]) }
        guard case .notMounted? = failure else { return #expect(Bool(false), "\(String(describing: failure))") }
        #expect(throws: BucketFailure.self) { try bucket.list(.heads) }
    }

    @Test func `a folder with other things in it does not become a bucket`() throws {
        try FileNames.makeFolder(scratch.file("other"))
        try scratch.write([1], to: "other/file")
        #expect(throws: BucketFailure.self) { try FolderBucket(at: scratch.file("other"), creates: true) }
        #expect(throws: BucketFailure.self) { try FolderBucket(at: scratch.file("absent"), creates: false) }
        _ = try FolderBucket(at: root, creates: false)
    }

    @Test func `symbolic links and what is no file are nobody's objects`() throws {
        let secret = try scratch.write([9], to: "secret")
        let (head, object) = (BucketKey.made(.heads, 1), BucketKey.made(.objects, 0xCD))
        _ = try bucket.put(head, [1])
        try FileNames.remove(root.appending(FilePath(head.text)))
        try makeLink(to: secret, at: root.appending(FilePath(head.text)))
        #expect(try bucket.bytes(head) == nil && bucket.list(.heads).isEmpty)
        // Writing replaces the link and leaves alone what it led to.
        _ = try bucket.put(head, [2])
        #expect(try bucket.bytes(head) == [2])
        #expect(try OwnedDescriptor(opening: secret).readToEnd(limit: 10) == [9])

        try FileNames.makeFolder(scratch.file("elsewhere"))
        try FileNames.makeFolder(root.appending("objects"))
        try makeLink(to: scratch.file("elsewhere"), at: root.appending("objects/cd"))
        #expect(throws: BucketFailure.self) { try bucket.put(object, [1]) }
        #expect(try bucket.list(.objects).isEmpty)
    }

    @Test func `files of others in the bucket are passed over`() throws {
        _ = try bucket.put(.made(.heads, 1), [1])
        try scratch.write([1], to: "bucket/heads/.DS_Store")
        try scratch.write([1], to: "bucket/heads/" + String(repeating: "A", count: 64))
        #expect(try bucket.list(.heads).map(\.key) == [.made(.heads, 1)])
    }

    @Test(arguments: ["heads/../objects", "heads/", "/etc/passwd", "heads/" + String(repeating: "g", count: 64)])
    func `a name of another form is none`(text: String) { #expect(BucketKey(text) == nil) }

    @Test func `a stopped request stops`() throws {
        let cancellation = Cancellation()
        cancellation.cancel()
        let failure = #expect(throws: BucketFailure.self) {
            try bucket.put(.made(.objects, 1), .bytes([1]), cancellation, progress: { _ in })
        }
        guard case .stopped(.cancelled)? = failure else {
            return #expect(Bool(false), "\(String(describing: failure))")
        }
    }

    private func names(in folder: String) throws -> [String] {
        var reader = try FolderReader(root.appending(FilePath(folder)))
        var names: [String] = []
        while let entry = try reader.next() { names.append(entry.name.text) }
        return names
    }
}
