import LibraryClient
import LibraryModel
import LibraryProtocol
import LibraryTestSupport
import LibraryTransport
import LinuxSystem
import Testing

extension RealPrograms {
    /// Deadlines, when there is far more to do than can be done by then.
    @Suite(.serialized, .timeLimit(.minutes(3))) struct DeadlineTests {
        private static let timeout: UInt64 = 300_000_000
        /// Nanoseconds after a deadline by which its request is answered: 50 ms are promised, and a test's machine may
        /// be busy with other tests.
        private static let patience: UInt64 = 2_000_000_000

        /// A pattern that takes long, on a photo with the longest caption.
        private var dearest: any Call {
            let patterns = (0..<4).map { "(a|b)*a((a|b){30}){24}c\($0)" }
            let program = patterns.enumerated().flatMap { number, pattern -> [PredicateInstruction] in
                let compared: [PredicateInstruction] = [
                    .key("caption"), .literal(.text(pattern)), .compare(.matches, []),
                ]
                return number == 0 ? compared : compared + [.or]
            }
            return FetchCall(FetchRequest(.allAssets, predicate: PredicateProgram(program)), countsOnly: true)
        }

        @Test func `two hundred heavy calls end at their deadline, and those of another app are answered`() throws {
            let attack = try Attack()
            for seed in 1...6 {
                let photo = try attack.server.owner.addPhoto(try TestPhoto.jpeg(UInt64(seed)))
                var update = AssetUpdate()
                update.caption = .set(String(repeating: "a", count: 65_536))
                _ = try attack.server.owner.perform(ChangeBlock(operations: [.updateAsset(photo, update)]))
            }
            do {
                var peer = try RawClient(attack.server)
                var request: [UInt8] = []
                let end = LibraryRequest(dearest, timeout: DeadlineTests.timeout).encode(into: &request, at: 0)
                request = Array(request[..<end])
                let begun = MonotonicClock.now()
                for _ in 0..<200 { try peer.request(request) }
                let sent = MonotonicClock.now()
                var codes: [LibraryError.Code] = []
                var last = begun
                for _ in 0..<200 {
                    guard let frame = try peer.next() else { throw RawClient.ConnectionEnded() }
                    last = MonotonicClock.now()
                    if case .failure(let error) = try frame.reply() { codes.append(error.code) }
                }
                print("200 answers \((last - begun) / 1_000_000) ms after the first request")
                #expect(last < sent + DeadlineTests.timeout + DeadlineTests.patience)
                #expect(codes == Array(repeating: .deadlineExceeded, count: 200))
                // What was given up is not worked at any more: the next call has its app's readers.
                guard case .success(.count(6)) = try peer.ask(FetchCall(FetchRequest(.allAssets), countsOnly: true))
                else {
                    Issue.record("the photos are not counted")
                    return
                }
            }
            try attack.expectNobodyNoticed()
        }
    }
}
