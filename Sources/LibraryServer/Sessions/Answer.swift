internal import LibraryProtocol
internal import LinuxSystem

/// A reply with its descriptors.
struct Answer: ~Copyable {
    var reply: LibraryReply
    var descriptors: DescriptorList

    init(_ reply: LibraryReply) {
        self.reply = reply
        descriptors = DescriptorList()
    }

    /// A reply with one descriptor.
    init(_ reply: LibraryReply, _ descriptor: consuming OwnedDescriptor) {
        self.reply = reply
        descriptors = DescriptorList(descriptor)
    }
}
