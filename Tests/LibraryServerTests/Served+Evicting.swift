import LibraryClient
import LibraryModel
import LibraryTestSupport
import LinuxSystem

/// Originals that are in the bucket alone: the test is the process that synchronises, and the bucket.
extension Served {
    /// Sets synchronisation up, with no original kept here.
    func optimizeStorage() throws {
        var settings = CloudSettings(url: "folder:/nowhere", deviceName: "one", joins: false)
        settings.isEncrypted = false
        settings.keptBytes = 0
        try owner.setCloud(settings)
    }

    /// The digest of a photo's original.
    func digest(_ photo: Int) throws -> [UInt8] { try owner.resources(of: photos[photo])[0].digest }

    func path(_ content: [UInt8]) -> FilePath {
        let digits = content.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        return folder.file("Test.photolibrary/originals/\(digits.prefix(2))/\(digits)")
    }

    func exists(_ content: [UInt8]) throws -> Bool { try FileStatus.ifPresent(path(content)) != nil }

    /// Evicts a photo's original. Returns its bytes.
    @discardableResult
    func evict(_ photo: Int) throws -> [UInt8] {
        let content = try digest(photo)
        let bytes = try OwnedDescriptor(opening: path(content), [.readOnly]).readToEnd(limit: 1 << 20)
        try owner.evict(content, generation: 1)
        return bytes
    }

    func offer(_ bytes: [UInt8], as content: [UInt8]) throws {
        try owner.offer(try SealedMemory.make(bytes.span), content: content)
    }
}
