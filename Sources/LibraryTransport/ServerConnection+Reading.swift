import LinuxSystem
import Synchronization

/// Reading a connection, and who runs its requests.
extension ServerConnection {
    /// Why a thread stopped reading.
    enum TurnEnd: Hashable { case connectionEnded, requestServed }

    private enum ReadEnd {
        case connectionEnded
        case longRequest(WaitingRequest)
    }

    /// Reads and serves until a request has made this thread leave the reading to another one, and is served.
    func readTurn() -> TurnEnd {
        while true {
            let end = reading.withLock { receiver in read(&receiver) }
            guard case .longRequest(let request) = end else { return .connectionEnded }
            if request.mayBeShort {
                if serveBeforeReadingOn(request) == .follower { return .requestServed }
                continue
            }
            if promoteFollower(for: request) == .follower {
                serve(request)
                return .requestServed
            }
            keepWaiting(request)
        }
    }

    /// A thread of the pool takes over the reading.
    func followReading() {
        if readTurn() == .requestServed { passWaitingOn() }
        workerLeft()
    }

    // MARK: Reading

    private func read(_ receiver: inout FrameReceiver) -> ReadEnd {
        while true {
            switch receiver.decoder.next() {
            case .frame(let header, let range):
                if let request = frameReceived(header, range, &receiver) { return .longRequest(request) }
            case .needsBytes:
                if !receive(&receiver) {
                    end(nil)
                    return .connectionEnded
                }
            case .oversize(let header):
                // Descriptors of a frame that is skipped are closed.
                _ = receiver.takeDescriptors(of: header)
                switch state.withLock({ $0.machine.oversizeFrameReceived(header) }) {
                case .refuse(let refusal): sendRefusal(header.stream, refusal)
                case .close(let violation): end(violation)
                default: break
                }
            case .violation(let violation):
                end(violation)
                return .connectionEnded
            }
            if writer.isShutDown {
                end(nil)
                return .connectionEnded
            }
        }
    }

    private func receive(_ receiver: inout FrameReceiver) -> Bool {
        do throws(SystemCallError) {
            while true {
                switch try receiver.receive(from: writer.socket) {
                case .received:
                    if isExpected(receiver.sender) { return true }
                    end(.foreignSender)
                    return false
                case .ended: return false
                case .timedOut: continue
                }
            }
        } catch {
            return false
        }
    }

    /// Acts on a frame; returns a request that is not short for the caller to run.
    private func frameReceived(
        _ header: FrameHeader,
        _ range: Range<Int>,
        _ receiver: inout FrameReceiver
    ) -> WaitingRequest? {
        let descriptors = receiver.takeDescriptors(of: header)
        let action = state.withLock { state in
            state.machine.frameReceived(header, payload: receiver.decoder.storage.span.extracting(range))
        }
        switch action {
        case .deliverRequest:
            let length = handler.expectedLength(receiver.decoder.storage.span.extracting(range))
            guard length == .short else {
                return WaitingRequest(
                    header.stream,
                    receiver.decoder.detach(range),
                    descriptors,
                    mayBeShort: length == .undecided
                )
            }
            serveShort(header.stream, receiver.decoder.storage.span.extracting(range), descriptors)
        case .refuse(let refusal): sendRefusal(header.stream, refusal)
        case .cancelRequest: cancelRequest(header.stream)
        case .cancelEvents: if let stream = eventStream(header.stream) { endStream(stream, .cancelled) }
        case .resumeEvents: if let stream = eventStream(header.stream) { stream.onCreditReturned(stream) }
        case .sendPong: send(.pong, stream: 0, payload: receiver.decoder.storage.span.extracting(range))
        case .close(let violation): end(violation)
        case .ignore, .goingAway: break
        case .deliverHello, .deliverResponse, .deliverEvent, .failOversizeResponse:
            preconditionFailure("an action of the client's side")
        }
        return nil
    }

    private func eventStream(_ stream: UInt32) -> OutgoingStream? {
        state.withLock { state in state.streams.first { $0.stream == stream } }
    }

    private func serveShort(_ stream: UInt32, _ payload: Span<UInt8>, _ descriptors: consuming DescriptorList) {
        shortCancellation.reset()
        let request = IncomingRequest(self, stream, shortCancellation, arrival: 0)
        handler.handle(request, payload: payload, descriptors: descriptors)
        if !shortCancellation.hasAnswer { refuse(stream, .failed) }
    }
}
