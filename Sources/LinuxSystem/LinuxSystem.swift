/// A file descriptor with one owner, closed when the owner lets go of it.
package struct OwnedDescriptor: ~Copyable, Sendable {
    private let rawValue: CInt
    package init(owning rawValue: CInt) { self.rawValue = rawValue }
}
