internal import LibraryProtocol
internal import LinuxSystem

/// A reply with its descriptors.
struct Answer<Reply>: ~Copyable {
    var reply: Reply
    var descriptors: DescriptorList

    init(_ reply: Reply, _ descriptors: consuming DescriptorList = DescriptorList()) {
        self.reply = reply
        self.descriptors = descriptors
    }

    /// A reply with one descriptor.
    init(_ reply: Reply, _ descriptor: consuming OwnedDescriptor) {
        self.init(reply, DescriptorList(descriptor))
    }
}

extension CallReply {
    /// The encoded reply without room for a header.
    var encoded: [UInt8] {
        var bytes: [UInt8] = []
        let end = encode(into: &bytes, at: 0)
        return Array(bytes[..<end])
    }
}
