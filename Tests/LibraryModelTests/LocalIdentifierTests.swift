import LibraryModel
import Testing

@Suite struct LocalIdentifierTests {
    static let id = ObjectID(high: 0x9F98_3DBA_EC35_42B8, low: 0x8773_B597_CF78_2EDD)

    @Test(
        arguments: [
            (ObjectKind.asset, "9F983DBA-EC35-42B8-8773-B597CF782EDD/L0/001"),
            (.assetCollection, "9F983DBA-EC35-42B8-8773-B597CF782EDD/L0/040"),
            (.collectionList, "9F983DBA-EC35-42B8-8773-B597CF782EDD/L0/020"),
        ]
    )
    func `the text tells the kind`(kind: ObjectKind, text: String) {
        let identifier = LocalIdentifier(kind, LocalIdentifierTests.id)
        #expect(identifier.string == text)
        #expect(LocalIdentifier(text) == identifier)
        #expect(LocalIdentifier(text.lowercased().replacing("/l0/", with: "/L0/")) == identifier)
    }

    @Test(
        arguments: [
            "", "9F983DBA-EC35-42B8-8773-B597CF782EDD", "9F983DBA-EC35-42B8-8773-B597CF782EDD/L0/002",
            "9F983DBAEEC35-42B8-8773-B597CF782EDD/L0/001", "9F983DBG-EC35-42B8-8773-B597CF782EDD/L0/001",
            "9F983DBA-EC35-42B8-8773-B597CF782EDD/L0/0011", "9F983DBA-EC35-42B8-8773-B597CF782ED\u{E9}/L0/01",
        ]
    )
    func `anything else is no identifier`(text: String) {
        #expect(LocalIdentifier(text) == nil)
    }

    @Test func `an identifier's bytes come first to last`() {
        #expect(LocalIdentifierTests.id.bytes.prefix(2) == [0x9F, 0x98])
        #expect(ObjectID(bytes: LocalIdentifierTests.id.bytes) == LocalIdentifierTests.id)
        #expect(ObjectID(bytes: [1, 2, 3]) == nil)
        #expect(LocalIdentifierTests.id.hexadecimal == "9f983dbaec3542b88773b597cf782edd")
    }
}
