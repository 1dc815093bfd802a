import BucketTestSupport
import CloudBuckets
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import Testing

/// Against the strict store, which checks every signature and refuses conditional requests.
struct S3BucketTests {
    private let store: StrictStore
    private let bucket: S3Bucket
    private let head = BucketKey.made(.heads, 1)
    private let object = BucketKey.made(.objects, 2)

    init() throws {
        store = try StrictStore()
        bucket = try store.connect()
    }

    // MARK: Objects

    @Test func `what was put is got, listed and deleted`() throws {
        let tag = try bucket.put(head, [1, 2, 3])
        _ = try bucket.put(object, [])
        #expect(store.names == ["library/\(head.text)", "library/\(object.text)"])
        #expect(try bucket.bytes(head) == [1, 2, 3] && bucket.bytes(object) == [])
        let heads = try bucket.list(.heads)
        #expect(heads.map(\.key) == [head] && heads.map(\.tag) == [tag] && heads.map(\.size) == [3] && tag != nil)
        try bucket.delete([object, head, .made(.objects, 3)])
        #expect(try bucket.bytes(head) == nil && bucket.list(.objects).isEmpty && store.refusals.isEmpty)
    }

    @Test func `each of them is one request`() throws {
        _ = try bucket.put(object, .made(3_000_000), Cancellation(), progress: { _ in })
        _ = try bucket.bytes(object)
        _ = try bucket.list(.heads)
        try bucket.delete([object])
        #expect(store.operations == [.put, .get, .list, .delete])
    }

    @Test func `a listing has all pages, and the store's time`() throws {
        store.setPageLength(2)
        store.setClock(ahead: 100_000)
        let keys = (1...5).map { BucketKey.made(.heads, $0) }
        for key in keys { _ = try bucket.put(key, [1]) }
        store.replace("library/heads/something-else", with: [1])
        #expect(try bucket.list(.heads).map(\.key) == keys)
        let time = try #require(try bucket.list(.heads, Cancellation()) { _ in })
        let now = UInt64(WallClock.milliseconds())
        #expect(time > now + 40_000 && time < now + 160_000)
    }

    // MARK: Faults

    @Test(arguments: [
        StoreFault.status(409, "OperationAborted"), .status(412, "PreconditionFailed"), .status(503, "SlowDown"),
        .status(500, "InternalError"), .cutBefore, .cutAfter, .later(seconds: 1),
    ])
    func `what may pass is tried again`(fault: StoreFault) throws {
        store.failNext(.put, fault)
        _ = try bucket.put(object, [1, 2])
        store.failNext(.get, fault)
        #expect(try bucket.bytes(object) == [1, 2])
        store.failNext(.list, fault)
        #expect(try bucket.list(.objects).count == 1)
        store.failNext(.delete, fault)
        try bucket.delete([object])
        #expect(store.names.isEmpty && store.operations.count == 8)
    }

