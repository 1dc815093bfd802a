package import CLibraryProtocol
package import LibraryModel

// Calls of the sync process.

/// Reads what the person and apps changed since a position. Begins synchronisation with position 0.
package struct SyncHistoryCall: Call {
    package static let rules = CallRules.call(64, for: .owner, .long, .changes)
    package typealias Reply = SyncedPage
    package static let messageKind = MessageKind(photolibrary__sync_history_call__init)

    package var position: UInt64

    package init(after position: UInt64) { self.position = position }

    package func write(to message: Message<Photolibrary__SyncHistoryCall>) {
        message.put(\.has_after, \.after, position)
    }

    package init(reading message: Message<Photolibrary__SyncHistoryCall>) throws(LibraryError) {
        position = try message.number(\.has_after, \.after).required("after")
    }
}

/// Applies what other devices changed.
package struct ApplySyncedCall: Call {
    package static let rules = CallRules.call(
        65,
        for: .owner,
        .long,
        .changes,
        maximumSize: MessageInDescriptor.maximumSize
    )
    package typealias Reply = SyncedOutcome
    package static let messageKind = MessageKind(photolibrary__apply_synced_call__init)

    package var batch: SyncedBatch

    package init(_ batch: SyncedBatch) { self.batch = batch }

    package func write(to message: Message<Photolibrary__ApplySyncedCall>) {
        message.put(\.has_key, \.key, batch.key)
        message.put(\.has_position, \.position, batch.position)
        message.put(\.n_changes, \.changes, batch.changes)
    }

    package init(reading message: Message<Photolibrary__ApplySyncedCall>) throws(LibraryError) {
        batch = SyncedBatch(
            key: try message.objectID(\.has_key, \.key).required("key"),
            position: try message.number(\.has_position, \.position).required("position"),
            changes: try message.parts(\.n_changes, \.changes)
        )
    }
}

/// Opens a file of any asset by its digest. The reply's descriptor is open for reading.
package struct OpenContentCall: Call {
    package static let rules = CallRules.call(66, for: .owner, .long, .tells)
    package typealias Reply = EmptyResult
    package static let messageKind = MessageKind(photolibrary__open_content_call__init)

    package var content: [UInt8]

    package init(_ content: [UInt8]) { self.content = content }

    package func write(to message: Message<Photolibrary__OpenContentCall>) {
        message.put(\.has_content, \.content, content)
    }

    package init(reading message: Message<Photolibrary__OpenContentCall>) throws(LibraryError) {
        content = try message.bytes(\.has_content, \.content).required("content")
    }
}

/// Offers a file that arriving assets lack: the request's descriptor, open for reading. The server verifies and
/// examines it, and shows the assets that it completes.
package struct OfferContentCall: Call {
    package static let rules = CallRules.call(67, for: .owner, .long, .changes)
    package typealias Reply = EmptyResult
    package static let messageKind = MessageKind(photolibrary__offer_content_call__init)

    package var content: [UInt8]

    package init(_ content: [UInt8]) { self.content = content }

    package func write(to message: Message<Photolibrary__OfferContentCall>) {
        message.put(\.has_content, \.content, content)
    }

    package init(reading message: Message<Photolibrary__OfferContentCall>) throws(LibraryError) {
        content = try message.bytes(\.has_content, \.content).required("content")
    }
}

/// Lists files that arriving assets lack, a page a call.
package struct MissingContentsCall: Call {
    package static let rules = CallRules.call(68, for: .owner, .long, .tells)
    package typealias Reply = MissingContents
    package static let messageKind = MessageKind(photolibrary__missing_contents_call__init)

    /// Digests of one page: 128 KiB.
    package static let maximumCount = 4_096

    package var last: [UInt8]

    package init(after last: [UInt8]) { self.last = last }

    package func write(to message: Message<Photolibrary__MissingContentsCall>) {
        message.put(\.has_after, \.after, last.isEmpty ? nil : last)
    }

    package init(reading message: Message<Photolibrary__MissingContentsCall>) {
        last = message.bytes(\.has_after, \.after) ?? []
    }
}
