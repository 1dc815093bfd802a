/// The name of an object in a bucket: a folder and 64 hexadecimal digits, and nothing else. Listings skip objects with
/// other names, which are not the library's.
package struct BucketKey: Hashable, Sendable {
    package enum Folder: String, Hashable, Sendable, CaseIterable {
        /// The only folder that synchronising lists.
        case heads
        case objects
    }

    package let folder: Folder
    package let digits: String

    private static let digitCount = 64

    /// Nil for another form than `heads/…` or `objects/…`.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let folder = Folder(rawValue: String(parts[0])) else { return nil }
        self.init(folder, digits: String(parts[1]))
    }

    /// Nil for other digits than 64 of `0`…`9`, `a`…`f`.
    package init?(_ folder: Folder, digits: String) {
        guard digits.utf8.count == BucketKey.digitCount, digits.utf8.allSatisfy({ $0.isHexadecimalDigit }) else {
            return nil
        }
        self.folder = folder
        self.digits = digits
    }

    package var text: String { "\(folder.rawValue)/\(digits)" }
}

extension UInt8 {
    fileprivate var isHexadecimalDigit: Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self)
    }
}
