/// A field's value: the one with the largest stamp wins.
package struct Register: Hashable, Sendable {
    /// Nil for a field that was cleared.
    package var value: [UInt8]?
    /// The blobs that `value` needs. They stand beside it so that a program that does not know the field keeps them.
    package var blobs: [BlobID]
    package var stamp: Stamp

    package init(_ value: [UInt8]?, blobs: [BlobID] = [], stamp: Stamp) {
        self.value = value
        self.blobs = blobs
        self.stamp = stamp
    }

    package mutating func merge(_ other: Register) {
        if isOlder(than: other) { self = other }
    }

    /// Equal stamps have equal values, unless a device lost what it wrote; then any rule will do that is everybody's.
    private func isOlder(than other: Register) -> Bool {
        if stamp != other.stamp { return stamp < other.stamp }
        let mine = (value ?? []) + blobs.flatMap(\.bytes)
        return mine.lexicographicallyPrecedes((other.value ?? []) + other.blobs.flatMap(\.bytes))
    }
}
