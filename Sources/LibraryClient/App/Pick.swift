package import LibraryModel
internal import LibraryProtocol
internal import LibraryTransport
package import LinuxSystem

/// A picker that the person sees, and afterwards what they picked in it.
///
/// The grant ends with this object: what was picked can be read as long as it is there, by nobody else. It does not
/// outlive the connection: after the server was started again reading fails with `unavailable`.
package final class Pick: Sendable {
    private let stream: ReplyStream
    private let number: UInt64
    private let calls: CallChannel

    init(_ stream: ReplyStream, _ calls: CallChannel) throws(LibraryError) {
        guard case .pick(let event) = stream.first else { throw .unexpectedReply }
        self.stream = stream
        self.calls = calls
        number = event.pick
    }

    deinit { stream.cancel() }

    /// On which the pick is good, and on no other.
    var connection: ClientConnection { stream.connection }

    /// Waits for the next event, on this thread; one thread at a time. Nothing follows an event that is final. Throws
    /// `nobodyToAsk` when the agent that showed the picker has gone.
    package func next() throws(LibraryError) -> PickEvent {
        guard let reply = try stream.next() else {
            _ = try stream.last()
            throw .unexpectedReply
        }
        guard case .pick(let event) = reply else { throw .unexpectedReply }
        return event
    }

    /// Takes the picker away; `next` throws `cancelled`. From any thread.
    package func cancel() { stream.cancel() }

    /// Takes the picker away; what a continuous selection gave stays readable. `next` gives a final event. Nothing
    /// happens when the person is done.
    package func dismiss() throws(LibraryError) {
        guard case .done = try calls.call(DismissPickCall(number), on: connection).reply else {
            throw .unexpectedReply
        }
    }

    /// Changes the picker that is shown. Nothing happens when the person is done.
    package func update(_ update: PickerUpdate) throws(LibraryError) {
        guard case .done = try calls.call(UpdatePickCall(number, update), on: connection).reply else {
            throw .unexpectedReply
        }
    }

    /// The files of an item: the original first.
    package func resources(of item: UInt32) throws(LibraryError) -> [ResourceInfo] {
        let call = PickedResourcesCall(pick: number, item: item)
        guard case .resources(let resources) = try calls.call(call, on: connection).reply else {
            throw .unexpectedReply
        }
        return resources
    }

    /// A file of an item, freshly opened, read only.
    package func open(_ kind: ResourceKind, of item: UInt32) throws(LibraryError) -> OwnedDescriptor {
        var response = try calls.call(OpenPickedCall(pick: number, item: item, kind), on: connection)
        return try response.takeDescriptor()
    }

    /// A picture of an item as it is now, fitting into `size`.
    package func thumbnail(of item: UInt32, fitting size: PixelSize) throws(LibraryError) -> PixelImage {
        var response = try calls.call(PickedThumbnailCall(pick: number, item: item, size), on: connection)
        return try response.takeImage()
    }

    /// A JPEG file of an item as it is now, in its own size, with its metadata. `quality` is 1 to 100.
    package func jpeg(of item: UInt32, quality: Int) throws(LibraryError) -> OwnedDescriptor {
        let call = PickedJPEGCall(pick: number, item: item, quality: quality)
        var response = try calls.call(call, on: connection)
        return try response.takeDescriptor()
    }
}
