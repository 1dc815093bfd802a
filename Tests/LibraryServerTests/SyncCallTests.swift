import CloudSync
import Digests
import LibraryClient
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import SamplePhotos
import Testing

/// The calls of the sync process, with real files.
@Suite struct SyncCallTests {
    private let source: Served
    private let target: Served

    init() throws { (source, target) = (try Served(photos: 1), try Served()) }

    /// Has the target know the source's photo. Returns the photo's digest.
    private func announce() throws -> [UInt8] {
        let page = try source.owner.localChanges(after: 0)
        var position: UInt64 = 0
        var more = true
        while more {
            let page = try target.owner.localChanges(after: position)
            (position, more) = (page.position, page.hasMore)
        }
        let batch = SyncedBatch(key: .random(), position: position, changes: page.changes)
        guard case .applied(_, let missing) = try target.owner.apply(batch) else {
            Issue.record("the batch was refused")
            return []
        }
        #expect(try target.owner.missingContents() == missing)
        return try #require(missing.first)
    }

    private func file(_ bytes: [UInt8]) throws -> OwnedDescriptor { try SealedMemory.make(bytes.span) }

    @Test func `a file that arrives makes its asset visible, with thumbnail and bytes`() throws {
        let content = try announce()
        #expect(try target.owner.seen == [])
        guard let original = try source.owner.openContent(content) else {
            Issue.record("the file is there")
            return
        }
        try target.owner.offer(original, content: content)
        let asset = try #require(try target.owner.seen.first)
        #expect(try target.owner.thumbnail(of: asset, fitting: PixelSize(width: 9, height: 9)).size.width == 9)
        let bytes = try target.owner.openContent(content)?.readToEnd(limit: 1 << 20)
        let expected = try original.readToEnd(limit: 1 << 20)
        #expect(bytes == expected)
        #expect(try target.owner.missingContents() == [])
        // Offered again, it is not taken again.
        try target.owner.offer(original, content: content)
        #expect(try target.owner.seen == [asset])
    }

    @Test func `the status counts the changes that the sync process has not read yet`() throws {
        var settings = CloudSettings(url: "folder:/nowhere", deviceName: "one", joins: false)
        settings.isEncrypted = false
        try source.owner.setCloud(settings, key: nil)
        var position: UInt64 = 0
        while true {
            let page = try source.owner.localChanges(after: position)
            position = page.position
            if !page.hasMore { break }
        }
        var report = CloudReport(.idle)
        report.position = position
        try source.owner.reportCloud(report)
        #expect(try source.owner.cloudStatus().report?.changesToSend == 0)
        let asset = try #require(try source.owner.seen.first)
        var update = AssetUpdate()
        update.rating = 3
        _ = try source.owner.perform(ChangeBlock(operations: [.updateAsset(asset, update)]))
        #expect(try source.owner.cloudStatus().report?.changesToSend == 1)
        report.position = try source.owner.localChanges(after: position).position
        try source.owner.reportCloud(report)
        #expect(try source.owner.cloudStatus().report?.changesToSend == 0)
    }

    @Test func `a whole file that is no photo is refused once, counted, and tried again by an engine that begins anew`()
        throws
    {
        let content = try announce()
        var settings = CloudSettings(url: "folder:/nowhere", deviceName: "one", joins: false)
        settings.isEncrypted = false
        try target.owner.setCloud(settings)
        let bytes = Array("no photo at all".utf8)
        let hostile = SHA256.digest(of: bytes)
        var change = try #require(try source.owner.localChanges(after: 0).changes.first { $0.kind == 1 })
        change.record = .random()
        let list = ResourceList([
            ResourceList.Entry(
                kind: 1,
                filename: "a.jpg",
                contentType: "image/jpeg",
                size: UInt64(bytes.count),
                content: try #require(ContentDigest(bytes: hostile))
            )
        ])
        change.fields = [.init(FieldNumber.originals.rawValue, list.bytes, contents: [hostile])]
        change.sets = []
        let position = try target.owner.localChanges(after: 1).position
        let batch = SyncedBatch(key: .random(), position: position, changes: [change])
        #expect(try target.owner.apply(batch) == .applied(position: position, missing: [hostile]))
        try target.owner.offer(try file(bytes), content: hostile)
        #expect(try target.owner.missingContents() == [content])
        #expect(try target.owner.cloudStatus().originals.refusedFiles == 1)
        #expect(try target.owner.apply(batch) == .applied(position: position, missing: []))
        #expect(try target.owner.seen == [])
        _ = try target.owner.localChanges(after: 0)
        #expect(try target.owner.missingContents().contains(hostile))
        #expect(try target.owner.cloudStatus().originals.refusedFiles == 0)
    }

    @Test func `a file with other bytes than announced, and one that is no photo, are refused and not kept`() throws {
        let content = try announce()
        let other = try SamplePhoto(size: PixelSize(width: 24, height: 16), seed: 77).encoded()
        for bytes in [other, Array("no photo".utf8)] {
            let offered = try file(bytes)
            #expect(errorCode { try target.owner.offer(offered, content: content) } == .invalidResource)
        }
        #expect(try target.owner.seen == [])
        #expect(try target.owner.missingContents() == [content])
        let nobodys = try file(other)
        // Of a file that nobody misses nothing is looked at.
        try target.owner.offer(nobodys, content: [UInt8](repeating: 1, count: 32))
        #expect(try target.owner.verify { _, _ in }.problems == [])
    }
}
