internal import FoundationEssentials
internal import Synchronization

/// The list of the files that a page has for an import, on its way. It is JSON, and longer than that of other requests.
final class ImportOffer: BodyReceiver {
    struct List: Decodable {
        /// The album that the photos are put into which have none of their own.
        var album: String?
        var files: [OfferedFile]
    }

    /// Bytes of the list.
    static let maximumSize: UInt64 = 16 << 20

    private let bytes = Mutex<[UInt8]>([])

    func receive(_ bytes: [UInt8]) { self.bytes.withLock { $0 += bytes } }

    /// What has come, once the request is there.
    func list() throws -> List { try JSONDecoder().decode(List.self, from: Data(bytes.withLock(\.self))) }
}
