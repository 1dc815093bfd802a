import Glibc
import LinuxSystem
import Testing

@Suite struct FileTests {
    @Test func `keeps names that are not UTF-8`() throws {
        try withScratchFolder { folder in
            let name = FilePath(bytes: [0x66, 0xFF, 0xFE, 0x2E, 0x6A])
            let file = try OwnedDescriptor(opening: folder.appending(name), [.writeOnly, .create, .exclusive])
            try file.write([1, 2, 3])
            var reader = try FolderReader(folder)
            let entry = try reader.next()
            #expect(entry == FolderEntry(name: name, kind: .regularFile))
            let following = try reader.next()
            #expect(following == nil)
            #expect(name.exactText == nil)
            #expect(try FileStatus(of: folder.appending(name)).size == 3)
        }
    }

    @Test func `refuses a path with a zero byte`() {
        #expect(throws: SystemCallError(EINVAL, "open")) {
            _ = try OwnedDescriptor(opening: FilePath(bytes: [0x61, 0, 0x62]))
        }
    }

    @Test func `copies the whole content and says how`() throws {
        try withScratchFolder { folder in
            let content = (0..<700_001).map { UInt8(truncatingIfNeeded: $0 &* 31) }
            let source = try OwnedDescriptor(opening: folder.appending("a"), [.readWrite, .create])
            try source.write(content)
            try source.seek(to: 0)
            let copy = try OwnedDescriptor(opening: folder.appending("b"), [.readWrite, .create])
            let method = try copy.copyContent(of: source)
            #expect([CopyMethod.reflink, .kernelCopy, .readAndWrite].contains(method))
            try copy.seek(to: 0)
            let copied = try copy.readToEnd(limit: 1 << 20)
            #expect(copied == content)
        }
    }

    @Test func `copies a file whose size the file system does not know`() throws {
        try withScratchFolder { folder in
            let source = try OwnedDescriptor(opening: "/proc/self/mountinfo")
            let copy = try OwnedDescriptor(opening: folder.appending("b"), [.readWrite, .create])
            let method = try copy.copyContent(of: source)
            #expect(method == .readAndWrite)
            let size = try copy.status().size
            #expect(size > 0)
        }
    }

    @Test func `a locked file stays locked until its last descriptor is closed`() throws {
        try withScratchFolder { folder in
            let path = folder.appending("lock")
            do {
                let first = try OwnedDescriptor(opening: path, [.readWrite, .create])
                let isFirstLocked = try first.lockExclusively()
                #expect(isFirstLocked)
                let second = try OwnedDescriptor(opening: path)
                let isSecondLocked = try second.lockExclusively()
                #expect(!isSecondLocked)
            }
            let third = try OwnedDescriptor(opening: path)
            let isThirdLocked = try third.lockExclusively()
            #expect(isThirdLocked)
        }
    }

    @Test func `renames without replacing`() throws {
        try withScratchFolder { folder in
            for name in ["a", "b"] {
                _ = try OwnedDescriptor(opening: folder.appending(FilePath(name)), [.writeOnly, .create])
            }
            #expect(throws: SystemCallError(EEXIST, "renameat2")) {
                try FileNames.renameWithoutReplacing(folder.appending("a"), to: folder.appending("b"))
            }
            try FileNames.renameWithoutReplacing(folder.appending("a"), to: folder.appending("c"))
            try FileNames.synchronizeFolder(folder)
            #expect(try FileStatus(of: folder.appending("c")).isRegularFile)
        }
    }

    @Test func `makes missing folders and accepts those that are there`() throws {
        try withScratchFolder { folder in
            let deep = folder.appending("x/y/z")
            try FileNames.makeFolders(deep)
            try FileNames.makeFolders(deep)
            #expect(try FileStatus(of: deep).kind == .folder)
            _ = try OwnedDescriptor(opening: folder.appending("file"), [.writeOnly, .create])
            #expect(throws: SystemCallError(EEXIST, "mkdir")) { try FileNames.makeFolders(folder.appending("file")) }
        }
    }

    @Test func `an error names the call and the system's reason but no path`() {
        #expect(SystemCallError(ENOENT, "open").description == "open: No such file or directory")
    }

    @Test func `reading to the end stops at the limit`() throws {
        try withScratchFolder { folder in
            let file = try OwnedDescriptor(opening: folder.appending("f"), [.readWrite, .create])
            try file.write([UInt8](repeating: 7, count: 100))
            try file.seek(to: 0)
            var failure: SystemCallError?
            do throws(SystemCallError) { _ = try file.readToEnd(limit: 99) } catch { failure = error }
            #expect(failure == SystemCallError(EFBIG, "read"))
            try file.seek(to: 0)
            let count = try file.readToEnd(limit: 100).count
            #expect(count == 100)
        }
    }
}
