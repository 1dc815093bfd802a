import CloudEncryption
import CloudSync
import LibraryModel
import LibraryTestSupport
import Testing

/// A bucket that keeps what it is given, and fails in the ways of real ones.
struct SimulatedBucket {
    /// As they lie there: sealed, when there is a cipher.
    private(set) var objects: [ObjectName: [UInt8]] = [:]
    var cipher: BucketCipher?
    private(set) var blobs: Set<BlobID> = []
    private var heads: [DeviceID: (bytes: [UInt8], tag: Int)] = [:]
    private var tags = 0
    /// Former listings with the times until which they were true.
    private var formerListings: [(until: UInt64, heads: [ListedHead])] = []
    /// Writes and deletions that were given up and may still arrive.
    private var stalled: [BucketRequest] = []
    private(set) var requests = 0
    private(set) var reached = Reached()
    /// What heads have said of their logs and snapshots so far.
    private var announced: [DeviceID: Head] = [:]
    /// Objects that were written a second time with other bytes after a head had named them; only copies of one device
    /// may do that.
    private(set) var overwritten: Set<ObjectName> = []

    private var listing: [ListedHead] {
        heads.map { ListedHead(name: name(of: $0.key), tag: "\($0.value.tag)") }.sorted { $0.name < $1.name }
    }

    private func name(of device: DeviceID) -> String {
        cipher?.name(of: .head(device)) ?? "heads/\(device.hexadecimal)"
    }

    private func sealed(_ bytes: [UInt8], _ name: ObjectName) -> [UInt8] {
        cipher?.seal(bytes, name: cipher?.name(of: name) ?? "") ?? bytes
    }

    private func opened(_ bytes: [UInt8]?, _ name: ObjectName) -> BucketReply {
        guard let cipher, let bytes else { return .object(bytes) }
        return cipher.open(bytes, name: cipher.name(of: name)).map { .object($0) } ?? .unreadable
    }

    // MARK: Requests

    /// Performs a request; a fault may make it fail before, after, or long before it is done.
    mutating func perform(_ request: BucketRequest, now: UInt64, faults: Faults, random: inout SeededGenerator)
        -> BucketReply
    {
        requests += 1
        if random.happens(faults.percent) {
            switch random.below(3) {
            case 0: break
            case 1: _ = perform(request, now: now)
            default: stalled.append(request)
            }
            return .failed
        }
        if random.happens(faults.percent), !stalled.isEmpty {
            _ = perform(stalled.remove(at: random.below(stalled.count)), now: now)
        }
        if case .listHeads = request, random.happens(faults.percent * 2),
            let stale = formerListings.last(where: { $0.until + faults.staleness > now }) ?? nil
        {
            return .heads(stale.heads, time: now)
        }
        return perform(request, now: now)
    }

    mutating func perform(_ request: BucketRequest, now: UInt64) -> BucketReply {
        switch request {
        case .delete(let names): reached.note(names, among: blobs)
        case .getSnapshotPart: reached.readSnapshots += 1
        case .upload(let blob) where blob.generation > 0: reached.renamedBlobs += 1
        default: break
        }
        switch request {
        case .listHeads: return .heads(listing, time: now)
        case .getHead(let name):
            guard let head = heads.first(where: { self.name(of: $0.key) == name }) else { return .object(nil) }
            return opened(head.value.bytes, .head(head.key))
        case .getOwnHead(let device): return opened(heads[device]?.bytes, .head(device))
        case .getSegment(let device, let number):
            return opened(objects[.segment(device, number)], .segment(device, number))
        case .getSnapshotPart(let device, let number, let part):
            let name = ObjectName.snapshotPart(device, number: number, part: part)
            return opened(objects[name], name)
        case .put(.head(let device), let bytes):
            formerListings = formerListings.suffix(20) + [(now, listing)]
            tags += 1
            announce(bytes)
            heads[device] = (sealed(bytes, .head(device)), tags)
            return .stored(tag: "\(tags)")
        case .put(let name, let bytes):
            let bytes = sealed(bytes, name)
            if let former = objects[name], former != bytes, isAnnounced(name) { overwritten.insert(name) }
            objects[name] = bytes
            return .stored(tag: nil)
        case .upload(let blob):
            blobs.insert(blob)
            return .transferred(true)
        case .download(let blob): return .transferred(blobs.contains(blob))
        case .delete(let names):
            for name in names {
                if case .blob(let blob) = name { blobs.remove(blob) } else { objects[name] = nil }
            }
            return .deleted
        }
    }

    private mutating func announce(_ bytes: [UInt8]) {
        do {
            let head = try Head(bytes: bytes)
            if announced[head.device] == nil { announced[head.device] = head }
            announced[head.device]?.merge(head)
        } catch {
            Issue.record("a head cannot be read: \(error)")
        }
    }

    private func isAnnounced(_ name: ObjectName) -> Bool {
        switch name {
        case .segment(let device, let number): number <= announced[device]?.logEnd ?? 0
        case .snapshotPart(let device, let number, _): number <= announced[device]?.snapshot?.number ?? 0
        case .head, .blob: false
        }
    }

    /// The bytes of one name under another one.
    mutating func replace(_ name: ObjectName, with other: ObjectName) { objects[name] = objects[other] }

    mutating func damage(_ name: ObjectName) { objects[name]?.append(1) }

    mutating func deliverStalled(now: UInt64) {
        for request in stalled { _ = perform(request, now: now) }
        stalled = []
    }

    /// How often a simulation came to what is rare.
    struct Reached {
        var deletedBlobs = 0
        var deletedSegments = 0
        var readSnapshots = 0
        var renamedBlobs = 0
        var newIdentities = 0

        mutating func note(_ names: [ObjectName], among blobs: Set<BlobID>) {
            for name in names {
                switch name {
                case .blob(let blob): deletedBlobs += blobs.contains(blob) ? 1 : 0
                case .segment: deletedSegments += 1
                default: break
                }
            }
        }

        mutating func add(_ other: Reached) {
            deletedBlobs += other.deletedBlobs
            deletedSegments += other.deletedSegments
            readSnapshots += other.readSnapshots
            renamedBlobs += other.renamedBlobs
            newIdentities += other.newIdentities
        }
    }

    struct Faults {
        var percent: Int
        /// Milliseconds.
        var staleness: UInt64
        static let none = Faults(percent: 0, staleness: 0)
    }
}
