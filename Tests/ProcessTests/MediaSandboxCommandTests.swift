import Foundation
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import Testing

/// What the server says of the sandbox in which it lets files be read. These tests need a machine that gives all of it,
/// to ordinary users too.
@Suite(.timeLimit(.minutes(2))) struct MediaSandboxCommandTests {
    private static let line = "sandbox of media workers: full: namespaces, Landlock, system call filter\n"

    @Test func `photolibraryd says what the machine gives, and starts nothing else`() throws {
        let check = try RunningProgram.run("photolibraryd", ["--check"])
        #expect(check.output == MediaSandboxCommandTests.line)
        #expect(check.status == .exited(0))
        let less = try RunningProgram.run("photolibraryd", ["--check", "--media-sandbox", "none"])
        #expect(less.output == "sandbox of media workers: no sandbox, as asked for\n")
        #expect(less.status == .exited(0))
        let wrong = try RunningProgram.run("photolibraryd", ["--check", "--media-sandbox", "some"])
        #expect(wrong.status == .exited(64))
    }

    @Test func `the worker links neither the clients' protocol nor the photos of the demonstration`() throws {
        func has(_ program: String, _ symbol: String) throws -> Bool {
            let file = try Data(contentsOf: URL(filePath: BuiltProgram.path(program).text), options: .alwaysMapped)
            return file.range(of: Data(symbol.utf8)) != nil
        }
        #expect(try has("photolibraryd", "photolibrary__request__init"))
        #expect(try !has("photolibrary-media", "photolibrary__request__init"))
        #expect(try has("photolibrary-media", "MediaWorkerProtocol"))
        #expect(try !has("photolibrary-media", "SamplePhotos"))
    }

    @Test(.enabled(if: OtherUsers.arePossible)) func `an ordinary user without any capability gets all of it`() throws {
        let folder = try ScratchFolder()
        try OtherUsers.open(folder, copying: ["photolibraryd", "photolibrary-media"])
        let command = OtherUsers.command(as: OtherUsers.app) + [folder.file("photolibraryd"), "--check"]
        let check = try RunningProgram(path: command[0], Array(command.dropFirst())).finish()
        #expect(check.output == MediaSandboxCommandTests.line)
        #expect(check.status == .exited(0))
    }

    @Test func `a server whose worker cannot be started says so, and its status is 69`() throws {
        let folder = try ScratchFolder()
        try OtherUsers.open(folder, copying: ["photolibraryd"])
        let check = try RunningProgram(path: folder.file("photolibraryd"), ["--check"]).finish()
        #expect(check.output.hasPrefix("sandbox of media workers: the media worker does not start"))
        #expect(check.status == .exited(69))
    }

    @Test func `photos stats and the log tell what keeps the workers`() throws {
        let folder = try ScratchFolder()
        let server = try ServerProcess(in: folder)
        let stats = try server.photos("stats")
        #expect(stats.output.contains("full: namespaces, Landlock, system call filter\n"), "\(stats)")
        #expect(server.program.waitForError(containing: "media-sandbox state="))
    }
}
