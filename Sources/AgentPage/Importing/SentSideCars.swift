internal import Glibc
internal import LinuxSystem
internal import PhotoImport
internal import Synchronization

/// The side-cars that a page has sent before the photos: small ones one after another in a file without a name, so that
/// they take no descriptor each.
final class SentSideCars: Sendable {
    private struct State {
        /// Where a side-car is in the file.
        var places: [FilePath: Range<Int64>] = [:]
        var end: Int64 = 0
        /// Those that have a file of their own.
        var large: [FilePath: UploadedFile] = [:]
    }

    /// Bytes of a side-car that shares the file.
    private static let maximumSharedSize = JSONSideCar.maximumSize

    private let file: OwnedDescriptor
    private let state = Mutex(State())

    init(in room: ImportRoom) throws(SystemCallError) { file = try room.makeFile() }

    /// Takes files that have come.
    func take(_ files: [(path: FilePath, file: UploadedFile)]) throws(SystemCallError) {
        for (path, sent) in files {
            // Sent again, it counts once.
            if state.withLock({ $0.places[path] != nil || $0.large[path] != nil }) { continue }
            if sent.offered.size > SentSideCars.maximumSharedSize {
                state.withLock { $0.large[path] = sent }
                continue
            }
            let bytes = try sent.open().readToEnd(limit: SentSideCars.maximumSharedSize)
            try state.withLock { state throws(SystemCallError) in
                // Here, and not where the last one ended: that may have been cut off by a full disk.
                try file.seek(to: state.end)
                try file.write(bytes)
                let end = state.end + Int64(bytes.count)
                state.places[path] = state.end..<end
                state.end = end
            }
        }
    }

    /// `ENOENT` when it has not come.
    func open(_ path: FilePath) throws(SystemCallError) -> OwnedDescriptor {
        let (place, large) = state.withLock { ($0.places[path], $0.large[path]) }
        if let large { return try large.open() }
        guard let place else { throw SystemCallError(ENOENT, "open") }
        let bytes = try file.read(at: UInt64(place.lowerBound), count: place.count)
        let copy = try SealedMemory.make(bytes.span)
        try copy.seek(to: 0)
        return copy
    }
}
