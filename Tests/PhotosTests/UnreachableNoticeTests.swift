import LibraryModel
import Synchronization
import Testing

@testable import Photos

@Suite struct UnreachableNoticeTests {
    @Test func `what to start is said once for each reason, and the person's no is none`() {
        let lines = Mutex<[String]>([])
        let notice = UnreachableNotice { line in lines.withLock { $0.append(line) } }
        for _ in 0..<2 {
            for code: LibraryError.Code in [.nobodyToAsk, .unavailable, .declined, .cancelled] {
                notice.report(LibraryError(code, "a reason"))
            }
        }
        #expect(
            lines.withLock { $0 } == [
                "Photos: the person was not asked: nobody is there to ask: start `photos agent`, or decide with `photos "
                    + "privacy`\n",
                "Photos: the person was not asked: the photo library's server cannot be reached: start "
                    + "`photolibraryd`\n",
            ]
        )
    }
}
