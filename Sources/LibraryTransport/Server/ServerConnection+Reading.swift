import LinuxSystem
import Synchronization

/// Reading, on the thread in `run`.
extension ServerConnection {
    /// Reads frames and acts on them until the connection ends.
    func read(_ receiver: inout FrameReceiver) {
        // Memory for a large frame while it arrives.
        var arrival: RequestQuota.Reservation?
        while !writer.isShutDown {
            switch receiver.decoder.next() {
            case .frame(let header, let range):
                arrival = nil
                frameReceived(header, range, &receiver)
            case .needsBytes:
                if arrival == nil, let length = receiver.decoder.largeArrival {
                    arrival = arrivalQuota.reserve(.init(bytes: length, descriptors: 0))
                    if arrival == nil, let header = receiver.decoder.skipArrival() {
                        skip(header, .busy, &receiver)
                        continue
                    }
                }
                if !receive(&receiver) { return }
            case .oversize(let header): skip(header, .payloadTooLarge, &receiver)
            case .violation(let violation): return end(violation)
            }
        }
    }

    /// Skips a frame: closes its descriptors, and refuses it when it is a request.
    private func skip(_ header: FrameHeader, _ refusal: TransportRefusal, _ receiver: inout FrameReceiver) {
        _ = receiver.takeDescriptors(of: header)
        switch state.withLock({ $0.machine.oversizeFrameReceived(header, refusal) }) {
        case .refuse(let refusal): sendRefusal(header.stream, refusal)
        case .close(let violation): end(violation)
        default: break
        }
    }

    private func receive(_ receiver: inout FrameReceiver) -> Bool {
        do throws(SystemCallError) {
            switch try receiver.receiveWaiting(from: writer.socket) {
            case .received:
                if isExpected(receiver.sender) { return true }
                end(.foreignSender)
                return false
            case .ended, .timedOut: return false
            case .refused:
                end(.descriptorsHeld)
                return false
            }
        } catch {
            return false
        }
    }

    private func frameReceived(_ header: FrameHeader, _ range: Range<Int>, _ receiver: inout FrameReceiver) {
        var descriptors = receiver.takeDescriptors(of: header)
        let action = state.withLock { state in
            state.machine.frameReceived(header, payload: receiver.decoder.storage.span.extracting(range))
        }
        switch action {
        case .deliverRequest: requestReceived(header.stream, range, &descriptors, &receiver)
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
    }

    private func eventStream(_ stream: UInt32) -> OutgoingStream? {
        state.withLock { state in state.streams.first { $0.stream == stream } }
    }

    // MARK: Requests

    private func requestReceived(
        _ stream: UInt32,
        _ range: Range<Int>,
        _ descriptors: inout DescriptorList,
        _ receiver: inout FrameReceiver
    ) {
        let estimate = handler.estimate(of: receiver.decoder.storage.span.extracting(range), descriptors)
        if estimate.timeout == 0 { return refuse(stream, .deadlineExceeded) }
        let deadline = estimate.timeout.map { MonotonicClock.deadline(after: $0) }
        // A short request ends before this thread reads a CANCEL, and never waits: it needs no cancellation of its own.
        let isShort = estimate.length == .short
        let work = isShort ? cancellation : Cancellation(within: cancellation, deadline: deadline)
        let trialKind = estimate.trialKind
        if trialKind.map({ trials.runsInline($0) }) ?? isShort {
            let inlineDeadline = trialKind.map { _ in MonotonicClock.deadline(after: InlineTrials.time) }
            let request = IncomingRequest(
                self,
                stream,
                estimate,
                work,
                deadline: deadline,
                inlineDeadline: inlineDeadline
            )
            let payload = receiver.decoder.storage.span.extracting(range)
            let outcome = handler.handle(request, payload: payload, descriptors: &descriptors)
            guard outcome == .needsThread, let trialKind else {
                if !request.hasAnswer { refuse(stream, .failed) }
                return
            }
            trials.noteSlow(trialKind)
        }
        submit(stream, work, receiver.decoder.detach(range), descriptors.takeFirst(descriptors.count), estimate)
    }
}
