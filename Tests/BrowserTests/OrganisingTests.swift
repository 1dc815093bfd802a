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

        @Test func `who has deleted what was selected, or undone that, goes on in the grid`() async throws {
            try await withScene(photos: 4) { scene, page in
                try await page.click(".places a[href='#library']")
                try await page.wait(for: "document.querySelector('.library .cell.loaded')")
                let isInGrid = "document.activeElement.matches('.grid')"
                for _ in 0..<2 {
                    try await page.click("\(cell(0)) .mark")
                    try await page.click(".tray-tools [data-action=delete]")
                    try await page.wait(for: "document.querySelector('.toast-action')")
                    try await page.wait(for: isInGrid)
                    #expect(try scene.owner.fetch(FetchRequest(.allAssets)).count == 3)
                    try await page.click(".toast-action")
                    try await page.wait(for: "document.querySelector('.bar-subtitle').textContent.startsWith('4')")
                    try await page.wait(for: isInGrid)
                }
                // An empty place is told as it is shown.
                try await page.click(".album[data-album='shelf:deleted']")
                try await page.wait(for: "document.getElementById('announcements').textContent === 'Nothing here'")
            }
        }

        private func order(_ scene: Scene) throws -> [String] {
            let found = try scene.owner.fetch(FetchRequest(.children(ofList: nil)))
            return try scene.owner.collections(found, 0..<found.count).title
        }

        private func save(_ page: Page, _ name: String, _ choice: String) async throws {
            try await page.wait(for: "document.querySelector('dialog [name=\(name)]')")
            #expect(try await page.accessibilityProblems() == [])
            try await page.run("document.querySelector('dialog [name=\(name)]').value = '\(choice)'")
            try await page.click("dialog [data-answer=submit]")
            try await page.wait(for: "!document.querySelector('dialog')")
        }

        private func titles(_ wanted: String) -> String {
            """
            [...document.querySelectorAll('.album-list [data-node] .album-title')].map((node) => node.textContent).join(' ')
                === '\(wanted)'
            """
        }

        @Test func `albums have an order of one's own, by mouse and by form, or are sorted, and that is undone`()
            async throws
        {
            try await withScene(photos: 3) { scene, page in
                let ids = try ["Berlin", "Alps", "Corfu"].map { try make(scene, .assetCollection, $0) }
                let folder = try make(scene, .collectionList, "Work")
                let newest = [LocalIdentifier(.asset, scene.photos[0])]
                let oldest = [LocalIdentifier(.asset, scene.photos[2])]
                let fill: [ChangeOperation] = [
                    .insertMembers(.album(ids[0]), oldest, at: nil), .insertMembers(.album(ids[2]), newest, at: nil),
                ]
                _ = try scene.owner.perform(ChangeBlock(operations: fill))
                try await page.click(".places a[href='#library']")
                try await page.wait(for: titles("Berlin Alps Corfu Work"))
                // The middle of an album is the beginning of its lower half.
                try await page.drag(over: [node(ids[0]), node(ids[2])])
                try await page.wait(for: titles("Alps Corfu Berlin Work"))
                #expect(try order(scene) == ["Alps", "Corfu", "Berlin", "Work"])
                #expect(try await page.text(".toast").contains("before “\u{2068}Work\u{2069}”"))
                // By a form, which knows where it is.
                try await page.click("\(node(ids[2])) .album-edit")
                try await page.wait(for: "document.querySelector('dialog [name=place]')")
                let berlin = LocalIdentifier(.asset, ids[0]).string.prefix(36)
                #expect(try await page.value(of: "document.querySelector('dialog [name=place]').value") == "\(berlin)")
                try await page.screenshot("album-place")
                try await save(page, "place", "")
                try await page.wait(for: titles("Alps Berlin Work Corfu"))
                try await page.click("\(node(folder)) .album-edit")
                try await save(page, "place", "\(berlin)")
                try await page.wait(for: titles("Alps Work Berlin Corfu"))
                for (by, wanted) in [
                    ("name", "Alps Berlin Corfu Work"), ("newest", "Corfu Berlin Alps Work"),
                    ("oldest", "Berlin Corfu Alps Work"),
                ] {
                    try await page.click(".album-list [data-entry=order]")
                    try await save(page, "order", by)
                    try await page.wait(for: titles(wanted))
                    #expect(try order(scene).joined(separator: " ") == wanted)
                }
                #expect(try await page.accessibilityProblems() == [])
                try await page.screenshot("album-order")
                try await page.click("a[href='#changes']")
                try await page.wait(for: "document.querySelector('.changes-row button')")
                try await page.click(".changes-row button")
                try await page.wait(for: "document.querySelector('.toast')")
                #expect(try order(scene) == ["Corfu", "Berlin", "Alps", "Work"])
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
