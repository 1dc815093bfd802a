/// A field's value: the one with the largest stamp wins.
package struct Register: Hashable, Sendable {
    /// Nil for a cleared field.
    package var value: [UInt8]?
    /// The blobs that `value` needs, separately, so that a program that does not know the field keeps them.
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

    /// Equal stamps have equal values, unless a device lost its state; then any rule works that all devices share.
    private func isOlder(than other: Register) -> Bool {
        if stamp != other.stamp { return stamp < other.stamp }
        let mine = (value ?? []) + blobs.flatMap(\.bytes)
        return mine.lexicographicallyPrecedes((other.value ?? []) + other.blobs.flatMap(\.bytes))
    }
}
