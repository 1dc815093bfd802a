import LibraryClient
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import Photos
import Testing

/// Originals of a library that are in the cloud. The test is the process that synchronises.
struct TestCloud: Sendable {
    private let owner: LibraryClient

    init(_ library: TestLibrary) throws {
        owner = library.owner
        var settings = CloudSettings(url: "folder:/nowhere", deviceName: "one", joins: false)
        settings.isEncrypted = false
        settings.keptBytes = 0
        try owner.setCloud(settings)
    }

    /// The digest of an asset's file.
    func content(_ kind: ResourceKind, of asset: String) throws -> [UInt8] {
        let id = try #require(LocalIdentifier(asset)).id
        return try #require(try owner.resources(of: id).first { $0.kind == kind }).digest
    }

    /// The library may be reading the original for its preview still: then it is in use.
    func evict(_ content: [UInt8]) throws {
        let deadline = MonotonicClock.deadline(after: 100_000_000_000)
        while true {
            do throws(LibraryError) { return try owner.evict(content, generation: 0) } catch {
                guard error.code == .changeNotSupported, MonotonicClock.now() < deadline else { throw error }
                Parker().park(until: MonotonicClock.deadline(after: 10_000_000))
            }
        }
    }

    /// Answers the next requests for downloads, one for each of `files`, which are by their digests: half of each,
    /// until `half` knows, then the file, or a failure.
    func serve(_ files: [[UInt8]: [UInt8]], _ failure: LibraryError? = nil, half: Parker? = nil) throws {
        let owner = owner
        let wanted = try owner.wantedOriginals()
        _ = try SystemThread(name: "cloud") {
            do {
                for _ in files {
                    let content = try wanted.next().content
                    guard let bytes = files[content] else {
                        Issue.record("something else was wanted")
                        return
                    }
                    repeat {
                        try owner.report(DownloadReport(content, received: UInt64(bytes.count / 2 + 1)))
                    } while half?.park(until: MonotonicClock.deadline(after: 50_000_000)) == false
                    if let failure {
                        try owner.report(DownloadReport(content, failure: failure))
                    } else {
                        try owner.offer(try SealedMemory.make(bytes.span), content: content)
                    }
                }
            } catch { Issue.record("nothing was wanted: \(error)") }
        }
    }

    /// The next original that somebody wants, and whether the one after it is its cancellation.
    func cancellation(of content: [UInt8], after begun: Parker) throws -> Recorded<Bool> {
        let wanted = try owner.wantedOriginals()
        let isCancelled = Recorded<Bool>()
        _ = try SystemThread(name: "cloud") {
            do {
                // What has just come may still be named.
                while try wanted.next().content != content {}
                begun.unpark()
                var next = try wanted.next()
                while next.content != content { next = try wanted.next() }
                isCancelled.append(next.isCancelled)
            } catch { Issue.record("nothing was wanted: \(error)") }
        }
        return isCancelled
    }
}
