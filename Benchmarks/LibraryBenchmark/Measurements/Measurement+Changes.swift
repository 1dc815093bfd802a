import LibraryClient
import LibraryModel
import LinuxSystem
import Photos
import Synchronization

/// Durable changes, and how soon others hear of them.
extension Measurement {
    /// Change blocks of one asset each, from as many clients at once; prints p50_us p99_us changes_per_second.
    func commits(clients: Int, seconds: Double, _ identifiers: [String]) throws -> String {
        let assets = identifiers.compactMap { LocalIdentifier($0)?.id }
        guard !assets.isEmpty else { throw BenchmarkError("there are no assets to change") }
        let next = Atomic(0)
        return try concurrently(clients, for: seconds, warmUp: 4) { client in
            let number = next.add(1, ordering: .relaxed).newValue
            _ = try client.perform(.moving(assets[number % assets.count]))
        }
    }

    /// Makes changes one after the other while another process observes. A line for each: the sequence of its token,
    /// and the nanoseconds at which it was asked for and acknowledged.
    func events(_ identifiers: [String], count: Int) throws -> String {
        let client = LibraryClient(ServerAddress(path: socket))
        var lines: [String] = []
        for asset in identifiers.compactMap({ LocalIdentifier($0)?.id }).prefix(count) {
            let start = MonotonicClock.now()
            let token = try client.perform(.moving(asset))
            lines.append("\(token.sequence) \(start) \(MonotonicClock.now())")
        }
        return lines.joined(separator: "\n")
    }

    /// Changes 100 assets a second, one after the other, until it is killed.
    func write(_ identifiers: [String]) throws -> Never {
        let client = LibraryClient(ServerAddress(path: socket))
        let assets = identifiers.compactMap { LocalIdentifier($0)?.id }
        guard !assets.isEmpty else { throw BenchmarkError("there are no assets to change") }
        var due = MonotonicClock.now()
        var number = 0
        while true {
            _ = try client.perform(.moving(assets[number % assets.count]))
            // The other side waits for this line before it measures.
            if number == 0 { FileHandle.standardError.write(Data("writing\n".utf8)) }
            number += 1
            due += 10_000_000
            _ = Parker().park(until: due)
        }
    }

    /// Observes until it is killed. A line for each ring, at once: the sequence up to which history can be read then,
    /// and the nanosecond at which it was read.
    func observe() throws -> Never {
        let client = LibraryClient(ServerAddress(path: socket))
        let bell = Parker()
        let observation = try client.observeChanges { bell.unpark() }
        var token = try client.currentToken()
        bell.park()
        // The other side waits for this line before it changes anything.
        FileHandle.standardError.write(Data("observing\n".utf8))
        while true {
            withExtendedLifetime(observation) { _ = bell.park() }
            token = try client.history(since: token).next
            FileHandle.standardOutput.write(Data("\(token.sequence) \(MonotonicClock.now())\n".utf8))
        }
    }
}

extension ChangeBlock {
    /// To somewhere else than it is: a block that changes nothing is not written.
    fileprivate static func moving(_ asset: ObjectID) -> ChangeBlock {
        var update = AssetUpdate()
        update.location = .set(Coordinate(latitude: .random(in: -80...80), longitude: .random(in: -180...180)))
        return ChangeBlock(operations: [.updateAsset(asset, update)])
    }
}
