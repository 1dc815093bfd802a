internal import CLibraryProtocol
package import LibraryModel

/// Properties of a page of objects: one of two messages, by the kind of the objects.
package enum LoadedPage: CallReply {
    case assets(AssetPage)
    /// The reply's sealed memory has the columns of so many assets (`AssetColumnsLayout`).
    case assetsInMemory(count: Int)
    case collections(CollectionPage)

    package static let fields = [ResponseField.assets, .collections]

    package func encode(into buffer: inout [UInt8], at offset: Int) -> Int {
        switch self {
        case .assets(let page):
            Envelope.pack(MessageArena().message(page), as: ResponseField.assets.rawValue, into: &buffer, at: offset)
        case .assetsInMemory(let count):
            Envelope.pack(
                MessageArena().message(AssetColumnsMessage.inMemory(count: count)),
                as: ResponseField.assets.rawValue,
                into: &buffer,
                at: offset
            )
        case .collections(let page):
            Envelope.pack(
                MessageArena().message(page),
                as: ResponseField.collections.rawValue,
                into: &buffer,
                at: offset
            )
        }
    }

    package init(carriedBy envelope: Envelope.Carried) throws(LibraryError) {
        guard envelope.number == ResponseField.assets.rawValue else {
            self = .collections(try CollectionPage(carriedBy: envelope))
            return
        }
        switch try AssetColumnsMessage(carriedBy: envelope) {
        case .inMessage(let page): self = .assets(page)
        case .inMemory(let count): self = .assetsInMemory(count: count)
        }
    }
}

/// The message `AssetColumns`: a page, or where it is.
private enum AssetColumnsMessage: MessageValue {
    case inMessage(AssetPage)
    case inMemory(count: Int)

    static let messageKind = AssetPage.messageKind

    func write(to message: Message<Photolibrary__AssetColumns>) {
        switch self {
        case .inMessage(let page): page.write(to: message)
        case .inMemory(let count):
            message.put(\.has_count_in_descriptor, \.count_in_descriptor, UInt32(clamping: count))
        }
    }

    init(reading message: Message<Photolibrary__AssetColumns>) throws(LibraryError) {
        if let count = message.number(\.has_count_in_descriptor, \.count_in_descriptor) {
            self = .inMemory(count: Int(count))
        } else {
            self = .inMessage(try AssetPage(reading: message))
        }
    }
}
