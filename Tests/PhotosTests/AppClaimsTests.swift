import Foundation
import LibraryClient
import LibraryTestSupport
import LinuxSystem
import Testing

@testable import AppLibrary

/// What a program's Info.plist says of it.
@Suite struct AppClaimsTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try folder.write([], to: "journal")
    }

    private func write(_ properties: [String: Any], to name: String) throws {
        let format = PropertyListSerialization.PropertyListFormat.xml
        let data = try PropertyListSerialization.data(fromPropertyList: properties, format: format, options: 0)
        let file = URL(fileURLWithPath: folder.file(name).text)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try data.write(to: file)
    }

    private var claims: AppClaims { AppClaims(ofProgram: URL(fileURLWithPath: folder.file("journal").text)) }

    @Test func `a program without an Info.plist says nothing`() { #expect(claims == AppClaims()) }

    @Test(arguments: ["Info.plist", "journal.resources/Info.plist"])
    func `the keys of Apple's systems are read`(_ place: String) throws {
        try write(
            [
                "CFBundleName": "Journal", "CFBundleExecutable": "journal",
                "NSPhotoLibraryUsageDescription": "For entries.",
                "NSPhotoLibraryAddUsageDescription": "For drawings.",
                "PHPhotoLibraryPreventAutomaticLimitedAccessAlert": true,
            ],
            to: place
        )
        var expected = AppClaims()
        expected.name = "Journal"
        expected.usageDescription = "For entries."
        expected.addUsageDescription = "For drawings."
        expected.preventsAutomaticQuestion = true
        #expect(claims == expected)
    }

    @Test func `the name to be shown comes first`() throws {
        try write(["CFBundleName": "jrnl", "CFBundleDisplayName": "My Journal"], to: "Info.plist")
        #expect(claims.name == "My Journal")
    }

    @Test func `a file of another program in the same folder is not this one's`() throws {
        try write(["CFBundleName": "Other", "CFBundleExecutable": "other"], to: "Info.plist")
        #expect(claims == AppClaims())
        try write(["CFBundleName": "Journal"], to: "journal.resources/Info.plist")
        #expect(claims.name == "Journal")
    }

    @Test func `what is no property list, or has values of other kinds, says nothing`() throws {
        try folder.write(Array("<plist><dict>".utf8), to: "Info.plist")
        #expect(claims == AppClaims())
        try write(["CFBundleName": 7, "NSPhotoLibraryUsageDescription": ["x"]], to: "Info.plist")
        #expect(claims == AppClaims())
    }
}
