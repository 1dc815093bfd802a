/// The key of a library's bucket. With it everything in the bucket can be read and written, without it nothing, so the
/// person keeps it as a `RecoveryPhrase`.
package struct LibraryKey: Hashable, Sendable {
    package let bytes: [UInt8]

    package static let byteCount = 32

    /// Nil for another number of bytes.
    package init?(bytes: [UInt8]) {
        guard bytes.count == LibraryKey.byteCount else { return nil }
        self.bytes = bytes
    }

    package static func random() -> LibraryKey {
        guard let key = LibraryKey(bytes: Sodium.random(byteCount)) else {
            preconditionFailure("as many bytes come as were asked for")
        }
        return key
    }

    /// Derives a key for one purpose. It discloses neither this key nor other derived ones.
    func derived(for purpose: String) -> [UInt8] {
        Sodium.hash(Array("OpenPhotoKit 1 \(purpose)".utf8), key: bytes, count: Sodium.keyLength)
    }
}

extension LibraryKey: CustomStringConvertible, CustomReflectable {
    /// Never the key: descriptions get into logs.
    package var description: String { "LibraryKey(hidden)" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
