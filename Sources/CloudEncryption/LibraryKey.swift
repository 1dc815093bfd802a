/// The key of a library's bucket. Whoever has it can read and write all that is in the bucket; without it nobody can,
/// so a person keeps it as a `RecoveryPhrase`.
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

    /// A key for one purpose. None of them tells anything of another one or of this key.
    func derived(for purpose: String) -> [UInt8] {
        Sodium.hash(Array("OpenPhotoKit 1 \(purpose)".utf8), key: bytes, count: Sodium.keyLength)
    }
}

extension LibraryKey: CustomStringConvertible, CustomReflectable {
    /// Never the key: descriptions come into logs.
    package var description: String { "LibraryKey(hidden)" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
