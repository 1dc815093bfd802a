import Foundation
import LibraryClient
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import SamplePhotos
import Testing

extension RealPrograms {
    /// `photos privacy` over a real server: this test program is the app.
    @Suite(.serialized, .timeLimit(.minutes(3))) struct PrivacyCommandTests {
        private func words(_ output: String) -> [String] {
            output.split(whereSeparator: \.isWhitespace).map(String.init)
        }

        @Test func `an app is let in for a time, shown, undone, revoked and forgotten`() throws {
            let folder = try ScratchFolder()
            let server = try ServerProcess(in: folder)
            let app = server.app
            let identity = try ownIdentity()
            let photos = folder.file("photos")
            try FileNames.makeFolders(photos)
            for number in 1...3 {
                let bytes = try SamplePhoto(size: PixelSize(width: 8, height: 8), seed: UInt64(number)).encoded()
                try folder.write(bytes, to: "photos/\(number).jpg")
            }
            #expect(try server.photos("import", photos.text).status == .exited(0))

            #expect(try server.photos("privacy", "set", identity, "full", "--until", "2h").status == .exited(0))
            let listed = try server.photos("privacy", "list").output
            #expect(listed.contains("Asked for access") && listed.contains("full access"))
            #expect(listed.contains("until 2"))
            #expect(try server.photos("privacy", "set", identity, "full", "--until", "2001-01-01").status == .exited(2))
            #expect(try server.photos("privacy", "set", identity, "denied", "--until", "2h").status == .exited(2))
            #expect(try server.photos("privacy", "preferences", identity, "--confirm", "maybe").status == .exited(2))
            #expect(try server.photos("privacy", "preferences", identity, "--confirm", "off").status == .exited(0))
            let preferences = try server.photos("privacy", "preferences", identity).output
            #expect(preferences.contains("--confirm  off  ask you before"), "\(preferences)")
            #expect(preferences.contains("--silence  off") && preferences.contains("--places   on"))
            // Deciding about access leaves the preferences as they are.
            #expect(try server.photos("privacy", "set", identity, "full").status == .exited(0))
            #expect(words(try server.photos("privacy", "preferences", identity).output).contains("off"))

            let seen = try app.fetch(FetchRequest(.allAssets))
            #expect(seen.count == 3)
            let deleted = seen[1]
            _ = try app.perform(ChangeBlock(operations: [.deleteAssets([deleted])]))
            let shown = try server.photos("privacy", "show", identity)
            #expect(shown.status == .exited(0) && shown.output.contains("DELETED  KEPT"))
            #expect(try server.photos("privacy", "undo", identity, "--since", "2999-01-01").output.isEmpty)
            let undone = try server.photos("privacy", "undo", identity)
            #expect(words(undone.output) == [LocalIdentifier(.asset, deleted).string])
            #expect(try app.fetch(FetchRequest(.allAssets)).count == 3)
            let again = try server.photos("privacy", "undo", identity)
            #expect(again.status == .exited(0) && again.output.isEmpty && again.errors.contains("nothing to undo"))

            #expect(try server.photos("privacy", "set", identity, "limited").status == .exited(0))
            let name = LocalIdentifier(.asset, seen[0]).string
            #expect(try server.photos("privacy", "select", identity, name).status == .exited(0))
            #expect(words(try server.photos("privacy", "selection", identity).output) == [name])
            let exported = try JSONSerialization.jsonObject(
                with: Data(try server.photos("privacy", "list", "--json").output.utf8)
            )
            let described = try #require((exported as? [[String: Any]])?.first)
            #expect(described["selection"] as? [String] == [name])
            #expect(described["readWrite"] as? String == "limited")

            #expect(try server.photos("privacy", "revoke", identity).status == .exited(0))
            #expect(try app.authorizationStatus(for: .readWrite) == .denied)
            #expect(try app.authorizationStatus(for: .addOnly) == .denied)
            #expect(try server.photos("privacy", "forget", identity).status == .exited(0))
            #expect(try app.authorizationStatus(for: .readWrite) == .notDetermined)
            #expect(try server.photos("privacy", "selection", identity).output.isEmpty)
            #expect(try server.photos("privacy", "preferences", identity).errors.contains("has asked yet"))
            let unknown = try server.photos("privacy", "show", "/usr/bin/nobody")
            #expect(unknown.status == .exited(1) && unknown.errors.contains("has asked yet"))
            #expect(try server.stop().status == .exited(0))
        }
    }
}
