import Glibc
import LibraryTestSupport
import LinuxSystem
import Synchronization
import Testing

/// A file system of a program that does not answer everything (FUSE), mounted for a test, with one file.
final class HangingDrive: Sendable {
    private let program: RealPrograms.IdentityTests.Actor
    private let place: FilePath
    private let isMounted = Atomic(true)
    /// What the file system does not answer, for processes other than the test's own.
    static let calls = ["read", "flush", "getattr", "read,flush,getattr,statfs"]

    /// `silent`: what is not answered.
    init(silent calls: String, in folder: ScratchFolder) throws {
        place = folder.file("drive")
        try FileNames.makeFolder(place)
        program = try RealPrograms.IdentityTests.Actor(
            BuiltProgram.path("identity-actor"),
            ["hang", calls, "\(OwnProcess.processIdentifier)", place.text, "say", "mounted", "pause"]
        )
        try #require(program.waitForOutput(containing: "mounted"))
    }

    deinit {
        do { try end() } catch { Issue.record("\(error)") }
    }

    /// Whoever waits for it is answered by the kernel now.
    func end() throws {
        guard isMounted.exchange(false, ordering: .relaxed) else { return }
        try program.send(signal: SIGKILL)
        let result = unsafe umount2(place.text, CInt(MNT_DETACH))
        #expect(result == 0, "umount2: \(errno)")
    }

    /// The drive's file, which is the actor's program.
    var file: FilePath { place.appending("file") }

    func open() throws -> OwnedDescriptor { try OwnedDescriptor(opening: file) }

    /// From now on nothing is answered.
    func fallSilent() { #expect(throws: SystemCallError.self) { try FileStatus(of: place.appending("silence")) } }
}
