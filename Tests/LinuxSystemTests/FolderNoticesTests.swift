import Glibc
import LinuxSystem
import Testing

@Suite struct FolderNoticesTests {
    /// Whether there is a notice now; takes it.
    private func isTold(_ notices: borrowing FolderNotices) throws -> Bool {
        let isTold = try Poll.wait(notices.descriptor, for: .readable, timeoutNanoseconds: 0)
        try notices.clear()
        return isTold
    }

    private func write(_ path: FilePath) throws {
        let file = try OwnedDescriptor(opening: path, [.writeOnly, .create], mode: 0o600)
        try file.write([1])
    }

    @Test func `what comes and what is written to its end is told, in watched folders alone`() throws {
        try withScratchFolder { folder in
            let notices = try FolderNotices()
            let inner = folder.appending("inner")
            #expect(try notices.watch(folder) == notices.watch(folder))
            #expect(!(try isTold(notices)))
            try FileNames.makeFolder(inner)
            #expect((try isTold(notices)))
            try write(inner.appending("a"))
            #expect(!(try isTold(notices)))
            try FileNames.rename(inner.appending("a"), to: folder.appending("b"))
            #expect((try isTold(notices)))
            do {
                let file = try OwnedDescriptor(opening: folder.appending("b"), [.writeOnly])
                try file.write([2])
                #expect(!(try isTold(notices)))
            }
            #expect((try isTold(notices)))
            let watch = try notices.watch(inner)
            try FileNames.removeFolder(inner)
            #expect((try isTold(notices)))
            notices.endWatch(watch)
        }
    }

    @Test func `a queue that overflowed is a notice, and is empty again`() throws {
        try withScratchFolder { folder in
            let notices = try FolderNotices()
            _ = try notices.watch(folder)
            let text = try OwnedDescriptor(opening: "/proc/sys/fs/inotify/max_queued_events").readToEnd(limit: 64)
            let limit = try #require(Int(String(decoding: text, as: UTF8.self).filter(\.isNumber)))
            let names = (0...1).map { folder.appending(FilePath("\($0)")) }
            try write(names[0])
            for turn in 0..<min(limit, 70_000) + 10 {
                try FileNames.rename(names[turn % 2], to: names[(turn + 1) % 2])
            }
            #expect((try isTold(notices)))
            #expect(!(try isTold(notices)))
            try FileNames.makeFolder(folder.appending("c"))
            #expect((try isTold(notices)))
        }
    }

    @Test func `what is no folder cannot be watched`() throws {
        try withScratchFolder { folder in
            let notices = try FolderNotices()
            try write(folder.appending("a"))
            for (name, error) in [("a", ENOTDIR), ("b", ENOENT)] {
                #expect(throws: SystemCallError(error, "inotify_add_watch")) {
                    try notices.watch(folder.appending(FilePath(name)))
                }
            }
        }
    }

    @Test func `a file is being written as long as somebody has it open for that`() throws {
        try withScratchFolder { folder in
            let path = folder.appending("a")
            do {
                let writer = try OwnedDescriptor(opening: path, [.writeOnly, .create], mode: 0o600)
                let reader = try OwnedDescriptor(opening: path)
                let isBeingWritten = try reader.isBeingWritten()
                #expect(isBeingWritten)
                try writer.write([1])
            }
            let one = try OwnedDescriptor(opening: path)
            let other = try OwnedDescriptor(opening: path)
            let found = try [one.isBeingWritten(), other.isBeingWritten()]
            #expect(found == [false, false])
        }
    }
}
