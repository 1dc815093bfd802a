package import CLibraryProtocol
package import LibraryModel

// Changes of the library: identifiers, staged files and change blocks.

/// Reserves identifiers for new objects.
package struct MintCall: Call {
    package static let rules = CallRules.call(20, needs: .adding, .undecided, .changes)
    package typealias Reply = MintResult
    package static let messageKind = MessageKind(photolibrary__mint_call__init)

    package var count: Int

    package init(_ count: Int) { self.count = count }

    package func write(to message: Message<Photolibrary__MintCall>) {
        message.put(\.has_count, \.count, UInt32(clamping: count))
    }

    package init(reading message: Message<Photolibrary__MintCall>) throws(LibraryError) {
        count = Int(try message.number(\.has_count, \.count).required("count"))
    }
}

/// Stages a file: the request's descriptor, open for reading. The server deletes staged files that no block uses, such
/// as those of a repeated call.
package struct StageCall: Call {
    package static let rules = CallRules.call(21, needs: .adding, .long, .changes)
    package typealias Reply = StagedResource
    package static let messageKind = MessageKind(photolibrary__stage_call__init)

    package var filename: String
    package var sideCar: SideCar?

    package init(filename: String, sideCar: SideCar? = nil) {
        self.filename = filename
        self.sideCar = sideCar
    }

    package func write(to message: Message<Photolibrary__StageCall>) {
        message.put(\.filename, filename)
        message.put(\.has_side_car, \.side_car, sideCar?.bytes)
    }

    package init(reading message: Message<Photolibrary__StageCall>) throws(LibraryError) {
        filename = try message.text(\.filename).required("filename")
        guard message.byteCount(\.side_car) <= SideCar.maximumSize else {
            throw LibraryError(.limitExceeded, "a side-car is longer than \(SideCar.maximumSize) bytes")
        }
        sideCar = message.bytes(\.has_side_car, \.side_car).flatMap { SideCar($0) }
    }
}

/// Performs a change block, once per idempotency key.
package struct PerformCall: Call {
    /// Bytes: a block is one request, with the data of its edits and all its texts.
    static let maximumSize = MessageInDescriptor.maximumSize

    package static let rules = CallRules.call(22, needs: .adding, .long, .changes, maximumSize: maximumSize)
    package typealias Reply = TokenResult
    package static var messageKind: MessageKind<Photolibrary__PerformCall> { ChangeBlock.messageKind }

    package var block: ChangeBlock

    package init(_ block: ChangeBlock) { self.block = block }

    package func write(to message: Message<Photolibrary__PerformCall>) { block.write(to: message) }

    package init(reading message: Message<Photolibrary__PerformCall>) throws(LibraryError) {
        block = try ChangeBlock(reading: message)
    }
}

/// Performs a change block once the person has confirmed it. The stream ends with the reply of `PerformCall`.
package struct PerformAfterConfirmationCall: StreamCall {
    package static let rules = CallRules.stream(
        35,
        for: .apps,
        needs: .open,
        .changes,
        maximumSize: PerformCall.maximumSize
    )
    package typealias Reply = EmptyResult
    package typealias Event = TokenResult
    package static var messageKind: MessageKind<Photolibrary__PerformCall> { ChangeBlock.messageKind }

    package var block: ChangeBlock

    package init(_ block: ChangeBlock) { self.block = block }

    package func write(to message: Message<Photolibrary__PerformCall>) { block.write(to: message) }

    package init(reading message: Message<Photolibrary__PerformCall>) throws(LibraryError) {
        block = try ChangeBlock(reading: message)
    }
}

/// Erases assets of Recently Deleted for good.
package struct EraseCall: Call {
    /// Assets of one call.
    package static let maximumAssets = 10_000

    package static let rules = CallRules.call(80, for: .owner, .long, .changes)
    package typealias Reply = EmptyResult
    package static let messageKind = MessageKind(photolibrary__erase_call__init)

    package var assets: [ObjectID]

    package init(_ assets: [ObjectID]) { self.assets = assets }

    package func write(to message: Message<Photolibrary__EraseCall>) {
        message.put(\.has_assets, \.assets, assets)
    }

    package init(reading message: Message<Photolibrary__EraseCall>) throws(LibraryError) {
        assets = try message.objectIDs(\.has_assets, \.assets).required("assets")
        guard assets.count <= EraseCall.maximumAssets else {
            throw LibraryError(.limitExceeded, "at most \(EraseCall.maximumAssets) assets can be erased at once")
        }
    }
}
