package import CLibraryProtocol
package import LibraryModel

// Cloud identifiers, which are valid in other libraries, too.

package struct CloudIdentifiersCall: Call {
    /// 100,000 identifiers of 17 bytes.
    package static let rules = CallRules.call(27, needs: .reading, .long, .reads, maximumSize: 2 << 20)
    package typealias Reply = CloudIdentifierList
    package static let messageKind = MessageKind(photolibrary__cloud_identifiers_call__init)

    package var objects: [LocalIdentifier]

    package init(of objects: [LocalIdentifier]) { self.objects = objects }

    package func write(to message: Message<Photolibrary__CloudIdentifiersCall>) {
        message.put(\.has_objects, \.objects, objects)
    }

    package init(reading message: Message<Photolibrary__CloudIdentifiersCall>) throws(LibraryError) {
        guard message.byteCount(\.objects) / (ObjectID.byteCount + 1) <= CloudIdentifier.maximumCount else {
            throw .tooManyIdentifiers
        }
        objects = try message.localIdentifiers(\.has_objects, \.objects).required("objects")
    }
}

package struct LocalIdentifiersCall: Call {
    /// 100,000 identifiers of 49 bytes.
    package static let rules = CallRules.call(28, needs: .reading, .long, .reads, maximumSize: 5 << 20)
    package typealias Reply = LocalIdentifierList
    package static let messageKind = MessageKind(photolibrary__local_identifiers_call__init)

    /// Nil entries match nothing.
    package var identifiers: [CloudIdentifier?]
    package var onlySynced: Bool

    package init(of identifiers: [CloudIdentifier?], onlySynced: Bool) {
        self.identifiers = identifiers
        self.onlySynced = onlySynced
    }

    package func write(to message: Message<Photolibrary__LocalIdentifiersCall>) {
        message.put(\.has_identifiers, \.identifiers, identifiers)
        message.put(\.has_only_synced, \.only_synced, onlySynced)
    }

    package init(reading message: Message<Photolibrary__LocalIdentifiersCall>) throws(LibraryError) {
        identifiers = try message.cloudIdentifiers(\.has_identifiers, \.identifiers).required("identifiers")
        onlySynced = message.flag(\.has_only_synced, \.only_synced) ?? false
    }
}

// Packed cloud identifiers. One of kind 0 or of an unknown kind is nil.
extension Message {
    @safe @inline(__always)
    func put(_ has: Has, _ field: Bytes, _ identifiers: [CloudIdentifier?]) {
        let none = [UInt8](repeating: 0, count: CloudIdentifier.byteCount)
        put(has, field, identifiers.flatMap { $0?.bytes ?? none })
    }

    @safe @inline(__always)
    func cloudIdentifiers(_ has: Has, _ field: Bytes) throws(LibraryError) -> [CloudIdentifier?]? {
        try CloudIdentifier.list(bytes(has, field))
    }
}

extension CloudIdentifier {
    fileprivate static func list(_ bytes: [UInt8]?) throws(LibraryError) -> [CloudIdentifier?]? {
        guard let bytes else { return nil }
        guard bytes.count % byteCount == 0 else { throw .malformed("cloud identifiers are \(byteCount) bytes each") }
        guard bytes.count / byteCount <= maximumCount else { throw .tooManyIdentifiers }
        return stride(from: 0, to: bytes.count, by: byteCount).map { start in
            CloudIdentifier(bytes: bytes[start..<start + byteCount])
        }
    }
}

extension LibraryError {
    fileprivate static let tooManyIdentifiers = LibraryError(
        .limitExceeded,
        "a call maps at most \(CloudIdentifier.maximumCount) identifiers"
    )
}
