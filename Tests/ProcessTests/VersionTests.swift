import LibraryModel
import LibraryTestSupport
import LinuxSystem
import Testing

extension RealPrograms {
    /// What every program says of itself.
    @Suite(.serialized, .timeLimit(.minutes(2))) struct VersionTests {
        private static let programs = [
            "photolibraryd", "photolibrary-media", "photolibrary-sync", "photolibrary-upload", "photos", "photos-agent",
            "sample-photos",
        ]
        private static let examples = [
            "AlbumByMonth", "Camera", "Darkroom", "Editor", "Hello", "HikingCollage", "PhotoJournal", "PickPhotos",
            "Uploader",
        ]

        @Test(arguments: programs)
        func `every program says the same version, and ends`(_ program: String) throws {
            let finished = try RunningProgram.run(program, ["--version"])
            #expect(finished.status == .exited(0))
            #expect(finished.output == "\(program) \(Release.version) (OpenPhotoKit)\n")
            #expect(finished.errors.isEmpty)
        }

        @Test(arguments: programs + examples)
        func `every program says what it is, without a library`(_ program: String) throws {
            let finished = try RunningProgram.run(
                program,
                ["--help"],
                environment: ["PHOTOLIBRARY_SOCKET": "/nowhere/s"]
            )
            #expect(finished.status == .exited(0))
            #expect(finished.output.contains(program), "\(finished.output)")
            #expect(finished.errors.isEmpty, "\(finished.errors)")
        }

        @Test func `among other arguments it is one like them`() throws {
            #expect(Release.line(of: "photolibraryd", askedBy: ["--version", "--socket"]) == nil)
            #expect(Release.line(of: "photolibraryd", askedBy: [String]()) == nil)
        }
    }
}
