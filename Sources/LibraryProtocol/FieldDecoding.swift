internal import CLibraryProtocol
internal import LibraryModel

// Reading the fields of unpacked messages. protobuf-c has checked that required fields are there and that lengths lie
// inside the message; what a field must look like beyond that is checked here.

extension LibraryError {
    static func malformed(_ what: String) -> LibraryError {
        LibraryError(.protocolViolation, "malformed message: \(what)")
    }
}

/// A copy of a repeated field of fixed-size numbers.
func decodeColumn<Element: BitwiseCopyable>(_ count: Int, _ start: UnsafeMutablePointer<Element>?) -> [Element] {
    guard count > 0, let start = unsafe start else { return [] }
    return unsafe Array(UnsafeBufferPointer(start: start, count: count))
}

/// Reads each message of a repeated field.
func decodeList<Message, Value>(
    _ count: Int,
    _ start: UnsafeMutablePointer<UnsafeMutablePointer<Message>?>?,
    _ decode: (Message) throws(LibraryError) -> Value
) throws(LibraryError) -> [Value] {
    guard count > 0, let start = unsafe start else { return [] }
    var values: [Value] = []
    values.reserveCapacity(count)
    for position in 0..<count {
        guard let message = unsafe start[position] else { throw .malformed("empty list entry") }
        values.append(try unsafe decode(message.pointee))
    }
    return values
}

func decodeStrings(_ count: Int, _ start: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> [String] {
    guard count > 0, let start = unsafe start else { return [] }
    return (0..<count).map { unsafe decodeString(start[$0]) }
}

/// A text, up to its first NUL. `UnpackCost` has refused what is not UTF-8.
func decodeString(_ text: UnsafeMutablePointer<CChar>?) -> String {
    guard let text = unsafe text else { return "" }
    return unsafe String(cString: text)
}

func decodeOptionalString(_ text: UnsafeMutablePointer<CChar>?) -> String? {
    guard let text = unsafe text else { return nil }
    return unsafe String(cString: text)
}

extension ProtobufCBinaryData {
    var array: [UInt8] { unsafe decodeColumn(len, data) }

    func objectID(_ field: StaticString) throws(LibraryError) -> ObjectID {
        guard unsafe len == ObjectID.byteCount, let data = unsafe data else { throw .malformed("\(field)") }
        return unsafe ObjectID(reading: UnsafeRawPointer(data))
    }

    func objectIDs(_ field: StaticString) throws(LibraryError) -> [ObjectID] {
        guard unsafe len > 0, let data = unsafe data else { return [] }
        guard unsafe len % ObjectID.byteCount == 0 else { throw .malformed("\(field)") }
        let start = UnsafeRawPointer(data)
        return unsafe (0..<len / ObjectID.byteCount).map { position in
            unsafe ObjectID(reading: start + position * ObjectID.byteCount)
        }
    }

    func localIdentifiers(_ field: StaticString) throws(LibraryError) -> [LocalIdentifier] {
        let size = ObjectID.byteCount + 1
        guard unsafe len > 0, let data = unsafe data else { return [] }
        guard unsafe len % size == 0 else { throw .malformed("\(field)") }
        var identifiers: [LocalIdentifier] = []
        unsafe identifiers.reserveCapacity(len / size)
        for position in unsafe 0..<len / size {
            let entry = unsafe UnsafeRawPointer(data) + position * size
            guard let kind = unsafe ObjectKind(rawValue: entry.load(as: UInt8.self)) else {
                throw .malformed("\(field)")
            }
            unsafe identifiers.append(LocalIdentifier(kind, ObjectID(reading: entry + 1)))
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
