/// The progress of a request, in bytes of bodies.
package struct HTTPProgress: Hashable, Sendable {
    package var sent: UInt64
    package var received: UInt64
}
