import Digests
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import MediaWorker
import MediaWorkerProtocol
import Testing

@Suite struct FileCopierTests {
    private let scratch: ScratchFolder
    private let limits = CopyLimits(size: 1 << 30, pictureSize: 1 << 30)

    init() throws { scratch = try ScratchFolder() }

    private func destination() throws -> OwnedDescriptor {
        try OwnedDescriptor(opening: scratch.file("copy"), [.readWrite, .create, .truncate])
    }

    @Test func `the digest is of the bytes that are stored`() throws {
        let content = picture((0..<2_500_000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 13) })
        let copy = try destination()
        let outcome = try FileCopier.copy(file(content), to: copy, limits)
        #expect(outcome == .copied(digest: SHA256.digest(of: content), size: Int64(content.count)))
        #expect(try OwnedDescriptor(opening: scratch.file("copy")).readToEnd(limit: 4 << 20) == content)
    }

    @Test(arguments: [1_500_000, 4_000_000]) func `a file that changes while it is copied is refused`(size: Int64)
        throws
    {
        let path = try scratch.write(picture([UInt8](repeating: 7, count: 3_000_000)), to: "photo")
        let source = try OwnedDescriptor(opening: path)
        let copy = try destination()
        var chunks = 0
        let error = #expect(throws: LibraryError.self) {
            try FileCopier.copy(source, to: copy, limits) {
                chunks += 1
                guard chunks == 2 else { return }
                do throws(SystemCallError) {
                    try OwnedDescriptor(opening: path, .writeOnly).setSize(size)
                } catch { Issue.record("\(error)") }
            }
        }
        #expect(error?.code == .invalidResource)
        #expect(error?.isRetryable == true)
    }
}
