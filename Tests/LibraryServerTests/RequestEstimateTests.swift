import LibraryModel
import LibraryProtocol
import LibraryStore
import LibraryTestSupport
import LibraryTransport
import LinuxSystem
import Testing

@testable import LibraryServer

/// Which requests the thread that reads a connection answers itself.
@Suite struct RequestEstimateTests {
    @Test func `what is large is no work for the thread that reads, where nothing would end it in time`() throws {
        let served = try Served()
        let session = Session(
            served.library.service.library,
            .person,
            process: OwnProcess.processIdentifier,
            user: OwnProcess.user,
            sender: nil,
            program: Prompt.Program(),
            barrier: try RevocationBarrier(),
            number: 1
        )
        func length(_ call: any Call) -> RequestEstimate.Length {
            session.estimate(of: call.encoded.span, DescriptorList()).length
        }
        func ping(_ bytes: Int, _ replySize: Int) -> any Call {
            PingCall(payload: [UInt8](repeating: 1, count: bytes), replySize: replySize)
        }
        for (bytes, replySize) in [(0, 0), (64 << 10, 64 << 10), (0, 128 << 10), (128 << 10, 0)] {
            #expect(length(ping(bytes, replySize)) == .short)
        }
        for (bytes, replySize) in [(0, (128 << 10) + 1), ((128 << 10) + 1, 0), (1 << 20, 1 << 20), (1, .max)] {
            #expect(length(ping(bytes, replySize)) == .long)
        }
        func load(_ count: Int) -> any Call { LoadCall(.asset, (0..<count).map { _ in .random() }, hints: []) }
        guard case .undecided = length(load(1)) else {
            Issue.record("a small call is tried")
            return
        }
        #expect(length(load(1_100)) == .long)
    }
}
