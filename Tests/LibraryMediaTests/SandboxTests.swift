import Foundation
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import MediaWorkerProtocol
import Testing

@testable import LibraryMedia

/// What is said of a worker that the system call filter ended.
private let stopped = "the file stopped the program that reads it"

/// From inside a worker that was taken over: `hostile-worker` sets up the real worker's sandbox, by the same functions,
/// and tries to get out.
@Suite(.timeLimit(.minutes(2))) struct SandboxTests {
    @Test(arguments: [
        // The whole sandbox: most attempts end the process.
        ("open", "Permission denied"), ("open-memory", "Permission denied"), ("make-code", "Operation not permitted"),
        ("connect", stopped), ("fork", stopped), ("run", stopped), ("trace", stopped), ("read-memory", stopped),
        ("take-descriptor", stopped), ("signal", stopped), ("enter-namespaces", stopped), ("set-up-ring", stopped),
        // One layer each, without the filter of system calls.
        ("open-behind-landlock", "Permission denied"), ("open-memory-behind-landlock", "Permission denied"),
        ("make-file-behind-landlock", "Permission denied"), ("connect-behind-landlock", "Permission denied"),
        ("signal-behind-landlock", "Operation not permitted"),
        ("open-behind-namespaces", "No such file or directory"),
        ("look-behind-namespaces", "No such file or directory"),
        ("make-file-behind-namespaces", "No such file or directory"),
        ("connect-behind-namespaces", "Network is unreachable"), ("trace-behind-namespaces", "Operation not permitted"),
    ])
    func `everything that a compromised worker tries fails`(attempt: String, outcome: String) throws {
        let scratch = try ScratchFolder()
        let workers = try MediaWorkers(program: HostileWorker.named(attempt, in: scratch))
        let error = #expect(throws: LibraryError.self) { _ = try workers.examine(file([0]), for: .owner) }
        #expect(error?.reason == outcome)
    }

    @Test func `a worker's sandbox has all layers that the machine provides`() throws {
        let sandbox = SandboxCheck(.full)
        try MediaWorkers(sandbox: sandbox).start()
        #expect(sandbox.summary == "full: namespaces, Landlock, system call filter")
        let copies = SandboxCheck(.full)
        let scratch = try ScratchFolder()
        let original = try scratch.write(try quarters(), to: "original.jpg")
        let files = LentFiles(bundle: scratch.path)
        let store = try OriginalStore(bundle: scratch.path, files: files)
        _ = try store.ingest(OwnedDescriptor(opening: original), by: try FileCopies(sandbox: copies))
        #expect(copies.summary == "full: namespaces, Landlock, system call filter")
    }
}

enum HostileWorker {
    /// The program `hostile-worker` under a name, by which it knows what to do.
    static func named(_ name: String, in scratch: ScratchFolder) throws -> FilePath {
        let link = scratch.file(name)
        let program = try BuiltProgram.path("hostile-worker").text
        try FileManager.default.createSymbolicLink(atPath: link.text, withDestinationPath: program)
        return link
    }
}
