package import LibraryModel

/// What a device says of itself: the only object that is written again, and only by its device.
///
/// Everything in it only grows, so a reader that meets an old one (a stale listing, a write that arrives late) loses
/// nothing: it keeps the larger of what it knew and what it read.
package struct Head: Hashable, Sendable {
    package var device: DeviceID
    /// Drawn at each start of the device's program, and in a head before the first segment of that start. One that the
    /// device does not know shows it that a copy of it is at work, or that it was restored from a backup.
    package var incarnation: ObjectID
    /// The first segment that was not deleted.
    package var logStart: UInt64 = 1
    /// The last segment; 0 before the first.
    package var logEnd: UInt64 = 0
    package var snapshot: SnapshotDescription?
    /// How far the device read every log. It promises: whatever the device writes after `logEnd` knows all of that.
    package var seen = VersionVector()
    /// Devices that it knows to be forgotten, with the ends of their logs. The registry says the same; but two devices
    /// that forgot each other read no more of each other than this.
    package var forgotten = VersionVector()

    package init(device: DeviceID, incarnation: ObjectID) {
        self.device = device
        self.incarnation = incarnation
    }

    /// Adds what an older or a newer head of the same device says.
    package mutating func merge(_ other: Head) {
        if other.logEnd >= logEnd { incarnation = other.incarnation }
        logStart = max(logStart, other.logStart)
        logEnd = max(logEnd, other.logEnd)
        seen.merge(other.seen)
        forgotten.merge(other.forgotten)
        if let theirs = other.snapshot, theirs.number > snapshot?.number ?? 0 { snapshot = theirs }
    }

    package var bytes: [UInt8] {
        var writer = ByteWriter()
        ObjectHeader.head.write(to: &writer)
        writer.put(raw: device.bytes)
        writer.put(raw: incarnation.bytes)
        writer.put(integer: logStart)
        writer.put(integer: logEnd)
        seen.write(to: &writer)
        forgotten.write(to: &writer)
        writer.put(snapshot == nil ? 0 : 1)
        snapshot?.write(to: &writer)
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
        try reader.finish()
    }
}
