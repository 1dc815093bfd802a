import LibraryStore
import LibraryTestSupport
import LinuxSystem
import Testing

@testable import LibraryServer

@Suite struct ExecutableFileTests {
    private func shell(_ script: String) throws {
        #expect(try RunningProgram(path: "/bin/sh", ["-c", FilePath(script)]).finish().status == .exited(0))
    }

    @Test func `a program of the system's is known by who may replace it, and any other by its bytes`() throws {
        let system = try FileNames.target(ofLink: "/proc/self/exe")
        let sleep = try OwnedDescriptor(opening: "/bin/sleep").path()
        #expect(try ExecutableFile(named: sleep, openedAs: sleep).fingerprint().content == "administered")
        let folder = try ScratchFolder()
        let own = try folder.write(Array("abc".utf8), to: "program")
        let fingerprint = try ExecutableFile(named: own, openedAs: own).fingerprint()
        #expect(
            fingerprint.content == "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        )
        #expect(system.isAbsolute)
    }

    @Test func `what only looks different is the same program, and what only looks the same is not`() throws {
        let folder = try ScratchFolder()
        let path = try folder.write(Array("abc".utf8), to: "program")
        let before = try ExecutableFile(named: path, openedAs: path)
        let decided = try before.fingerprint()
        #expect(try before.isProgram(decided) == (true, decided))

        try shell("touch -d 2001-01-01 \(path.text)")
        let touched = try ExecutableFile(named: path, openedAs: path)
        let (isSame, current) = try touched.isProgram(decided)
        #expect(isSame)
        #expect(current.content == decided.content)
        #expect(current.fileIdentity != decided.fileIdentity)

        // Same size, same date.
        try shell("printf xyz > \(path.text); touch -d 2001-01-01 \(path.text)")
        let forged = try ExecutableFile(named: path, openedAs: path)
        #expect(try !forged.isProgram(current).isSame)
    }

    @Test func `a file beyond the limit is known by what the file system says of it`() throws {
        let folder = try ScratchFolder()
        let path = try folder.write([], to: "program")
        try shell("truncate -s \(ExecutableFile.maximumHashedSize + 1) \(path.text)")
        let large = try ExecutableFile(named: path, openedAs: path)
        let decided = try large.fingerprint()
        #expect(decided.content.hasPrefix("file:"))
        #expect(try large.isProgram(decided).isSame)
        try shell("touch \(path.text)")
        #expect(try !ExecutableFile(named: path, openedAs: path).isProgram(decided).isSame)
    }
}
