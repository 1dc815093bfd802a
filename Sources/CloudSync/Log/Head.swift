package import LibraryModel

/// A device's description of itself: the only object that is overwritten, and only by its device.
///
/// All values only grow, so a reader of an old head (a stale listing, a late write) loses nothing: it keeps the
/// maximum.
package struct Head: Hashable, Sendable {
    package var device: DeviceID
    /// Random at each start of the device's program, and in a head before the first segment of that start. If the
    /// device does not know it, it was copied, or restored from a backup.
    package var incarnation: ObjectID
    /// The first segment that was not deleted.
    package var logStart: UInt64 = 1
    /// The last segment; 0 before the first.
    package var logEnd: UInt64 = 0
    package var snapshot: SnapshotDescription?
    /// How far the device read each log. A promise: what the device writes after `logEnd` takes all of that into
    /// account.
    package var seen = VersionVector()
    /// The forgotten devices that it knows, with the ends of their logs. The registry has them, too; but two devices
    /// that forgot each other read no more of each other than this.
    package var forgotten = VersionVector()
    /// What the person calls the device.
    package var name = ""

    /// Bytes of a name.
    package static let maximumNameLength = 255

    package init(device: DeviceID, incarnation: ObjectID) {
        self.device = device
        self.incarnation = incarnation
    }

    /// Merges an older or newer head of the same device.
    package mutating func merge(_ other: Head) {
        if other.logEnd >= logEnd {
            incarnation = other.incarnation
            name = other.name
        }
        logStart = max(logStart, other.logStart)
        logEnd = max(logEnd, other.logEnd)
        seen.merge(other.seen)
        forgotten.merge(other.forgotten)
        if let theirs = other.snapshot, theirs.number > snapshot?.number ?? 0 { snapshot = theirs }
    }

    package var bytes: [UInt8] {
        var writer = ByteWriter()
        ObjectHeader.head.write(to: &writer)
        writer.put(device)
        writer.put(incarnation)
        writer.put(integer: logStart)
        writer.put(integer: logEnd)
        seen.write(to: &writer)
        forgotten.write(to: &writer)
        writer.put(snapshot == nil ? 0 : 1)
        snapshot?.write(to: &writer)
        writer.put(counted: name.utf8)
        return writer.bytes
    }

    package init(bytes: [UInt8]) throws(SyncFailure) {
        var reader = ByteReader(bytes)
        try ObjectHeader.head.read(from: &reader)
        device = try reader.identifier()
        incarnation = try reader.identifier()
        logStart = try reader.integer(upTo: VersionVector.maximumNumber)
        logEnd = try reader.integer(upTo: VersionVector.maximumNumber)
        seen = try VersionVector(from: &reader)
        forgotten = try VersionVector(from: &reader)
        switch try reader.byte() {
        case 0: snapshot = nil
        case 1: snapshot = try SnapshotDescription(from: &reader)
        default: throw .damaged
        }
        name = try reader.text(upTo: Head.maximumNameLength)
        try reader.finish()
    }
}
