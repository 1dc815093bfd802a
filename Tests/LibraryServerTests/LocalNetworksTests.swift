import Testing

@testable import UploadWorker

/// Which addresses are of this machine's networks.
@Suite struct LocalNetworksTests {
    private let networks = LocalNetworks([
        (address: [203, 0, 113, 77], mask: [255, 255, 255, 192]),
        (
            address: [0x26, 0, 0, 1, 0, 2, 0, 3, 0, 0, 0, 0, 0, 0, 0, 9],
            mask: [255, 255, 255, 255, 255, 255, 255, 255, 0, 0, 0, 0, 0, 0, 0, 0]
        ),
    ])

    @Test func `a public address of this machine, or of a neighbour, is local`() {
        #expect(networks.contains([203, 0, 113, 77]) && networks.contains([203, 0, 113, 64]))
        #expect(!networks.contains([203, 0, 113, 63]) && !networks.contains([203, 0, 113, 128]))
        #expect(networks.contains([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 203, 0, 113, 77]))
        #expect(networks.contains([0x26, 0, 0, 1, 0, 2, 0, 3, 1, 2, 3, 4, 5, 6, 7, 8]))
        #expect(!networks.contains([0x26, 0, 0, 1, 0, 2, 0, 4, 0, 0, 0, 0, 0, 0, 0, 9]))
        #expect(!networks.contains([]))
    }

    @Test func `the machine's own networks have its loopback addresses`() throws {
        let current = try LocalNetworks.current()
        #expect(current.contains([127, 0, 0, 1]) && !current.contains([8, 8, 8, 8]))
    }
}
