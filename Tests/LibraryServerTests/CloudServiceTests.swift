import LibraryModel
import LibraryTestSupport
import LinuxSystem
import Testing

@testable import LibraryServer

@Suite struct CloudServiceTests {
    private let folder: ScratchFolder
    private let key = [UInt8](repeating: 7, count: CloudSettings.keyLength)
    private let settings = CloudSettings(url: "folder:/mnt/share", deviceName: "one", joins: false)

    init() throws { folder = try ScratchFolder() }

    /// A service without a process.
    private func service() throws -> CloudService {
        let nowhere = try OwnedDescriptor(opening: "/dev/null", [.writeOnly])
        return try CloudService(bundle: folder.path, program: nil, log: EventLog(to: nowhere))
    }

    @Test func `settings, the key and the last report outlive the server, and nobody else may read the key`() throws {
        let report = CloudReport(.refused, reason: "no library")
        do {
            let service = try service()
            try service.set(settings, key: key)
            try service.take(report)
        }
        let service = try service()
        #expect(service.status.settings == settings && service.status.report == report)
        #expect(try service.key() == key)
        let file = try FileStatus(of: folder.file("cloud/key"), followingLinks: false)
        #expect(file.mode & 0o777 == 0o600)
        try service.set(nil, key: nil)
        #expect(service.status == CloudStatus())
        #expect(throws: LibraryError.self) { try service.key() }
        #expect(try self.service().status == CloudStatus())
        #expect(try FileStatus.ifPresent(folder.file("cloud/key")) == nil)
    }

    @Test func `a library that is set up changes its bucket only after it was ended`() throws {
        let service = try service()
        #expect(throws: LibraryError.self) { try service.set(settings, key: nil) }
        var plain = settings
        plain.isEncrypted = false
        #expect(throws: LibraryError.self) { try service.set(plain, key: key) }
        #expect(service.status == CloudStatus())
        try service.set(settings, key: key)
        var other = settings
        other.url = "folder:/elsewhere"
        #expect(throws: LibraryError.self) { try service.set(other, key: nil) }
        #expect(throws: LibraryError.self) { try service.set(settings, key: key) }
        var paused = settings
        paused.isPaused = true
        try service.set(paused, key: nil)
        #expect(try service.key() == key)
        #expect(service.status.settings?.isPaused == true)
    }

    @Test func `commands are numbered and wait until the process says that they are done, and only so many`() throws {
        let service = try service()
        #expect(throws: LibraryError.self) { try service.command(.synchronize) }
        #expect(throws: LibraryError.self) { try service.take(CloudReport(.idle)) }
        try service.set(settings, key: key)
        for number in 1...64 { #expect(try service.command(.synchronize).lastCommand == UInt64(number)) }
        #expect(throws: LibraryError.self) { try service.command(.verify) }
        var report = CloudReport(.idle)
        report.lastCommand = 1
        try service.take(report)
        #expect(try service.command(.verify).lastCommand == 65)
        #expect(throws: LibraryError.self) { try service.command(.verify) }
    }
}
