internal import LibraryModel

/// The encoding of records in logs and snapshots. See Sync.md.
///
/// Everything is sorted, so that equal fragments have equal bytes.
extension Fragment {
    /// The longest value in bytes. Larger ones belong in a blob.
    package static let maximumValueLength = 1024 * 1024
    /// The longest element of a set in bytes.
    package static let maximumElementLength = 4096
    /// The most blobs of one field.
    package static let maximumBlobs = 64

    func write(to writer: inout ByteWriter) {
        writer.put(count: records.count)
        for (id, record) in records.sorted(by: { $0.key < $1.key }) {
            writer.put(id)
            record.write(to: &writer)
        }
    }

    init(from reader: inout ByteReader) throws(SyncFailure) {
        let count = try reader.count(of: ObjectID.byteCount + 2)
        records.reserveCapacity(count)
        for _ in 0..<count {
            let id = try reader.identifier()
            guard records.updateValue(try Record(from: &reader), forKey: id) == nil else { throw .damaged }
        }
    }
}

extension Record {
    private enum Item {
        static let purged: UInt8 = 1
        static let field: UInt8 = 2
        static let element: UInt8 = 3
    }

    /// The form of one record, for a database.
    package var bytes: [UInt8] { ByteWriter.bytes(write) }

    package init(bytes: [UInt8]) throws(SyncFailure) {
        self = try ByteReader.value(in: bytes) { reader throws(SyncFailure) in try Record(from: &reader) }
    }

    func write(to writer: inout ByteWriter) {
        writer.put(kind.rawValue)
        writer.put(count: (purged == nil ? 0 : 1) + fields.count + sets.values.reduce(0) { $0 + $1.count })
        if let purged {
            writer.put(Item.purged)
            purged.write(to: &writer)
        }
        for (number, register) in fields.sorted(by: { $0.key < $1.key }) {
            writer.put(Item.field)
            writer.put(integer: UInt64(number.rawValue))
            register.write(to: &writer)
        }
        for (number, elements) in sets.sorted(by: { $0.key < $1.key }) {
            for (value, element) in elements.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
                writer.put(Item.element)
                writer.put(integer: UInt64(number.rawValue))
                writer.put(counted: value)
                element.write(to: &writer)
            }
        }
    }

    init(from reader: inout ByteReader) throws(SyncFailure) {
        self.init(RecordKind(rawValue: try reader.byte()))
        var tombstone: Stamp?
        for _ in 0..<(try reader.count(of: 2)) {
            switch try reader.byte() {
            case Item.purged: tombstone = try Stamp(from: &reader)
            case Item.field:
                let number = FieldNumber(rawValue: UInt16(try reader.integer(upTo: UInt64(UInt16.max))))
                fields[number] = try Register(from: &reader)
            case Item.element:
                let number = SetNumber(rawValue: UInt16(try reader.integer(upTo: UInt64(UInt16.max))))
                let value = try reader.counted(upTo: Fragment.maximumElementLength)
                sets[number, default: [:]][value] = try Element(from: &reader)
            // New fields and sets only need numbers; a new kind of item would need a merge rule that this version
            // lacks.
            default: throw .newerVersion
            }
        }
        if let tombstone { purge(tombstone) }
    }
}

extension Stamp {
    func write(to writer: inout ByteWriter) {
        writer.put(integer: ticks)
        writer.put(device)
    }

    init(from reader: inout ByteReader) throws(SyncFailure) {
        self.init(ticks: try reader.integer(upTo: Stamp.maximumTicks), device: try reader.identifier())
    }
}

extension Register {
    func write(to writer: inout ByteWriter) {
        stamp.write(to: &writer)
        writer.put(value == nil ? 0 : 1)
        if let value { writer.put(counted: value) }
        writer.put(count: blobs.count)
        for blob in blobs { writer.put(raw: blob.bytes) }
    }

    init(from reader: inout ByteReader) throws(SyncFailure) {
        let stamp = try Stamp(from: &reader)
        let value =
            switch try reader.byte() {
            case 0: nil as [UInt8]?
            case 1: try reader.counted(upTo: Fragment.maximumValueLength)
            default: throw SyncFailure.damaged
            }
        let count = try reader.count(of: BlobID.byteCount)
        guard count <= Fragment.maximumBlobs else { throw .damaged }
        var blobs: [BlobID] = []
        for _ in 0..<count {
            guard let blob = BlobID(bytes: try reader.raw(BlobID.byteCount)) else { throw .damaged }
            blobs.append(blob)
        }
        self.init(value, blobs: blobs, stamp: stamp)
    }
}

extension Element {
    func write(to writer: inout ByteWriter) {
        for tags in [additions, removals] { VersionVector(tags).write(to: &writer) }
        writer.put(detail == nil ? 0 : 1)
        detail?.write(to: &writer)
    }

    init(from reader: inout ByteReader) throws(SyncFailure) {
        let additions = try VersionVector(from: &reader, upTo: Stamp.maximumTicks)
        let removals = try VersionVector(from: &reader, upTo: Stamp.maximumTicks)
        let detail =
            switch try reader.byte() {
            case 0: nil as Register?
            case 1: try Register(from: &reader)
            default: throw SyncFailure.damaged
            }
        self.init(additions: additions.numbers, removals: removals.numbers, detail: detail)
    }
}
