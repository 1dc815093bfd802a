import LibraryMedia
import LibraryModel
import LibraryStore
import Testing

@testable import LibraryServer

/// What is staged, as scripts.
@Suite struct StagedEntriesTests {
    private static let camera = Principal.app("exe:/camera")
    private static let viewer = Principal.app("exe:/viewer")

    /// The identifier of the file that was added; nil when it was refused.
    private func add(
        _ number: Int,
        of principal: Principal = camera,
        size: Int64 = 1,
        now: UInt64 = 0,
        within limits: StagingLimits? = nil,
        to entries: inout StagedEntries
    ) throws -> ObjectID? {
        let id = ObjectID(high: 1, low: UInt64(number))
        let digest = try #require(ContentDigest((0..<32).map { UInt8(truncatingIfNeeded: number >> ($0 % 4 * 8)) }))
        let metadata = MediaMetadata(kind: .image, contentType: "image/jpeg", pixelWidth: 1, pixelHeight: 1)
        let file = StagedFile(metadata: metadata, filename: "", relativePath: "", size: size, sha256: digest.bytes)
        let limits = limits ?? StagingLimits(of: principal)
        let refused = entries.add(id, file, digest, of: principal, within: limits, now: now)
        return refused == nil ? id : nil
    }

    @Test func `an app has as many files staged as it may, until a change block used one`() throws {
        var entries = StagedEntries()
        var limits = StagingLimits.app
        #expect(limits.files == 4_096)
        // Each one looks at all of them.
        limits.files = 256
        let ids = try (0..<limits.files).map { try #require(try add($0, within: limits, to: &entries)) }
        #expect(entries.held(by: StagedEntriesTests.camera).files == limits.files)
        #expect(try add(1_000, within: limits, to: &entries) == nil)
        #expect(try add(1_001, of: StagedEntriesTests.viewer, within: limits, to: &entries) != nil)
        entries.used([ids[7]])
        #expect(try add(1_000, within: limits, to: &entries) != nil)
        #expect(try add(1_002, within: limits, to: &entries) == nil)
    }

    @Test func `the bytes that an app has staged are counted over all of its files`() throws {
        var entries = StagedEntries()
        let half = StagingLimits.app.stagedBytes / 2
        #expect(try add(1, size: half, to: &entries) != nil)
        #expect(try add(2, size: half + 1, to: &entries) == nil)
        #expect(try add(2, size: half, to: &entries) != nil)
        #expect(try add(3, to: &entries) == nil)
        entries.drop(of: StagedEntriesTests.camera)
        #expect(try add(3, to: &entries) != nil)
    }

    @Test func `64 files that the library has already are kept of a principal, and of more the newest`() throws {
        var entries = StagedEntries()
        let most = StagedEntries.maximumDuplicatesPerPrincipal
        #expect(most == 64)
        var ids: [ObjectID] = []
        for number in 0...most {
            let id = try #require(try add(number, of: .person, now: UInt64(number), to: &entries))
            ids.append(id)
            entries.isDuplicate(id, of: .person)
            if number == most - 1 { #expect(entries.files(ids, of: .person).count == most) }
        }
        #expect(Set(entries.files(ids, of: .person).keys) == Set(ids.dropFirst()))
        // They are not counted as staged.
        #expect(entries.held(by: .person) == StagingLimits.Held())
    }

    @Test func `a file expires after its age, but not while a change block waits with it`() throws {
        var entries = StagedEntries()
        let id = try #require(try add(1, now: 100, to: &entries))
        entries.hold([id], of: StagedEntriesTests.viewer)
        entries.hold([id], of: StagedEntriesTests.camera)
        func expired(_ now: UInt64) -> Int { entries.takeExpired(olderThan: 10, now: now).count }
        #expect(expired(200) == 0)
        entries.release([id], of: StagedEntriesTests.camera, now: 200)
        #expect(expired(210) == 0)
        // A moment that was read before the one before it.
        #expect(expired(190) == 0)
        #expect(expired(211) == 1)
        #expect(entries.files([id], of: StagedEntriesTests.camera).isEmpty)
    }
}
