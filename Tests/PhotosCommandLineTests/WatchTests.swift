import LibraryClient
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import Testing

@testable import PhotosCommandLine

@Suite(.timeLimit(.minutes(1))) struct WatchTests {
    private struct Told: Error {}

    @Test func `a change is told though a call failed, without another ring`() throws {
        let folder = try ScratchFolder()
        let library = try InProcessLibrary(in: folder)
        let faults = ConnectionFaults()
        let client = library.owner(with: faults)
        var said: [String] = []
        var looks = 0
        #expect(throws: Told.self) {
            try WatchCommand.follow(client) { line in
                said.append(line)
            } _: { token in
                looks += 1
                if looks == 1 {
                    // From here on the connection for calls is away once. That for rings stays.
                    faults.refuseNextConnection()
                    try faults.end(0)
                    let album = try library.owner.mintIdentifiers(1)[0]
                    let operation = ChangeOperation.createCollection(.assetCollection, album, title: "A", parent: nil)
                    _ = try library.owner.perform(ChangeBlock(operations: [operation]))
                }
                let page = try client.history(since: token)
                if !page.objects.isEmpty { throw Told() }
                return page.next
            }
        }
        #expect(said.count == 2 && said[1].contains("waiting for it"))
        try library.stop()
    }
}
