import Foundation
import Photos
import Testing

@Suite struct PHCloudIdentifierTests {
    private let text = "F2F7A9B6-AD1A-4F7E-9F9A-6C2A1B0C3D4E:001:AbC+/="

    @Test func `is equal to another of the same text, also from an archive`() throws {
        let identifier = try #require(PHCloudIdentifier(archivalStringValue: text))
        let archive = try NSKeyedArchiver.archivedData(withRootObject: identifier, requiringSecureCoding: true)
        let read = try NSKeyedUnarchiver.unarchivedObject(ofClass: PHCloudIdentifier.self, from: archive)
        #expect(read == identifier)
        #expect(read?.archivalStringValue == text)
        #expect(Set([identifier, PHCloudIdentifier(archivalStringValue: text)]).count == 1)
        #expect(identifier != PHCloudIdentifier(archivalStringValue: text + "x"))
        #expect(identifier.copy() as? PHCloudIdentifier === identifier)
    }

    @Test func `texts that cannot be an identifier are refused`() {
        #expect(PHCloudIdentifier(archivalStringValue: "") == nil)
        #expect(PHCloudIdentifier(archivalStringValue: "a\nb") == nil)
        #expect(PHCloudIdentifier(archivalStringValue: String(repeating: "a", count: 1_025)) == nil)
        let longest = String(repeating: "a", count: 1_024)
        #expect(PHCloudIdentifier(archivalStringValue: longest)?.archivalStringValue == longest)
    }

    @Test func `every mapping is answered for, with not found`() throws {
        let identifier = try #require(PHCloudIdentifier(archivalStringValue: text))
        let library = PHPhotoLibrary.shared()
        let names = ["a/L0/001", "b/L0/040", "a/L0/001"]
        let cloud = library.cloudIdentifierMappings(forLocalIdentifiers: names)
        #expect(cloud.keys.sorted() == ["a/L0/001", "b/L0/040"])
        for result in cloud.values {
            #expect(throws: PHPhotosError.self) { try result.get() }
        }
        guard
            case .failure(PHPhotosError.identifierNotFound)? = library.localIdentifierMappings(for: [identifier])[
                identifier
            ]
        else {
            Issue.record("a mapping is there")
            return
        }
        #expect(library.localIdentifierMappings(forSynced: [identifier]).count == 1)
    }
}
