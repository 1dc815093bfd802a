internal import LibraryProtocol
internal import LinuxSystem

/// What a call is answered with.
struct Answer: ~Copyable {
    var reply: LibraryReply
    var descriptors: DescriptorList

    init(_ reply: LibraryReply) {
        self.reply = reply
        descriptors = DescriptorList()
    }

    /// A reply that comes with one descriptor.
    init(_ reply: LibraryReply, _ descriptor: consuming OwnedDescriptor) {
        self.reply = reply
        descriptors = DescriptorList(descriptor)
    }
}
