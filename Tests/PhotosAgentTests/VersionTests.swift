import LibraryModel
import LibraryTestSupport
import LinuxSystem
import Testing

@Suite struct VersionTests {
    @Test(arguments: ["photolibraryd", "photolibrary-media", "photos", "photos-agent"])
    func `every program says the same version, and ends`(_ program: String) throws {
        let finished = try RunningProgram.run(program, ["--version"])
        #expect(finished.status == .exited(0))
        #expect(finished.output == "\(program) \(Release.version) (OpenPhotoKit)\n")
        #expect(finished.errors.isEmpty)
    }

    @Test func `among other arguments it is one like them`() throws {
        #expect(Release.line(of: "photolibraryd", askedBy: ["--version", "--socket"]) == nil)
        #expect(Release.line(of: "photolibraryd", askedBy: [String]()) == nil)
    }
}
