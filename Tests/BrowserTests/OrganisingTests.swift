import BrowserDriver
import LibraryClient
import LibraryModel
import LibraryTestSupport
import Testing

extension BrowserTests {
    /// Albums and folders by mouse: what is carried where.
    @Suite struct OrganisingTests {
        private func make(_ scene: Scene, _ kind: ObjectKind, _ title: String) throws -> ObjectID {
            let id = try scene.owner.mintIdentifiers(1)[0]
            let operation = ChangeOperation.createCollection(kind, id, title: title, parent: nil)
            _ = try scene.owner.perform(ChangeBlock(operations: [operation]))
            return id
        }

        private func node(_ id: ObjectID) -> String {
            ".album-list [data-node='\(LocalIdentifier(.asset, id).string.prefix(36))']"
        }

        private func isInFolder(_ id: ObjectID) -> String {
            "document.querySelector(\"\(node(id))\")?.closest('.album-tree .album-tree')"
        }

        private func members(_ scene: Scene, _ album: ObjectID) throws -> [ObjectID] {
            let found = try scene.owner.fetch(FetchRequest(.assets(inCollection: album)))
            return (0..<found.count).map { found[$0] }
        }

        @Test func `photos are carried onto an album, and albums into folders and out again`() async throws {
            try await withScene(photos: 6) { scene, page in
                let folder = try make(scene, .collectionList, "Travel")
                let album = try make(scene, .assetCollection, "Alps")
                try await page.click(".places a[href='#library']")
                try await page.wait(for: "document.querySelector('.library .cell.loaded')")
                try await page.wait(for: "document.querySelector(\"\(node(album))\")")
                // A drag from a photo that is not selected selects.
                try await page.drag(over: [cell(0), cell(1)])
                try await page.wait(for: "document.querySelectorAll('[aria-selected=true]').length === 2")
                try await page.drag(over: [cell(1), node(folder), node(album)])
                try await page.wait(for: "document.querySelector('.toast')?.textContent.includes('in “')")
                #expect(try members(scene, album) == [scene.photos[0], scene.photos[1]])
                #expect(try await page.count("[aria-selected=true]") == 2)
                try await page.screenshot("organising")
                try await page.drag(over: [node(album), node(folder)])
                try await page.wait(for: isInFolder(album))
                #expect(try await page.text("h1") == "All Photos")
                // Nothing is put into itself, and an album is none to put one into.
                try await page.drag(over: [node(folder), node(album)])
                try await page.drag(over: [node(album), ".album-list h2[data-node]"])
                try await page.wait(for: "!\(isInFolder(album))")
                #expect(try await page.accessibilityProblems() == [])
            }
        }

        @Test func `the photos of an album are put in order`() async throws {
            try await withScene(photos: 3) { scene, page in
                let album = try make(scene, .assetCollection, "Alps")
                let members = scene.photos.map { LocalIdentifier(.asset, $0) }
                let operation = ChangeOperation.insertMembers(.album(album), members, at: nil)
                _ = try scene.owner.perform(ChangeBlock(operations: [operation]))
                try await page.click(".places a[href='#library']")
                try await page.wait(for: "document.querySelector(\"\(node(album))\")")
                try await page.click("\(node(album)) .album-edit")
                try await page.wait(for: "document.querySelector('dialog [name=order]')")
                #expect(try await page.accessibilityProblems() == [])
                try await page.run("document.querySelector('dialog [name=order]').value = 'date'")
                try await page.click("dialog [data-answer=submit]")
                try await page.wait(for: "!document.querySelector('dialog')")
                #expect(try self.members(scene, album) == scene.photos.reversed())
            }
        }
    }
}
