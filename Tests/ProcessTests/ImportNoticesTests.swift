import LibraryModel
import LibraryTestSupport
import LinuxSystem
import SamplePhotos
import Testing

extension RealPrograms {
    /// What an import takes in, and does not keep to itself.
    @Suite(.serialized, .timeLimit(.minutes(2))) struct ImportNoticesTests {
        private func photo(_ seed: UInt64, _ date: Int64, _ utcOffset: Int32? = nil) throws -> [UInt8] {
            let size = PixelSize(width: 64, height: 64)
            return try SamplePhoto(size: size, seed: seed, date: date, utcOffset: utcOffset).encoded()
        }

        private func describe(_ name: String, _ seconds: Int64, in folder: ScratchFolder) throws {
            let text = """
                {"title": "\(name)", "description": "Google's", "photoTakenTime": {"timestamp": "\(seconds)"},
                 "geoData": {"latitude": 0, "longitude": 0}, "url": "https://photos.google.com/x"}
                """
            try folder.write(Array(text.utf8), to: "photos/\(name).supplemental-metadata.json")
        }

        @Test func `damaged pictures and photos with two dates are named`() throws {
            let folder = try ScratchFolder()
            let server = try ServerProcess(in: folder)
            try FileNames.makeFolder(folder.file("photos"))
            let seconds: Int64 = 1_714_566_896
            let cut = try photo(1, seconds * 1_000_000)
            try folder.write(Array(cut.prefix(cut.count * 3 / 4)), to: "photos/cut.jpg")
            try folder.write(try photo(2, seconds * 1_000_000, 7_200), to: "photos/other.jpg")
            try describe("other.jpg", seconds + 60, in: folder)
            // Some hours apart: the camera's zone is not known, so it may be one moment.
            try folder.write(try photo(3, seconds * 1_000_000), to: "photos/same.jpg")
            try describe("same.jpg", seconds - 7_200, in: folder)

            let (from, report) = (folder.file("photos").text, folder.file("report.jsonl"))
            let first = try server.photos("import", from, "--report", report.text)
            #expect(first.status == .exited(0))
            #expect(first.output == "3 imported, 1 damaged, 1 with another date beside them\n", "\(first.errors)")
            #expect(first.errors.contains("photos/cut.jpg: part of the picture is missing or damaged\n"))
            #expect(!first.errors.contains("--report FILE"))
            let lines = String(decoding: try OwnedDescriptor(opening: report).readToEnd(limit: 1 << 20), as: UTF8.self)
                .split(separator: "\n")
            #expect(lines.filter { $0.contains("\"isDamaged\":true") }.map { $0.contains("/cut.jpg") } == [true])
            #expect(lines.filter { $0.contains("otherDate") }.count == 1)
            #expect(lines.contains { $0.contains("/other.jpg") && $0.contains("2024-05-01T12:35:56Z") })

            // They are there now, and nothing is new about them.
            #expect(try server.photos("import", from).output == "0 imported, 3 already there\n")
        }
    }
}
