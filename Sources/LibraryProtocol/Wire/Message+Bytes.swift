internal import CLibraryProtocol
internal import LibraryModel

// Fields of bytes: data, and packed identifiers.
//
// A member of a oneof has no `has_…`; its key path alone reads and writes it.
extension Message {
    typealias Bytes = WritableKeyPath<Fields, ProtobufCBinaryData>

    @safe @inline(__always)
    func put(_ has: Has, _ field: Bytes, _ bytes: [UInt8]?) {
        guard let bytes else { return }
        self[has] = 1
        self[field] = unsafe arena.bytes(bytes)
    }

    @safe @inline(__always)
    func put(_ has: Has, _ field: Bytes, _ id: ObjectID?) {
        guard let id else { return }
        self[has] = 1
        self[field] = unsafe arena.bytes(CollectionOfOne(id))
    }

    @safe @inline(__always)
    func put(_ has: Has, _ field: Bytes, _ ids: [ObjectID]?) {
        guard let ids else { return }
        self[has] = 1
        self[field] = unsafe arena.bytes(ids)
    }

    @safe @inline(__always)
    func put(_ field: Bytes, _ ids: [ObjectID]) {
        self[field] = unsafe arena.bytes(ids)
    }

    /// 17 bytes each, the kind and then the identifier.
    @safe @inline(__always)
    func put(_ has: Has, _ field: Bytes, _ identifiers: [LocalIdentifier]?) {
        put(has, field, identifiers?.flatMap { [$0.kind.rawValue] + $0.id.bytes })
    }

    @safe @inline(__always)
    func bytes(_ has: Has, _ field: Bytes) -> [UInt8]? {
        self[has] != 0 ? self[field].array : nil
    }

    /// The number of bytes.
    @safe @inline(__always)
    func byteCount(_ field: Bytes) -> Int { self[field].len }

    @safe @inline(__always)
    func objectID(_ has: Has, _ field: Bytes) throws(LibraryError) -> ObjectID? {
        self[has] != 0 ? unsafe try self[field].objectID() : nil
    }

    @safe @inline(__always)
    func objectID(_ field: Bytes) throws(LibraryError) -> ObjectID { unsafe try self[field].objectID() }

    @safe @inline(__always)
    func objectIDs(_ has: Has, _ field: Bytes) throws(LibraryError) -> [ObjectID]? {
        self[has] != 0 ? unsafe try self[field].objectIDs() : nil
    }

    @safe @inline(__always)
    func objectIDs(_ field: Bytes) throws(LibraryError) -> [ObjectID] { unsafe try self[field].objectIDs() }

    @safe @inline(__always)
    func localIdentifiers(_ has: Has, _ field: Bytes) throws(LibraryError) -> [LocalIdentifier]? {
        self[has] != 0 ? unsafe try self[field].localIdentifiers() : nil
    }
}

// protobuf-c has checked the lengths against the message.
extension ProtobufCBinaryData {
    fileprivate var array: [UInt8] { unsafe Array(UnsafeBufferPointer(start: data, count: len)) }

    fileprivate func objectID() throws(LibraryError) -> ObjectID {
        guard unsafe len == ObjectID.byteCount, let data = unsafe data else {
            throw .malformed("an identifier is 16 bytes")
        }
        return unsafe ObjectID(reading: UnsafeRawPointer(data))
    }

    fileprivate func objectIDs() throws(LibraryError) -> [ObjectID] {
        guard unsafe len % ObjectID.byteCount == 0 else { throw .malformed("identifiers are 16 bytes each") }
        guard let start = unsafe UnsafeRawPointer(data) else { return [] }
        return unsafe (0..<len / ObjectID.byteCount).map { place in
            unsafe ObjectID(reading: start + place * ObjectID.byteCount)
        }
    }

    fileprivate func localIdentifiers() throws(LibraryError) -> [LocalIdentifier] {
        let size = ObjectID.byteCount + 1
        guard unsafe len % size == 0 else { throw .malformed("kinds and identifiers are 17 bytes each") }
        guard let start = unsafe UnsafeRawPointer(data) else { return [] }
        var identifiers: [LocalIdentifier] = []
        unsafe identifiers.reserveCapacity(len / size)
        for place in unsafe stride(from: 0, to: len, by: size) {
            guard let kind = unsafe ObjectKind(rawValue: start.load(fromByteOffset: place, as: UInt8.self)) else {
                throw .malformed("an identifier of an unknown kind")
            }
            unsafe identifiers.append(LocalIdentifier(kind, ObjectID(reading: start + place + 1)))
        }
        return identifiers
    }
}

extension ObjectID {
    fileprivate init(reading bytes: UnsafeRawPointer) {
        unsafe self.init(
            high: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
            low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        )
    }
}
