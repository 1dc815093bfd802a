internal import CLibraryProtocol
internal import LibraryModel

// CloudIdentifiersCall, LocalIdentifiersCall and their lists.

extension MessageArena {
    func cloudIdentifiersCall(
        _ objects: [LocalIdentifier]
    ) -> UnsafeMutablePointer<Photolibrary__CloudIdentifiersCall> {
        let message = unsafe make(photolibrary__cloud_identifiers_call__init)
        unsafe message.pointee.objects = unsafe bytes(objects)
        return unsafe message
    }

    func cloudIdentifierList(
        _ identifiers: [CloudIdentifier?]
    ) -> UnsafeMutablePointer<Photolibrary__CloudIdentifierList> {
        let message = unsafe make(photolibrary__cloud_identifier_list__init)
        unsafe message.pointee.identifiers = unsafe bytes(packed(identifiers))
        return unsafe message
    }

    func localIdentifiersCall(
        _ identifiers: [CloudIdentifier?],
        onlySynced: Bool
    ) -> UnsafeMutablePointer<Photolibrary__LocalIdentifiersCall> {
        let message = unsafe make(photolibrary__local_identifiers_call__init)
        unsafe message.pointee.identifiers = unsafe bytes(packed(identifiers))
        unsafe message.pointee.has_only_synced = 1
        unsafe message.pointee.only_synced = onlySynced ? 1 : 0
        return unsafe message
    }

    func localIdentifierList(
        _ lists: [[LocalIdentifier]]
    ) -> UnsafeMutablePointer<Photolibrary__LocalIdentifierList> {
        let message = unsafe make(photolibrary__local_identifier_list__init)
        unsafe (message.pointee.n_counts, message.pointee.counts) = unsafe column(lists.map { UInt32($0.count) })
        unsafe message.pointee.objects = unsafe bytes(lists.flatMap { $0 })
        return unsafe message
    }

    private func packed(_ identifiers: [CloudIdentifier?]) -> [UInt8] {
        var packed: [UInt8] = []
        packed.reserveCapacity(identifiers.count * CloudIdentifier.byteCount)
        for identifier in identifiers {
            if let identifier {
                packed += identifier.bytes
            } else {
                packed += repeatElement(0, count: CloudIdentifier.byteCount)
            }
        }
        return packed
    }
}

/// Cloud identifiers in a row, nil where there is none, or one of a kind that is not known.
func decodeCloudIdentifiers(_ packed: ProtobufCBinaryData) throws(LibraryError) -> [CloudIdentifier?] {
    let size = CloudIdentifier.byteCount
    guard unsafe packed.len % size == 0 else { throw .malformed("identifiers") }
    guard unsafe packed.len / size <= CloudIdentifier.maximumCount else { throw .tooManyIdentifiers }
    let bytes = unsafe UnsafeBufferPointer(start: packed.data, count: packed.len)
    return stride(from: 0, to: bytes.count, by: size).map { start in
        unsafe CloudIdentifier(bytes: bytes[start..<start + size])
    }
}

extension LibraryCall {
    init(decoding message: Photolibrary__CloudIdentifiersCall) throws(LibraryError) {
        guard unsafe message.objects.len / (ObjectID.byteCount + 1) <= CloudIdentifier.maximumCount else {
            throw .tooManyIdentifiers
        }
        self = .cloudIdentifiers(of: unsafe try message.objects.localIdentifiers("objects"))
    }

    init(decoding message: Photolibrary__LocalIdentifiersCall) throws(LibraryError) {
        self = unsafe .localIdentifiers(
            of: try decodeCloudIdentifiers(message.identifiers),
            onlySynced: message.only_synced != 0
        )
    }
}

extension LibraryReply {
    init(decoding message: Photolibrary__LocalIdentifierList) throws(LibraryError) {
        let objects = unsafe try message.objects.localIdentifiers("objects")
        let counts: [UInt32] = unsafe decodeColumn(message.n_counts, message.counts)
        var lists: [[LocalIdentifier]] = []
        lists.reserveCapacity(counts.count)
        var next = 0
        for count in counts {
            guard count <= objects.count - next else { throw .malformed("counts") }
            lists.append(Array(objects[next..<next + Int(count)]))
            next += Int(count)
        }
        guard next == objects.count else { throw .malformed("counts") }
        self = .localIdentifiers(lists)
    }
}

extension LibraryError {
    fileprivate static let tooManyIdentifiers = LibraryError(
        .limitExceeded,
        "a call maps at most \(CloudIdentifier.maximumCount) identifiers"
    )
}
