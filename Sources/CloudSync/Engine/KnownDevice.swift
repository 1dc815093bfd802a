/// Another device, as this one knows it.
package struct KnownDevice: Hashable, Sendable {
    /// What the person calls it.
    package var name: String
    /// When something new of it was read last, in milliseconds since 1970.
    package var heard: UInt64
    /// It was lost, and counts no more.
    package var isForgotten: Bool
}
