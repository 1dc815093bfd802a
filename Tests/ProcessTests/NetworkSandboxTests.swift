import Glibc
import LibraryTestSupport
import LinuxSystem
import Testing

/// From inside the sandboxes of the programs that reach networks: `sandbox-actor` enters them by the same functions.
@Suite(.timeLimit(.minutes(2))) struct NetworkSandboxTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        for name in ["cloud", "bucket/folder", "photos"] { try FileNames.makeFolders(folder.file(name)) }
        for name in ["cloud/key", "bucket/from", "photos/private", "ca.pem", "credentials"] {
            _ = try folder.write([1], to: name)
        }
    }

    private enum Program: String, CaseIterable {
        case syncToFolder, syncToStore, upload
    }

    private func run(_ program: Program, _ attempt: String, _ path: FilePath? = nil) throws -> FinishedProgram {
        let confinement =
            switch program {
            case .syncToFolder: [folder.file("cloud").text, "folder:\(folder.file("bucket").text)"]
            case .syncToStore: [folder.file("cloud").text, "s3://photos?ca=\(folder.file("ca.pem").text)"]
            case .upload: ["-", "-"]
            }
        return try RunningProgram.run(
            "sandbox-actor",
            confinement + [attempt] + (path.map { [$0.text] } ?? []),
            environment: ["AWS_SHARED_CREDENTIALS_FILE": folder.file("credentials").text]
        )
    }

    @Test(arguments: Program.allCases, ["execute", "fork", "trace", "read-memory", "signal", "listen", "raw-socket"])
    private func `what it has no use for ends it`(_ program: Program, _ attempt: String) throws {
        let finished = try run(program, attempt)
        #expect(finished.status == .killed(signal: SIGSYS), "\(finished)")
    }

    @Test(arguments: Program.allCases)
    private func `it opens no other files, makes none, and no memory that is code`(_ program: Program) throws {
        for attempt in ["read", "write"] {
            #expect(try run(program, attempt, folder.file("photos/private")).output == "Permission denied\n")
        }
        #expect(try run(program, "write", folder.file("photos/new")).output == "Permission denied\n")
        #expect(try run(program, "list", folder.file("photos")).output == "Permission denied\n")
        #expect(try run(program, "write", "/etc/hosts").output == "Permission denied\n")
        #expect(try run(program, "make-code").output == "Operation not permitted\n")
    }

    @Test(arguments: Program.allCases)
    private func `it starts threads, and reads what names are resolved with`(_ program: Program) throws {
        #expect(try run(program, "thread").output == "done\n")
        #expect(try run(program, "read", "/etc/hosts").output == "done\n")
    }

    @Test func `the program that synchronises writes to its folder and its bucket, and reads certificates`() throws {
        for program in [Program.syncToFolder, .syncToStore] {
            #expect(try run(program, "write", folder.file("cloud/sync.sqlite")).output == "done\n")
            #expect(try run(program, "read", folder.file("cloud/key")).output == "done\n")
        }
        #expect(try run(.upload, "read", folder.file("cloud/key")).output == "Permission denied\n")
        #expect(try run(.syncToFolder, "move", folder.file("bucket")).output == "done\n")
        #expect(try run(.syncToStore, "list", folder.file("bucket")).output == "Permission denied\n")
        for file in ["ca.pem", "credentials"] {
            #expect(try run(.syncToStore, "read", folder.file(file)).output == "done\n")
            #expect(try run(.syncToFolder, "read", folder.file(file)).output == "Permission denied\n")
            #expect(try run(.syncToStore, "write", folder.file(file)).output == "Permission denied\n")
        }
    }

    @Test func `a bucket in a folder needs no network, and gets none`() throws {
        #expect(try run(.syncToFolder, "connect").output == "Permission denied\n")
        #expect(try run(.syncToStore, "connect").output == "Connection refused\n")
        #expect(try run(.upload, "connect").output == "Connection refused\n")
    }
}
