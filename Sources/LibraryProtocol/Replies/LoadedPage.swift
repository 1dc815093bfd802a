package import LibraryModel

/// Properties of a page of objects: one of two messages, by the kind of the objects.
package enum LoadedPage: CallReply {
    case assets(AssetPage)
    case collections(CollectionPage)

    package static let fields = [ResponseField.assets, .collections]

    package func encode(into buffer: inout [UInt8], at offset: Int) -> Int {
        switch self {
        case .assets(let page):
            Envelope.pack(MessageArena().message(page), as: ResponseField.assets.rawValue, into: &buffer, at: offset)
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
        self =
            envelope.number == ResponseField.assets.rawValue
            ? .assets(try AssetPage(carriedBy: envelope)) : .collections(try CollectionPage(carriedBy: envelope))
    }
}
