import BucketTestSupport
import CloudBuckets
import CloudEncryption
import CloudSync
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import Testing

/// Both forms of a bucket.
enum Form: CaseIterable {
    case sealed, plain

    var form: BucketForm { self == .plain ? .plain : .sealed(BucketCipher(.random())) }
}

struct BucketSessionTests {
    private let scratch: ScratchFolder
    private let bucket: FolderBucket
    private let files: ScratchBlobs
    private let device = ObjectID(high: 1, low: 2)

    init() throws {
        scratch = try ScratchFolder()
        bucket = try FolderBucket(at: scratch.file("bucket"), creates: true)
        files = try ScratchBlobs()
    }

    private func session(_ form: BucketForm, _ files: ScratchBlobs? = nil) -> BucketSession {
        BucketSession(bucket, form, files: files ?? self.files)
    }

    private func bytes(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) } }

    @Test(arguments: Form.allCases)
    func `heads, segments and snapshots come back as they were written`(form: Form) throws {
        let session = session(form.form)
        guard case .stored(let tag?) = session.perform(.put(.head(device), [1, 2]), Cancellation()).reply else {
            return #expect(Bool(false))
        }
        guard case .heads(let heads, let time) = session.perform(.listHeads, Cancellation()).reply else {
            return #expect(Bool(false))
        }
        #expect(heads.map(\.tag) == [tag] && time != nil)
        #expect(session.perform(.getHead(name: heads[0].name), Cancellation()).reply == .object([1, 2]))
        #expect(session.perform(.getOwnHead(device), Cancellation()).reply == .object([1, 2]))
        _ = session.perform(.put(.segment(device, 7), []), Cancellation())
        #expect(session.perform(.getSegment(device, 7), Cancellation()).reply == .object([]))
        #expect(session.perform(.getSegment(device, 8), Cancellation()).reply == .object(nil))
        let part = ObjectName.snapshotPart(device, number: 1, part: 2)
        _ = session.perform(.put(part, bytes(3_000_000)), Cancellation())
        #expect(
            session.perform(.getSnapshotPart(device, number: 1, part: 2), Cancellation()).reply
                == .object(bytes(3_000_000))
        )
        #expect(session.perform(.delete([part, .segment(device, 99)]), Cancellation()).reply == .deleted)
        #expect(
            session.perform(.getSnapshotPart(device, number: 1, part: 2), Cancellation()).reply == .object(nil)
        )
    }

    @Test(arguments: Form.allCases, [0, 1, 1 << 20, (1 << 20) + 1, 3 << 20])
    func `a file arrives as it left`(form: Form, size: Int) throws {
        let form = form.form
        let blob = try files.add(bytes(size))
        #expect(session(form).perform(.upload(blob), Cancellation()).reply == .transferred(true))
        let others = try ScratchBlobs()
        #expect(session(form, others).perform(.download(blob), Cancellation()).reply == .transferred(true))
        #expect(try others.bytes(blob) == bytes(size))
        // It tells its size, as the documentation says, and nothing else.
        let listed = try bucket.list(.objects)
        if case .sealed = form {
            let chunks = max(1, (size + (1 << 20) - 1) >> 20)
            #expect(listed.map(\.size) == [UInt64(size + chunks * BucketCipher.overhead)])
        }
    }

    @Test(arguments: Form.allCases)
    func `a damaged, shortened or lengthened file is not taken`(form: Form) throws {
        let form = form.form
        let blob = try files.add(bytes((2 << 20) + 5))
        _ = session(form).perform(.upload(blob), Cancellation())
        let key = form.key(of: .blob(blob))
        let whole = try #require(try bucket.bytes(key))
        var flipped = whole
        flipped[1_500_000] ^= 1
        let sealedChunk = (1 << 20) + BucketCipher.overhead
        for stored in [flipped, whole.dropLast(), whole.dropLast(whole.count - sealedChunk), whole + [0], []] {
            try bucket.delete([key])
            _ = try bucket.put(key, Array(stored))
            let others = try ScratchBlobs()
            #expect(session(form, others).perform(.download(blob), Cancellation()).reply == .unreadable)
            #expect(others.digests.isEmpty)
        }
    }

    @Test(arguments: Form.allCases)
    func `a damaged object is not used`(form: Form) throws {
        let form = form.form
        let key = form.key(of: .segment(device, 1))
        _ = session(form).perform(.put(.segment(device, 1), [1, 2, 3]), Cancellation())
        var stored = try #require(try bucket.bytes(key))
        stored[stored.count - 1] ^= 1
        for damaged in [stored, [], [1]] {
            _ = try bucket.put(key, damaged)
            #expect(session(form).perform(.getSegment(device, 1), Cancellation()).reply == .unreadable)
        }
    }

    @Test func `a file that the library does not have, or that is damaged there, is not uploaded`() throws {
        let form = Form.sealed.form
        let blob = try files.add(bytes(100))
        let others = try ScratchBlobs()
        #expect(session(form, others).perform(.upload(blob), Cancellation()).reply == .transferred(false))
        try files.damage(blob, bytes(99))
        #expect(session(form).perform(.upload(blob), Cancellation()).reply == .transferred(false))
        #expect(try bucket.list(.objects).isEmpty)
        #expect(session(form).perform(.download(blob), Cancellation()).reply == .transferred(false))
    }

    @Test(arguments: Form.allCases)
    func `a file that is in the bucket alone needs no upload, where it is whole, and gets its next name`(
        form: Form
    ) throws {
        let form = form.form
        let blob = try files.add(bytes((1 << 20) + 7))
        files.evict(blob)
        #expect(session(form).perform(.upload(blob), Cancellation()).reply == .transferred(false))
        _ = try files.add(bytes((1 << 20) + 7))
        #expect(session(form).perform(.upload(blob), Cancellation()).reply == .transferred(true))
        files.evict(blob)
        #expect(session(form).perform(.upload(blob), Cancellation()).reply == .transferred(true))
        let next = BlobID(content: blob.content, generation: 2)
        #expect(session(form).perform(.upload(next), Cancellation()).reply == .transferred(true))
        let others = try ScratchBlobs()
        #expect(session(form, others).perform(.download(next), Cancellation()).reply == .transferred(true))
        #expect(try others.bytes(next) == bytes((1 << 20) + 7))
        let key = form.key(of: .blob(next))
        var damaged = try #require(try bucket.bytes(key))
        damaged[5] ^= 1
        try bucket.delete([key])
        _ = try bucket.put(key, damaged)
        #expect(session(form).perform(.upload(next), Cancellation()).reply == .transferred(false))
    }

    @Test func `progress counts to the size of what lies in the bucket`() throws {
        let form = Form.sealed.form
        let blob = try files.add(bytes(3 << 20))
        var steps: [UInt64] = []
        _ = session(form).perform(.upload(blob), Cancellation()) { steps.append($0) }
        let size = try #require(try bucket.list(.objects).first?.size)
        #expect(steps.last == size && steps == steps.sorted() && steps.count > 1)
        steps = []
        _ = try session(form, ScratchBlobs()).perform(.download(blob), Cancellation()) { steps.append($0) }
        #expect(steps.last == size && steps == steps.sorted() && steps.count > 1)
    }

    @Test func `what fails says why`() throws {
        try FileNames.remove(scratch.file("bucket").appending("openphotokit-bucket"))
        let answer = session(.plain).perform(.listHeads, Cancellation())
        #expect(answer.reply == .failed)
        guard case .notMounted? = answer.failure else { return #expect(Bool(false), "\(String(describing: answer))") }
    }
}
