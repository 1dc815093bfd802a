/// The first bytes of each object: its kind and the version of its encoding.
enum ObjectHeader: UInt8 {
    case head = 0x68
    case segment = 0x73
    case snapshotPart = 0x70

    /// An encoding of which a program of version 1 would lose something has a higher version.
    private static let version: UInt8 = 1
    private static let magic: [UInt8] = Array("OPK".utf8)

    func write(to writer: inout ByteWriter) { writer.put(raw: ObjectHeader.magic + [rawValue, ObjectHeader.version]) }

    func read(from reader: inout ByteReader) throws(SyncFailure) {
        guard try reader.raw(ObjectHeader.magic.count) == ObjectHeader.magic, try reader.byte() == rawValue else {
            throw .damaged
        }
        let version = try reader.byte()
        if version > ObjectHeader.version { throw .newerVersion }
        if version < 1 { throw .damaged }
    }
}
