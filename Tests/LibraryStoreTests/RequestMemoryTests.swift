import Dispatch
import FoundationEssentials
import Glibc
import LibraryModel
import LibraryStore
import LinuxSystem
import SQLiteDatabase
import Testing

/// Nothing of a change block outlives its call.
@Suite(.serialized) struct RequestMemoryTests {
    /// Whether what a call was given to be cancelled by still lives after the call.
    private func isKept(_ call: (Cancellation) throws -> Void) rethrows -> Bool {
        weak var kept: Cancellation?
        do {
            let cancellation = Cancellation()
            kept = cancellation
            try call(cancellation)
        }
        return kept != nil
    }

    @Test func `a block that was done, refused or cancelled leaves nothing behind`() throws {
        let library = try TestLibrary()
        let person = library.person
        let id = try person.makeAlbum()
        let rename = ChangeBlock(operations: [.renameCollection(.assetCollection, id, title: "B")])
        #expect(try !isKept { _ = try person.perform(rename, cancellation: $0) })
        // Answered before.
        #expect(try !isKept { _ = try person.perform(rename, cancellation: $0) })
        let impossible = ChangeBlock(operations: [.deleteAssets([.random()])])
        func isRefusedAndKept(
            _ block: ChangeBlock,
            by view: LibraryView,
            _ expected: LibraryError.Code,
            cancelled: Bool = false
        ) -> Bool {
            isKept { cancellation in
                if cancelled { cancellation.cancel() }
                #expect(errorCode { try view.perform(block, cancellation: cancellation) } == expected)
            }
        }
        #expect(!isRefusedAndKept(impossible, by: person, .notFound))
        #expect(!isRefusedAndKept(impossible, by: library.view("exe:/denied"), .accessDenied))
        #expect(!isRefusedAndKept(rename, by: person, .cancelled, cancelled: true))
    }

    // writer              | this thread
    // runs block 0, waits |
    //                     | queues block 1, withdraws it
    // goes on             |
    @Test func `a block that was withdrawn leaves nothing behind, also while its request lives`() throws {
        final class Payload: Sendable {}
        let directory = ScratchDirectory()
        let writer = try GroupCommitWriter<Int>(
            path: directory.path("db.sqlite"),
            cacheKibibytes: 1_024,
            maximumWaiting: 8,
            prepare: { _ in },
            onCommit: { _ in }
        )
        let (started, goOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let cancellation = Cancellation()
        onThreads(2) { index in
            if index == 0 {
                do {
                    try writer.perform { _ in
                        started.signal()
                        goOn.wait()
                    }
                } catch { Issue.record(error) }
                return
            }
            started.wait()
            weak var kept: Payload?
            do {
                let payload = Payload()
                kept = payload
                try writer.perform(cancellation, willWait: { cancellation.cancel() }) { _ in
                    withExtendedLifetime(payload) {}
                }
                Issue.record("the block was not withdrawn")
            } catch GroupCommitWriter<Int>.Refusal.withdrawn {
            } catch { Issue.record(error) }
            #expect(kept == nil)
            goOn.signal()
        }
        #expect(cancellation.isStopped)
    }

    @Test func `five megabytes sent again and again are not kept`() throws {
        let library = try TestLibrary()
        let person = library.person
        let denied = library.view("exe:/denied")
        let id = try person.makeAlbum()
        func send(by view: LibraryView, _ expected: LibraryError.Code) {
            let title = String(repeating: "t", count: 5 << 20)
            let block = ChangeBlock(operations: [.renameCollection(.assetCollection, id, title: title)])
            #expect(errorCode { try view.perform(block, cancellation: Cancellation()) } == expected)
        }
        send(by: person, .limitExceeded)
        send(by: denied, .accessDenied)
        let before = try residentBytes()
        for _ in 0..<20 {
            send(by: person, .limitExceeded)
            send(by: denied, .accessDenied)
        }
        // Forty times 5 MiB, were they kept.
        #expect(try residentBytes() - before < 64 << 20)
    }

    private func residentBytes() throws -> Int {
        let fields = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
        let pages = try #require(fields.count > 1 ? Int(fields[1]) : nil)
        return pages * sysconf(Int32(_SC_PAGESIZE))
    }
}
