import LinuxSystem

/// Decides which files of watched folders are taken in, and when.
///
/// - A file is *new* until it was taken in as it is: with this size, time and side-car.
/// - A new file is *settled* once it has been the same for a time and nobody writes it. Then what belongs to it has
///   come too: the other half of a Live Photo, a RAW file, a side-car.
/// - An empty file is not there yet: browsers and cameras make the name first.
///
/// Each look at the folders tells all files that are there (`saw`) and then ends (`lookEnded`). Has no clock: moments
/// are monotonic nanoseconds that it is given.
struct Arrivals {
    /// What tells one content of a file from another, without reading it.
    struct Shape: Hashable, Sendable {
        /// Bytes.
        var size: Int64
        /// Nanoseconds since 1970.
        var modified: Int64
        var sideCar: FilePath?
        var sideCarModified: Int64 = 0
    }

    /// Who writes a file.
    enum Writing: Hashable, Sendable {
        case nobody
        /// It settles once a later look finds that nobody does.
        case somebody
        /// The file system cannot tell: it has to be the same for longer.
        case unknown
    }

    private struct New {
        var shape: Shape
        /// Of the XMP file beside it, nanoseconds since 1970; 0 where there is none.
        var companionModified: Int64
        /// Since when nothing has changed.
        var since: UInt64
        var writing = Writing.nobody
        var wasSeen = true
    }

    private struct Taken {
        var shape: Shape
        var wasSeen = true
    }

    private var new: [FilePath: New] = [:]
    private var taken: [FilePath: Taken] = [:]

    /// Nanoseconds: the halves of one photo are copied one after the other.
    static let settleTime: UInt64 = 2_000_000_000
    /// Nanoseconds, where only size and time tell whether a file is being written: programs pause while they wait for a
    /// network or a camera.
    static let unsureSettleTime: UInt64 = 10_000_000_000

    var newCount: Int { new.count }

    /// Whether a look needs to find out more of a file than its shape.
    func isNew(_ path: FilePath, _ shape: Shape) -> Bool { taken[path]?.shape != shape }

    /// A look found a file that was taken in as it is.
    mutating func sawTaken(_ path: FilePath) { taken[path]?.wasSeen = true }

    /// A look found a new file. `age`: nanoseconds that it has been like this already, as far as that is known.
    mutating func saw(_ path: FilePath, _ shape: Shape, companionModified: Int64, age: UInt64, at now: UInt64) {
        if new[path]?.shape == shape, new[path]?.companionModified == companionModified {
            new[path]?.wasSeen = true
        } else {
            let since = now - min(now, min(age, Arrivals.settleTime))
            new[path] = New(shape: shape, companionModified: companionModified, since: since)
        }
    }

    /// What a whole look did not see is forgotten. A look that could not see everything forgets nothing.
    mutating func lookEnded(isWhole: Bool) {
        if isWhole {
            new = new.filter(\.value.wasSeen)
            taken = taken.filter(\.value.wasSeen)
        }
        for path in new.keys { new[path]?.wasSeen = false }
        for path in taken.keys { taken[path]?.wasSeen = false }
    }

    /// Whether a file waits to be taken in.
    func waits(_ path: FilePath) -> Bool { new[path] != nil }

    /// Whether a file was the same for long enough. Whether nobody writes it is then still to be found out.
    func isUnchanged(_ path: FilePath, at now: UInt64) -> Bool {
        guard let file = new[path], file.shape.size > 0 else { return false }
        return settles(file) <= now
    }

    /// What was found out about a file that is unchanged. Returns whether it is settled.
    mutating func found(_ path: FilePath, _ writing: Writing, at now: UInt64) -> Bool {
        new[path]?.writing = writing
        return writing != .somebody && isUnchanged(path, at: now)
    }

    /// The file was taken in, or refused, as it was seen last.
    mutating func took(_ path: FilePath) {
        if let file = new.removeValue(forKey: path) { taken[path] = Taken(shape: file.shape) }
    }

    /// The next moment after `now` at which a file settles by itself; nil when only a change can bring the next.
    func nextSettling(after now: UInt64) -> UInt64? {
        new.values.lazy.filter { $0.writing != .somebody && $0.shape.size > 0 }.map(settles).filter { $0 > now }.min()
    }

    private func settles(_ file: New) -> UInt64 {
        file.since + (file.writing == .unknown ? Arrivals.unsureSettleTime : Arrivals.settleTime)
    }
}
