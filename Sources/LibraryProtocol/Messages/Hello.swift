package import CLibraryProtocol
package import LibraryModel

/// The first message of each side. See PROTOCOL.md.
package struct Hello: Hashable, Sendable {
    /// The version of the framing. Additions to the messages are announced as capabilities.
    package static let protocolVersion: UInt32 = 1

    /// The capability of an app that asks for changes of its selection itself
    /// (`PHPhotoLibraryPreventAutomaticLimitedAccessAlert`).
    package static let preventsAutomaticQuestion = "prevents-automatic-question"

    package var protocolVersion = Hello.protocolVersion
    package var capabilities: Set<String> = []
    /// Bytes.
    package var maximumPayload: Int = 0
    package var maximumStreams: Int = 0
    /// From the server: random, new at each start.
    package var serverIncarnation: UInt64 = 0
    package var library: ObjectID?
    package var historyEpoch: UInt64 = 0
    /// From an app: claims.
    package var claimedName: String?
    package var usageDescription: String?

    package init() {}
}

extension Hello: WholeMessage {
    package static let messageKind = MessageKind(photolibrary__hello__init)

    package func write(to message: Message<Photolibrary__Hello>) {
        message.put(\.has_protocol_version, \.protocol_version, protocolVersion)
        message.put(\.n_capabilities, \.capabilities, capabilities.sorted())
        message.put(\.has_maximum_payload, \.maximum_payload, UInt32(clamping: maximumPayload))
        message.put(\.has_maximum_streams, \.maximum_streams, UInt32(clamping: maximumStreams))
        if let library {
            message.put(\.has_server_incarnation, \.server_incarnation, serverIncarnation)
            message.put(\.has_library, \.library, library)
            message.put(\.has_history_epoch, \.history_epoch, historyEpoch)
        }
        message.put(\.claimed_name, claimedName)
        message.put(\.usage_description, usageDescription)
    }

    package init(reading message: Message<Photolibrary__Hello>) throws(LibraryError) {
        protocolVersion = try message.number(\.has_protocol_version, \.protocol_version).required("protocol_version")
        capabilities = Set(message.texts(\.n_capabilities, \.capabilities))
        maximumPayload = Int(message.number(\.has_maximum_payload, \.maximum_payload) ?? 0)
        maximumStreams = Int(message.number(\.has_maximum_streams, \.maximum_streams) ?? 0)
        serverIncarnation = message.number(\.has_server_incarnation, \.server_incarnation) ?? 0
        library = try message.objectID(\.has_library, \.library)
        historyEpoch = message.number(\.has_history_epoch, \.history_epoch) ?? 0
        claimedName = message.text(\.claimed_name)
        usageDescription = message.text(\.usage_description)
    }
}
