import Digests
import LibraryClient
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import SamplePhotos
import Synchronization
import Testing

/// Originals that are in the bucket alone: the test is the process that synchronises, and the bucket.
@Suite(.timeLimit(.minutes(2))) struct OptimizedStorageTests {
    private let served: Served
    private var owner: LibraryClient { served.owner }

    init() throws {
        served = try Served(photos: 3)
        try served.optimizeStorage()
        try served.decide(.authorized)
    }

    private func digest(_ photo: Int) throws -> [UInt8] { try served.digest(photo) }

    private func path(_ content: [UInt8]) -> FilePath { served.path(content) }

    private func exists(_ content: [UInt8]) throws -> Bool { try served.exists(content) }

    @discardableResult
    private func evict(_ photo: Int) throws -> [UInt8] { try served.evict(photo) }

    private func offer(_ bytes: [UInt8], as content: [UInt8]) throws { try served.offer(bytes, as: content) }

    @Test func `an evicted original leaves the bundle; its pictures and all else stay`() throws {
        let content = try digest(0)
        let token = try owner.currentToken()
        try evict(0)
        #expect(try !exists(content))
        for size in [9, 24, 2_048] {
            let box = PixelSize(width: size, height: size)
            #expect(try served.app.thumbnail(of: served.photos[0], fitting: box).size.width == min(size, 24))
        }
        #expect(errorCode { try served.app.openResource(.photo, of: served.photos[0]) } == .networkAccessRequired)
        #expect(errorCode { try owner.openContent(content) } == .networkAccessRequired)
        #expect(try served.app.resources(of: served.photos[0]).map(\.isInCloud) == [true])
        #expect(try served.app.seen.count == 3)
        #expect(try owner.history(since: token).objects.isEmpty)
        let found = try owner.verify { _, _ in }
        #expect(found.problems == [] && found.inCloud == 1 && found.checked == 3)
        let originals = try owner.cloudStatus().originals
        #expect(originals.cloudFiles == 1 && originals.localFiles == 2)
        // With originals in the bucket alone, synchronisation is not ended by mistake.
        #expect(errorCode { try owner.setCloud(nil) } == .changeNotSupported)
        try owner.setCloud(nil, abandonsOriginals: true)
        #expect(errorCode { try download(0) } == .networkFailed)
    }

    @Test func `an original that is open, was just used, or is staged stays, and so do all that the person keeps`()
        throws
    {
        let content = try digest(0)
        do {
            let file = try OwnedDescriptor(opening: path(content), [.readOnly])
            #expect(errorCode { try owner.evict(content, generation: 0) } == .changeNotSupported)
            #expect(try owner.planStorage(after: nil).originals.dropLast().allSatisfy { $0.content != content })
            withExtendedLifetime(file) {}
        }
        let used = try digest(1)
        _ = try served.app.openResource(.photo, of: served.photos[1])
        #expect(errorCode { try owner.evict(used, generation: 0) } == .changeNotSupported)
        let staged = try digest(2)
        let again = try owner.openContent(staged)
        guard let again else { return #expect(Bool(false)) }
        _ = try served.app.stage(again, filename: "again.jpg")
        #expect(errorCode { try owner.evict(staged, generation: 0) } == .changeNotSupported)
        for kept in [content, used, staged] { #expect(try exists(kept)) }
        var settings = try #require(try owner.cloudStatus().settings)
        settings.keptBytes = nil
        try owner.setCloud(settings)
        #expect(errorCode { try owner.evict(content, generation: 0) } == .changeNotSupported)
    }

    @Test func `nothing is planned while enough is free, and what comes in is planned for`() throws {
        var settings = try #require(try owner.cloudStatus().settings)
        settings.keptBytes = 1 << 30
        try owner.setCloud(settings)
        #expect(try owner.planStorage(after: nil) == StoragePlan())
        settings.keptBytes = 1
        try owner.setCloud(settings)
        let plan = try owner.planStorage(after: nil)
        #expect(plan.originals.count == 3 && plan.excess > 0 && !plan.bringsBack)
        try evict(0)
        #expect(try owner.planStorage(after: nil).originals.count == 2)
        settings.keptBytes = nil
        try owner.setCloud(settings)
        let back = try owner.planStorage(after: nil)
        let evicted = try digest(0)
        #expect(back.bringsBack && back.originals.map(\.content) == [evicted])
        #expect(back.originals.map(\.generation) == [1])
    }

    // MARK: Downloads

    private func download(_ photo: Int, _ network: NetworkAccess = NetworkAccess()) throws -> [UInt8] {
        try served.app.openResource(.photo, of: served.photos[photo], network).readToEnd(limit: 1 << 20)
    }

    @Test func `two requests share one download with its progress, and get the bytes`() async throws {
        let bytes = try evict(0)
        let content = try digest(0)
        let wanted = try owner.wantedOriginals()
        let told = Mutex<[Double]>([])
        async let first = onThread { try download(0, NetworkAccess { part in told.withLock { $0.append(part) } }) }
        let event = try await onThread { try wanted.next() }
        #expect(event == WantedOriginal(content, generation: 1))
        async let second = onThread {
            try owner.openResource(.photo, of: served.photos[0], NetworkAccess()).status().size
        }
        // A third one that is told of half of it is there together with the second.
        let halves = Parker()
        async let third = onThread {
            try download(0, NetworkAccess { part in if part > 0.4 { halves.unpark() } })
        }
        try await onThread {
            repeat {
                try owner.report(DownloadReport(content, received: UInt64(bytes.count / 2 + 1)))
            } while !halves.park(until: MonotonicClock.deadline(after: 50_000_000))
        }
        try offer(bytes, as: content)
        #expect(try await first == bytes)
        #expect(try await second == Int64(bytes.count))
        #expect(try await third == bytes)
        #expect(told.withLock { $0.first == 0 && $0.last == 1 && $0.contains { $0 > 0.4 && $0 < 1 } })
        #expect(try exists(content))
        #expect(try owner.resources(of: served.photos[0]).map(\.isInCloud) == [false])
        // Nothing else was asked for: what comes next is another original.
        try evict(1)
        async let other = onThread { errorCode { try download(1) } }
        let next = try await onThread { try wanted.next() }
        let nextContent = try digest(1)
        #expect(next.content == nextContent)
        try owner.report(DownloadReport(next.content, failure: LibraryError(.networkFailed, "no route to the bucket")))
        #expect(try await other == .networkFailed)
    }

    @Test func `other bytes than the original's are handed to nobody`() async throws {
        let bytes = try evict(0)
        let content = try digest(0)
        let wanted = try owner.wantedOriginals()
        async let answer = onThread { try download(0) }
        _ = try await onThread { try wanted.next() }
        let other = try SamplePhoto(size: PixelSize(width: 24, height: 16), seed: 99).encoded()
        #expect(errorCode { try offer(other, as: content) } == .invalidResource)
        #expect(try !exists(content))
        #expect(errorCode { try served.app.openResource(.photo, of: served.photos[0]) } == .networkAccessRequired)
        try offer(bytes, as: content)
        #expect(try await answer == bytes)
    }

    @Test func `who cancels ends the download, unless another one waits`() async throws {
        try evict(0)
        let content = try digest(0)
        let wanted = try owner.wantedOriginals()
        let cancellations = [Cancellation(), Cancellation()]
        let halves = [Parker(), Parker()]
        func wait(_ number: Int) -> NetworkAccess {
            NetworkAccess(cancellations[number]) { part in if part > 0.4 { halves[number].unpark() } }
        }
        let (one, two) = (wait(0), wait(1))
        async let first = onThread { errorCode { try download(0, one) } }
        _ = try await onThread { try wanted.next() }
        async let second = onThread { errorCode { try download(0, two) } }
        try await onThread {
            for half in halves {
                repeat {
                    try owner.report(DownloadReport(content, received: 1 << 30))
                } while !half.park(until: MonotonicClock.deadline(after: 50_000_000))
            }
        }
        cancellations[0].cancel()
        #expect(try await first == .cancelled)
        cancellations[1].cancel()
        #expect(try await second == .cancelled)
        #expect(try await onThread { try wanted.next() } == WantedOriginal(content, generation: 1, isCancelled: true))
    }

    @Test func `a process that goes away is followed by one that begins again`() async throws {
        let bytes = try evict(0)
        let content = try digest(0)
        async let answer = onThread { try download(0) }
        for _ in 0..<2 {
            let wanted = try owner.wantedOriginals()
            #expect(try await onThread { try wanted.next() } == WantedOriginal(content, generation: 1))
        }
        try offer(bytes, as: content)
        #expect(try await answer == bytes)
    }

    @Test func `an app that may not see a photo downloads nothing of it`() throws {
        try evict(0)
        try served.decide(.limited)
        #expect(errorCode { try download(0) } == .notFound)
        try served.decide(.denied)
        #expect(errorCode { try download(0) } == .accessDenied)
    }

    @Test func `an imported photo whose original is in the cloud is local again`() throws {
        let bytes = try evict(0)
        let content = try digest(0)
        _ = try owner.stage(try SealedMemory.make(bytes.span), filename: "again.jpg")
        #expect(try exists(content))
        #expect(try served.app.openResource(.photo, of: served.photos[0]).readToEnd(limit: 1 << 20) == bytes)
    }

    @Test func `of what was picked, too, an original is downloaded`() async throws {
        let bytes = try evict(0)
        let content = try digest(0)
        try served.decide(.denied)
        let photo = served.photos[0]
        let agent = try TestAgent(served.owner) { _ in .picked([photo]) }
        var configuration = PickerConfiguration()
        configuration.givesIdentifiers = true
        let pick = try served.app.pick(configuration)
        let item = try pick.next().items[0].number
        #expect(errorCode { try pick.open(.photo, of: item) } == .networkAccessRequired)
        #expect(errorCode { try pick.jpeg(of: item, quality: 90) } == .networkAccessRequired)
        let wanted = try owner.wantedOriginals()
        async let size = onThread { try pick.open(.photo, of: item, NetworkAccess()).status().size }
        _ = try await onThread { try wanted.next() }
        try offer(bytes, as: content)
        #expect(try await size == Int64(bytes.count))
        #expect(try pick.jpeg(of: item, quality: 90).status().size > 0)
        agent.leave()
    }
}
