internal import CLibraryProtocol
package import LibraryModel

/// What each side says of itself first. See PROTOCOL.md.
package struct Hello: Hashable, Sendable {
    /// The version of the frames themselves; everything above them is negotiated by name.
    package static let protocolVersion: UInt32 = 1

    /// The capability by which an app says that it asks itself whether its selection should be changed
    /// (`PHPhotoLibraryPreventAutomaticLimitedAccessAlert`).
    package static let preventsAutomaticQuestion = "prevents-automatic-question"

    package var protocolVersion = Hello.protocolVersion
    package var capabilities: Set<String> = []
    /// Bytes.
    package var maximumPayload: Int = 0
    package var maximumStreams: Int = 0
    /// The server's: drawn anew at each start.
    package var serverIncarnation: UInt64 = 0
    package var library: ObjectID?
    package var historyEpoch: UInt64 = 0
    /// The app's claim.
    package var claimedName: String?
    package var usageDescription: String?

    package init() {}

    package func encoded() -> [UInt8] {
        let arena = MessageArena()
        let message = unsafe arena.make(photolibrary__hello__init)
        unsafe message.pointee.protocol_version = protocolVersion
        unsafe (message.pointee.n_capabilities, message.pointee.capabilities) = arena.strings(capabilities.sorted())
        unsafe message.pointee.has_maximum_payload = 1
        unsafe message.pointee.maximum_payload = UInt32(clamping: maximumPayload)
        unsafe message.pointee.has_maximum_streams = 1
        unsafe message.pointee.maximum_streams = UInt32(clamping: maximumStreams)
        if let library {
            unsafe message.pointee.has_server_incarnation = 1
            unsafe message.pointee.server_incarnation = serverIncarnation
            unsafe message.pointee.has_library = 1
            unsafe message.pointee.library = arena.bytes(library)
            unsafe message.pointee.has_history_epoch = 1
            unsafe message.pointee.history_epoch = historyEpoch
        }
        if let claimedName { unsafe message.pointee.claimed_name = arena.string(claimedName) }
        if let usageDescription { unsafe message.pointee.usage_description = arena.string(usageDescription) }
        var buffer: [UInt8] = []
        let size = unsafe photolibrary__hello__get_packed_size(message)
        buffer.append(contentsOf: repeatElement(0, count: size))
        _ = unsafe buffer.withUnsafeMutableBytes {
            unsafe photolibrary__hello__pack(message, $0.baseAddress?.assumingMemoryBound(to: UInt8.self))
        }
        return withExtendedLifetime(arena) { buffer }
    }

    /// Throws `protocolViolation` when the bytes are no HELLO.
    package init(decoding payload: Span<UInt8>) throws(LibraryError) {
        let cost = unsafe try UnpackCost.measure(
            payload,
            photolibrary__hello__init,
            atMost: UnpackCost.maximumOfSmallMessage
        )
        let arena = MessageArena(budget: cost.messages)
        let message = unsafe arena.unpack(payload, photolibrary__hello__unpack)
        guard let message = unsafe message?.pointee else { throw .malformed("HELLO") }
        unsafe protocolVersion = message.protocol_version
        unsafe capabilities = Set(decodeStrings(message.n_capabilities, message.capabilities))
        unsafe maximumPayload = Int(message.maximum_payload)
        unsafe maximumStreams = Int(message.maximum_streams)
        unsafe serverIncarnation = message.server_incarnation
        if unsafe message.has_library != 0 { library = try unsafe message.library.objectID("library") }
        unsafe historyEpoch = message.history_epoch
        unsafe claimedName = decodeOptionalString(message.claimed_name)
        unsafe usageDescription = decodeOptionalString(message.usage_description)
        withExtendedLifetime(arena) {}
    }
}
