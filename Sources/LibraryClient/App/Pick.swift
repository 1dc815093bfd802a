package import LibraryModel
internal import LibraryProtocol
internal import LibraryTransport
package import LinuxSystem

/// A picker, and afterwards access to what the person picked in it.
///
/// Releasing it ends the access. It is valid only on its connection: after a server restart reading throws
/// `unavailable`.
package final class Pick: Sendable {
    private let stream: ReplyStream<PickCall>
    private let number: UInt64
    private let calls: CallChannel

    init(_ stream: ReplyStream<PickCall>, _ calls: CallChannel) {
        self.stream = stream
        self.calls = calls
        number = stream.first.pick
    }

    deinit { stream.cancel() }

    /// The only connection on which the pick is valid.
    var connection: ClientConnection { stream.connection }

    /// Waits for the next event; one thread at a time. Nothing follows a final event. Throws `nobodyToAsk` when the
    /// agent that showed the picker has gone.
    package func next() throws(LibraryError) -> PickEvent {
        guard let event = try stream.next() else {
            _ = try stream.last()
            throw .unexpectedReply
        }
        return event
    }

    /// Closes the picker; `next` throws `cancelled`. From any thread.
    package func cancel() { stream.cancel() }

    /// Closes the picker; what a continuous selection granted stays readable. `next` returns a final event. No effect
    /// once the person is done.
    package func dismiss() throws(LibraryError) {
        _ = try calls.call(DismissPickCall(number), on: connection)
    }

    /// Updates the picker. No effect once the person is done.
    package func update(_ update: PickerUpdate) throws(LibraryError) {
        _ = try calls.call(UpdatePickCall(number, update), on: connection)
    }

    /// The files of an item: the original first.
    package func resources(of item: UInt32) throws(LibraryError) -> [ResourceInfo] {
        let call = PickedResourcesCall(pick: number, item: item)
        return try calls.call(call, on: connection).reply.resources
    }

    // With `network` what follows downloads a file that is in the cloud; else it throws `networkAccessRequired`.

    /// Opens a file of an item for reading.
    package func open(
        _ kind: ResourceKind,
        of item: UInt32,
        _ network: NetworkAccess? = nil
    ) throws(LibraryError) -> OwnedDescriptor {
        try NetworkAccess.using(network, download(kind, of: item)) { () throws(LibraryError) in
            var response = try calls.call(OpenPickedCall(pick: number, item: item, kind), on: connection)
            return try response.takeDescriptor()
        }
    }

    /// A picture of an item's current state that fits into `size`.
    package func thumbnail(
        of item: UInt32,
        fitting size: PixelSize,
        _ network: NetworkAccess? = nil
    ) throws(LibraryError) -> PixelImage {
        try NetworkAccess.using(network, download(nil, of: item)) { () throws(LibraryError) in
            var response = try calls.call(PickedThumbnailCall(pick: number, item: item, size), on: connection)
            return try response.takeImage()
        }
    }

    /// A JPEG file of an item's current state, in full size and with its metadata. `quality`: 1 to 100.
    package func jpeg(
        of item: UInt32,
        quality: Int,
        _ network: NetworkAccess? = nil
    ) throws(LibraryError) -> OwnedDescriptor {
        try NetworkAccess.using(network, download(nil, of: item)) { () throws(LibraryError) in
            let call = PickedJPEGCall(pick: number, item: item, quality: quality)
            var response = try calls.call(call, on: connection)
            return try response.takeDescriptor()
        }
    }

    private func download(_ kind: ResourceKind?, of item: UInt32) -> NetworkAccess.Download {
        { [self] network throws(LibraryError) in
            try network.follow(DownloadPickedCall(pick: number, item: item, kind), on: connection)
        }
    }
}
