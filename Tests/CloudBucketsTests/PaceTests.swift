import BucketTestSupport
import CloudBuckets
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import Testing

/// Limits of transfers, by a clock that only waiting moves: of a folder and of a store alike.
struct PaceTests {
    private static let second: UInt64 = 1_000_000_000

    private let folder: ScratchFolder
    private let store: StrictStore
    private let clock = ScriptedPace()

    init() throws { (folder, store) = (try ScratchFolder(), try StrictStore()) }

    private func bucket(_ isS3: Bool, _ limits: TransferLimits) throws -> any Bucket {
        let pace = clock.pace(limits)
        if isS3 { return try store.connect(pace: pace) }
        return try FolderBucket(at: folder.file("bucket"), creates: true, pace: pace)
    }

    private func key(_ number: Int) throws -> BucketKey {
        try #require(BucketKey(.objects, digits: String(repeating: "\(number % 10)", count: 64)))
    }

    private static let content = [UInt8](repeating: 7, count: 4_000_000)

    @Test(arguments: [false, true])
    func `what is sent takes the time that the limit wants`(isS3: Bool) throws {
        let bucket = try bucket(isS3, TransferLimits(sentBytesPerSecond: 1_000_000))
        _ = try bucket.put(key(1), .bytes(Self.content), Cancellation()) { _ in }
        // A second's worth may go at once, and the last piece overdraws.
        #expect((UInt64(19) * Self.second / 10...4 * Self.second).contains(clock.waited))
        _ = try bucket.get(key(1), Cancellation()) { _, _ in }
        #expect(clock.waited <= 4 * Self.second)
    }

    @Test(arguments: [false, true])
    func `what is received takes the time that the limit wants`(isS3: Bool) throws {
        let bucket = try bucket(isS3, TransferLimits(receivedBytesPerSecond: 1_000_000))
        _ = try bucket.put(key(1), .bytes(Self.content), Cancellation()) { _ in }
        #expect(clock.waited == 0)
        var count = 0
        _ = try bucket.get(key(1), Cancellation()) { _, bytes in count += bytes.count }
        #expect(count == Self.content.count)
        #expect((UInt64(19) * Self.second / 10...4 * Self.second).contains(clock.waited))
    }

    @Test(arguments: [false, true])
    func `so many requests go in a second`(isS3: Bool) throws {
        let bucket = try bucket(isS3, TransferLimits(requestsPerSecond: 10))
        for number in 0..<10 { _ = try bucket.put(key(number), .bytes([1]), Cancellation()) { _ in } }
        #expect(clock.waited == 0)
        for number in 0..<20 { _ = try bucket.get(key(number), Cancellation()) { _, _ in } }
        _ = try bucket.list(.objects, Cancellation()) { _ in }
        try bucket.delete([key(1)], Cancellation())
        #expect((2 * Self.second...3 * Self.second).contains(clock.waited))
    }

    @Test func `a limit that is set holds for what is under way`() throws {
        let pace = clock.pace(TransferLimits(sentBytesPerSecond: 10_000))
        let bucket = try FolderBucket(at: folder.file("bucket"), creates: true, pace: pace)
        _ = try bucket.put(key(1), .bytes(Self.content), Cancellation()) { sent in
            if sent == 1 << 20 { pace.set(TransferLimits()) }
        }
        // Without it the rest would take minutes.
        #expect(clock.waited == 0)
        pace.set(TransferLimits(sentBytesPerSecond: 10_000))
        _ = try bucket.put(key(2), .bytes([UInt8](repeating: 1, count: 3 << 20)), Cancellation()) { _ in }
        #expect(clock.waited >= 200 * Self.second)
    }
}