    @Test func `what does not pass fails after some attempts`() throws {
        store.failNext(nil, .status(503, "SlowDown"), times: 100)
        let failure = #expect(throws: BucketFailure.self) { try bucket.bytes(object) }
        guard case .busy(503)? = failure else { return #expect(Bool(false), "\(String(describing: failure))") }
        #expect(store.operations.count == 5)
    }

    @Test func `cancelling ends the wait for another attempt`() throws {
        store.failNext(nil, .later(seconds: 59), times: 100)
        let failure = #expect(throws: BucketFailure.self) {
            try bucket.delete([object], Cancellation(deadline: MonotonicClock.deadline(after: 500_000_000)))
        }
        guard case .stopped(.deadline)? = failure else { return #expect(Bool(false), "\(String(describing: failure))") }
    }

    @Test(arguments: [
        (StoreFault.status(403, "AccessDenied"), "denied"), (.status(404, "NoSuchBucket"), "noBucket"),
        (.status(507, "QuotaExceeded"), "full"), (.status(301, "PermanentRedirect"), "refused"),
        (.status(400, "AuthorizationHeaderMalformed"), "refused"),
    ])
    func `what does not pass by itself is not tried again`(fault: StoreFault, expected: String) throws {
        store.failNext(.get, fault)
        let failure = try #require(#expect(throws: BucketFailure.self) { try bucket.bytes(object) })
        #expect("\(Mirror(reflecting: failure).children.first?.label ?? "\(failure.caseName)")" == expected)
        #expect(store.operations.count == 1)
    }

    @Test func `a wrong secret is refused, and appears nowhere`() throws {
        let other = try store.connect(secretKey: "another-secret")
        let failure = try #require(#expect(throws: BucketFailure.self) { try other.bytes(object) })
        guard case .denied = failure else { return #expect(Bool(false), "\(failure)") }
        #expect(!"\(failure)".contains("another-secret"))
        let credentials = try #require(S3Credentials(accessKey: "key", secretKey: "another-secret"))
        #expect(!"\(credentials)".contains("another-secret") && !String(reflecting: credentials).contains("another"))
        var dumped = ""
        dump(credentials, to: &dumped)
        #expect(!dumped.contains("another-secret"))
    }

    @Test(arguments: [3_600_000, -3_600_000])
    func `a clock that is wrong does not matter`(offset: Int64) throws {
        store.setClock(ahead: offset)
        _ = try bucket.put(object, [1])
        #expect(try bucket.bytes(object) == [1])
        // It is asked once only.
        #expect(store.operations == [.put, .get])
    }

    @Test func `a download that is cut off goes on where it was`() throws {
        let bytes = try ObjectContent.made(3_000_000).read(0, 3_000_000)
        store.replace("library/\(object.text)", with: bytes)
        for count in [1_000_000, 1, 500_000] { store.failNext(.get, .cutAnswer(count)) }
        let isWhole = try bucket.bytes(object) == bytes
        #expect(isWhole)
        #expect(store.operations == [.get, .get, .get, .get])
    }

    @Test(arguments: [
        "", "not XML", "<ListBucketResult>", "<Other/>",
        "<ListBucketResult><Contents><Key>x</Key></Contents></ListBucketResult>",
        "<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>",
        "<!DOCTYPE x [<!ENTITY e \"x\">]><ListBucketResult>&e;</ListBucketResult>",
    ])
    func `an answer that is no listing is refused`(text: String) throws {
        store.failNext(.list, .nonsense(text))
        let failure = #expect(throws: BucketFailure.self) { try bucket.list(.heads) }
        guard case .malformedAnswer? = failure else { return #expect(Bool(false), "\(String(describing: failure))") }
    }

    // MARK: Parts

    private let large: UInt64 = 65 * 1024 * 1024

    @Test func `a large object is uploaded in parts`() throws {
        var steps: [UInt64] = []
        _ = try bucket.put(object, .made(large), Cancellation()) { steps.append($0) }
        let isWhole = try bucket.bytes(object) == ObjectContent.made(large).read(0, Int(large))
        #expect(isWhole)
        #expect(steps.last == large && store.pendingUploads == 0)
        let parts = store.operations.filter { $0 == .putPart }.count
        #expect(parts == 5 && store.operations.prefix(4) == [.head, .listUploads, .beginUpload, .listParts])
        // It is there: one request says so.
        store.forgetOperations()
        _ = try bucket.put(object, .made(large), Cancellation(), progress: { _ in })
        #expect(store.operations == [.head])
    }

    @Test func `an upload of what nobody needs any more is ended, by the device that began it`() throws {
        let scratch = try ScratchFolder()
        let journal = UploadJournal(in: scratch.path)
        let bucket = try store.connect(journal: journal)
        let cancellation = Cancellation()
        #expect(throws: BucketFailure.self) {
            try bucket.put(object, .made(large), cancellation) { if $0 > 20 * 1024 * 1024 { cancellation.cancel() } }
        }
        #expect(try journal.keys() == [object] && store.pendingUploads == 1)
        // What is needed, and what others began, goes on.
        try bucket.endUploads(unless: { $0 == object }, Cancellation())
        let other = try ScratchFolder()
        try store.connect(journal: UploadJournal(in: other.path)).endUploads(unless: { _ in false }, Cancellation())
        #expect(store.pendingUploads == 1)
        try bucket.endUploads(unless: { _ in false }, Cancellation())
        #expect(try journal.keys() == [] && store.pendingUploads == 0)
        store.forgetOperations()
        try bucket.endUploads(unless: { _ in false }, Cancellation())
        #expect(store.operations == [])
        // One that was finished is not among them.
        _ = try bucket.put(object, .made(large), Cancellation(), progress: { _ in })
        #expect(try journal.keys() == [])
    }

    @Test func `an upload that was interrupted goes on with the parts that are missing`() throws {
        let cancellation = Cancellation()
        #expect(throws: BucketFailure.self) {
            try bucket.put(object, .made(large), cancellation) { if $0 > 40 * 1024 * 1024 { cancellation.cancel() } }
        }
        #expect(store.pendingUploads == 1 && store.names.isEmpty)
        store.forgetOperations()
        store.setPageLength(1)
        // As after a restart.
        _ = try store.connect().put(object, .made(large), Cancellation(), progress: { _ in })
        #expect(store.operations.filter { $0 == .putPart }.count == 3 && store.pendingUploads == 0)
        #expect(!store.operations.contains(.beginUpload))
        let isWhole = try bucket.bytes(object) == ObjectContent.made(large).read(0, Int(large))
        #expect(isWhole)
    }

    @Test func `the end of an upload whose answer is lost is found out`() throws {
        store.failNext(.completeUpload, .cutAfter)
        _ = try bucket.put(object, .made(large), Cancellation(), progress: { _ in })
        #expect(store.operations.suffix(3) == [.completeUpload, .completeUpload, .head])
    }

    @Test func `an upload that the store has forgotten is begun anew`() throws {
        store.failNext(.putPart, .status(404, "NoSuchUpload"))
        _ = try bucket.put(object, .made(large), Cancellation(), progress: { _ in })
        #expect(try bucket.bytes(object)?.count == Int(large))
    }

    @Test func `an error that comes with a success's status is an error`() throws {
        store.failNext(.completeUpload, .nonsense("<Error><Code>InternalError</Code></Error>"))
        let failure = #expect(throws: BucketFailure.self) {
            try bucket.put(object, .made(large), Cancellation(), progress: { _ in })
        }
        guard case .busy? = failure else { return #expect(Bool(false), "\(String(describing: failure))") }
    }

    // MARK: Limits

    @Test func `transfers keep to the limits`() throws {
        let limits = TransferLimits(sentBytesPerSecond: 2_000_000, receivedBytesPerSecond: 2_000_000)
        let slow = try store.connect(pace: TransferPace(limits))
        let start = MonotonicClock.now()
        _ = try slow.put(object, .made(3_000_000), Cancellation(), progress: { _ in })
        let sent = MonotonicClock.now()
        #expect(try slow.bytes(object)?.count == 3_000_000)
        // Of three megabytes two may go at once.
        #expect(sent - start > 400_000_000 && MonotonicClock.now() - sent > 400_000_000)
    }
}

extension BucketFailure {
    fileprivate var caseName: String {
        switch self {
        case .denied: "denied"
        case .noBucket: "noBucket"
        case .full: "full"
        default: "other"
        }
    }
}
