import Foundation
import Photos
import Testing

@testable import HikingCollage

struct SavedStateTests {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("state-\(UUID().uuidString)")

    @Test func `keeps the token and what is on the collages`() throws {
        try inFolder { file in
            let token = try JSONDecoder().decode(PHPersistentChangeToken.self, from: Data(#""AAECAw==""#.utf8))
            let photo = CollagePhoto(
                identifier: "9F983DBA-EC35-42B8-8773-B597CF782EDD/L0/001",
                taken: Date(timeIntervalSinceReferenceDate: 802_345_678.123_456),
                modified: nil,
                isEdited: true,
                aspectRatio: 4.0 / 3.0,
                isShown: true
            )
            let hike = Hike(name: "Ridge walk", start: date("2026-06-14T08:00:00Z"), end: date("2026-06-14T17:30:00Z"))
            let collages = [Collage(hike: hike, photos: [photo.identifier: photo])]
            try SavedState(token: token, collages: []).write(to: file)
            try SavedState(token: token, collages: collages).write(to: file)

            let saved = try #require(try SavedState(contentsOf: file))
            #expect(saved.collages == collages)
            #expect(saved.changeToken == token)
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(names == [file.lastPathComponent])
        }
    }

    @Test func `has no token where its bytes were damaged`() throws {
        let token = try JSONDecoder().decode(PHPersistentChangeToken.self, from: Data(#""AAECAw==""#.utf8))
        var state = try SavedState(token: token, collages: [])
        state.token.removeLast(10)
        #expect(state.changeToken == nil)
        state.token = Data()
        #expect(state.changeToken == nil)
    }

    @Test func `is nothing where there is no file`() throws {
        try inFolder { file in
            let saved = try SavedState(contentsOf: file)
            #expect(saved == nil)
        }
    }

    @Test func `refuses a file that is something else`() throws {
        try inFolder { file in
            try Data(#"{"token": 5}"#.utf8).write(to: file)
            #expect(throws: StateError(message: "\(file.path) is no state file of this program")) {
                try SavedState(contentsOf: file)
            }
        }
    }

    private func inFolder(_ body: (_ file: URL) throws -> Void) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        do {
            try body(folder.appendingPathComponent("hikes.state"))
        } catch {
            try FileManager.default.removeItem(at: folder)
            throw error
        }
        try FileManager.default.removeItem(at: folder)
    }
}
