import Photos
import PhotosUI
import Testing

@testable import PickPhotos

@Suite struct PickPhotosTests {
    private func item(_ identifier: String, _ name: String) -> PickedFolder.Item {
        PickedFolder.Item(assetIdentifier: identifier, filename: name)
    }

    @Test func `what was selected before is kept, what is new is added, in the order of the selection`() {
        let merged = PickedFolder.merged(
            ["c", "a", "d", "x"],
            with: [item("a", "a.jpg"), item("b", "b.jpg"), item("c", "c.jpg")],
            // Of x no copy was made.
            copied: ["d": "d.jpg"]
        )
        #expect(merged == [item("c", "c.jpg"), item("a", "a.jpg"), item("d", "d.jpg")])
    }

    @Test func `a folder keeps to names of its own, and forgets what is selected no more`() throws {
        let scratch = FileManager.default.temporaryDirectory.appendingPathComponent("picked-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: scratch) }
        var folder = try PickedFolder(at: scratch.appendingPathComponent("into"))
        func add(_ text: String) throws -> String {
            let file = scratch.appendingPathComponent("photo.jpg")
            try Data(text.utf8).write(to: file)
            return try folder.add(file)
        }
        #expect(try [add("one"), add("two")] == ["photo.jpg", "photo-2.jpg"])
        #expect(try folder.take([item("a", "photo.jpg"), item("b", "photo-2.jpg")]) == [])
        var again = try PickedFolder(at: folder.url)
        #expect(again.present == folder.items)
        #expect(try again.take([item("b", "photo-2.jpg")]) == [item("a", "photo.jpg")])
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted() == [
                ".picked.json", "photo-2.jpg",
            ]
        )
        try FileManager.default.removeItem(at: folder.url.appendingPathComponent("photo-2.jpg"))
        #expect(try PickedFolder(at: folder.url).present == [])
    }

    @Test func `the command line says what is offered`() throws {
        let options = try Options([
            "--into", "/tmp/x", "--only", "images", "--only", "videos", "--without", "screenshots", "--limit", "3",
            "--ordered",
        ])
        #expect(options.folder.path == "/tmp/x")
        #expect(options.limit == 3 && options.isOrdered && !options.isCompatible)
        #expect(options.filter == .all(of: [.not(.screenshots), .any(of: [.images, .videos])]))
        #expect(try Options(["--into", "x"]).filter == nil)
        for wrong in [[], ["--into"], ["--into", "x", "--only", "cats"], ["--into", "x", "--limit", "-1"], ["x"]] {
            #expect(throws: UsageError.self) { try Options(wrong) }
        }
    }

    @Test func `a bar shows how much is done, and no control characters`() {
        #expect(ProgressBars.line("a", 0) == "[------------------------------] 0 % a")
        #expect(ProgressBars.line("a", 0.5) == "[###############---------------] 50 % a")
        #expect(ProgressBars.line("a\u{1B}[2J", 1) == "[##############################] 100 % a[2J")
    }
}
