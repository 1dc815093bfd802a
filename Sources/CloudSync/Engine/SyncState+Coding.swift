internal import LibraryModel

/// The encoding of a device's state, which is stored beside its records and never leaves the machine.
extension SyncState {
    private static var version: UInt8 { 1 }

    /// Everything except `records`.
    package var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.put(SyncState.version)
        writer.put(device)
        writer.put(incarnation)
        writer.put(counted: name.utf8)
        writer.put(formerIncarnations) { $0.put(raw: $1.bytes) }
        writer.put(integer: clock.latest)
        writer.put(integer: position)
        writer.put(applying) { writer, applying in
            writer.put(applying.key)
            applying.fragment.write(to: &writer)
            applying.read.write(to: &writer)
        }
        writer.put(pending) { $0.put(counted: $1.bytes) }
        for number in [logEnd, logStart, undeleted, publishedTime, lastSnapshotNumber] { writer.put(integer: number) }
        for truth in [isRegistered, hasJoined, headIsDue] { writer.put(truth ? 1 : 0) }
        writer.put(published) { $0.put(counted: $1.bytes) }
        writer.put(republishing) { $0.put($1.after) { $0.put(raw: $1.bytes) } }
        writer.put(heads.values.sorted { $0.device < $1.device }) { $0.put(counted: $1.bytes) }
        VersionVector(heard).write(to: &writer)
        writer.put(tags.sorted { $0.key < $1.key }) { writer, tag in
            writer.put(counted: tag.key.utf8)
            writer.put(counted: tag.value.utf8)
        }
        writer.put(ownTag) { $0.put(counted: $1.utf8) }
        read.write(to: &writer)
        partlyRead.write(to: &writer)
        for snapshot in [snapshot, formerSnapshot] { writer.put(snapshot) { $1.write(to: &$0) } }
        writer.put(obsoleteSnapshots.sorted { $0.key < $1.key }) { writer, snapshot in
            writer.put(integer: snapshot.key)
            writer.put(integer: UInt64(snapshot.value))
        }
        writer.put(condemned.sorted { $0.key < $1.key }) { writer, condemned in
            writer.put(raw: condemned.key.bytes)
            writer.put(condemned.value.segment) { $0.put(integer: $1) }
            writer.put(condemned.value.time) { $0.put(integer: $1) }
        }
        return writer.bytes
    }

    /// Decodes `bytes`, with the records that were saved together with it.
    package init(bytes: [UInt8], records: Records) throws(SyncFailure) {
        var reader = ByteReader(bytes)
        let version = try reader.byte()
        if version != SyncState.version { throw version > SyncState.version ? .newerVersion : .damaged }
        self.init(records: records, device: try reader.identifier())
        incarnation = try reader.identifier()
        name = try reader.text(upTo: Head.maximumNameLength)
        formerIncarnations = try reader.list { reader throws(SyncFailure) in try reader.identifier() }
        clock = HybridClock(latest: try reader.integer(upTo: Stamp.maximumTicks))
        position = try reader.integer()
        applying = try reader.optional { reader throws(SyncFailure) in
            let key = try reader.identifier()
            let fragment = try Fragment(from: &reader)
            return Applying(key: key, fragment: fragment, read: try VersionVector(from: &reader))
        }
        pending = try reader.optional { reader throws(SyncFailure) in try Segment(bytes: try reader.counted()) }
        logEnd = try reader.integer(upTo: VersionVector.maximumNumber)
        logStart = try reader.integer(upTo: VersionVector.maximumNumber)
        undeleted = try reader.integer(upTo: VersionVector.maximumNumber)
        publishedTime = try reader.integer()
        lastSnapshotNumber = try reader.integer(upTo: VersionVector.maximumNumber)
        isRegistered = try reader.truth()
        hasJoined = try reader.truth()
        headIsDue = try reader.truth()
        published = try reader.optional { reader throws(SyncFailure) in try Head(bytes: try reader.counted()) }
        republishing = try reader.optional { reader throws(SyncFailure) in
            Republishing(after: try reader.optional { reader throws(SyncFailure) in try reader.identifier() })
        }
        for head in try reader.list({ reader throws(SyncFailure) in try Head(bytes: try reader.counted()) }) {
            heads[head.device] = head
        }
        heard = try VersionVector(from: &reader, upTo: .max).numbers
        let pairs = try reader.list { reader throws(SyncFailure) in
            (try reader.text(upTo: .max), try reader.text(upTo: .max))
        }
        for (name, tag) in pairs { tags[name] = tag }
        ownTag = try reader.optional { reader throws(SyncFailure) in try reader.text(upTo: .max) }
        read = try VersionVector(from: &reader)
        partlyRead = try VersionVector(from: &reader)
        snapshot = try reader.optional { reader throws(SyncFailure) in try SnapshotDescription(from: &reader) }
        formerSnapshot = try reader.optional { reader throws(SyncFailure) in try SnapshotDescription(from: &reader) }
        let obsolete = try reader.list { reader throws(SyncFailure) in
            (try reader.integer(upTo: VersionVector.maximumNumber), try reader.integer(upTo: UInt64(UInt32.max)))
        }
        for (number, parts) in obsolete { obsoleteSnapshots[number] = UInt32(parts) }
        let condemnations = try reader.list { reader throws(SyncFailure) in
            let blob = try reader.blob()
            let segment = try reader.optional { reader throws(SyncFailure) in try reader.integer() }
            let time = try reader.optional { reader throws(SyncFailure) in try reader.integer() }
            return (blob, Condemnation(segment: segment, time: time))
        }
        for (blob, condemnation) in condemnations { condemned[blob] = condemnation }
        try reader.finish()
    }
}

extension ByteWriter {
    fileprivate mutating func put<Value>(_ values: [Value], _ write: (inout ByteWriter, Value) -> Void) {
        put(count: values.count)
        for value in values { write(&self, value) }
    }

    fileprivate mutating func put<Value>(_ value: Value?, _ write: (inout ByteWriter, Value) -> Void) {
        put(value == nil ? 0 : 1)
        if let value { write(&self, value) }
    }
}

extension ByteReader {
    fileprivate mutating func list<Value>(
        _ read: (inout ByteReader) throws(SyncFailure) -> Value
    ) throws(SyncFailure) -> [Value] {
        var values: [Value] = []
        for _ in 0..<(try count(of: 1)) { values.append(try read(&self)) }
        return values
    }

    fileprivate mutating func optional<Value>(
        _ read: (inout ByteReader) throws(SyncFailure) -> Value
    ) throws(SyncFailure) -> Value? {
        try truth() ? try read(&self) : nil
    }

    fileprivate mutating func truth() throws(SyncFailure) -> Bool {
        switch try byte() {
        case 0: false
        case 1: true
        default: throw .damaged
        }
    }

    fileprivate mutating func blob() throws(SyncFailure) -> BlobID {
        guard let blob = BlobID(bytes: try raw(BlobID.byteCount)) else { throw .damaged }
        return blob
    }
}
