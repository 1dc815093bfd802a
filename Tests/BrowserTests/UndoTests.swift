import BrowserDriver
import LibraryClient
import LibraryModel
import Testing

extension BrowserTests {
    /// What an app changed is looked at on its page, and taken back.
    @Suite struct UndoTests {
        /// The app's page, after it changed, in three blocks, photos and an album of the person's.
        private func showHistory(
            _ scene: Scene,
            _ page: Page,
            then changeAgain: (_ album: ObjectID) throws -> Void = { _ in }
        ) async throws -> (album: ObjectID, blocks: [UInt64]) {
            let album = try scene.owner.mintIdentifiers(1)[0]
            let members = scene.photos.prefix(6).map { LocalIdentifier(.asset, $0) }
            _ = try scene.owner.perform(
                ChangeBlock(operations: [
                    .createCollection(.assetCollection, album, title: "<b>Summer</b>", parent: nil),
                    .insertMembers(.album(album), Array(members), at: nil),
                ])
            )
            try scene.decide(.authorized)
            let identity = try Scene.identity
            try scene.owner.setPreferences(ofApp: identity, confirmsChanges: false)
            var words = AssetUpdate()
            (words.title, words.isFavorite, words.creationDate) = (.set("By the app"), true, .set(0))
            let done: [[ChangeOperation]] = [
                [.updateAsset(scene.photos[0], words), .updateAsset(scene.photos[1], words)],
                [
                    .removeMembers(.album(album), Array(members.prefix(4))),
                    .renameCollection(.assetCollection, album, title: "App’s"),
                ],
                [.deleteAssets([scene.photos[7], scene.photos[8]])],
            ]
            try await Background.run {
                let app = scene.app()
                for operations in done { _ = try app.perform(ChangeBlock(operations: operations)) }
            }
            try changeAgain(album)
            try await page.reload()
            try await page.click("a.row")
            try await page.wait(for: "document.querySelectorAll('.row-actions').length === 3")
            let changes = try scene.owner.latestChanges(ofApp: identity, limit: 9)
            return (album, changes.transactions.map(\.sequence))
        }

        private func members(of album: ObjectID, _ scene: Scene) throws -> [ObjectID] {
            let found = try scene.owner.fetch(FetchRequest(.assets(inCollection: album)))
            return (0..<found.count).map { found[$0] }
        }

        @Test func `each thing that an app did is listed with its kinds, and one of them is taken back`() async throws {
            try await withScene(photos: 10) { scene, page in
                let (album, blocks) = try await showHistory(scene, page)
                #expect(
                    try await page.texts(".row:has(.row-actions) .row-text > span:first-child")
                        == ["Deleted 2 items", "Changed 1 album", "Changed 2 items"]
                )
                let notes = try await page.texts(".row:has(.row-actions) .row-note")
                #expect(notes[1].hasSuffix(": titles and what is in albums"))
                #expect(notes[2].hasSuffix(": dates, favorites, and titles"))
                try await page.screenshot("undo")
                try await page.resize(400, 1_600)
                try await page.screenshot("undo-narrow")
                try await page.resize(1_200, 1_600)
                try await page.screenshot("undo-wide")
                // Of the newest there is nothing since.
                #expect(try await page.count("[data-control^=undo-since-]") == 2)

                try await page.click("[data-control=undo-\(blocks[1])]")
                let toast = "document.querySelector('.toast')?.textContent"
                try await page.wait(for: "\(toast) === '1 album or folder as before.'")
                try await page.wait(for: "!document.querySelector('[data-control=undo-\(blocks[1])]')")
                #expect(try members(of: album, scene) == Array(scene.photos.prefix(6)))
                let found = try scene.owner.fetch(FetchRequest(.identifiers(.assetCollection, [album])))
                #expect(try scene.owner.collections(found, 0..<1).title == ["<b>Summer</b>"])
                // What it did besides is as it was.
                #expect(try scene.owner.details(of: [scene.photos[0]]).map(\.title) == ["By the app"])
                #expect(try scene.owner.count(FetchRequest(.allAssets)) == 8)
                try await page.wait(for: "document.activeElement.dataset.control === 'history'")
            }
        }

        @Test func `everything since a time is taken back, and what was changed again since is told`() async throws {
            try await withScene(photos: 10) { scene, page in
                var update = AssetUpdate()
                update.title = .set("<i>Mine</i>")
                let mine = ChangeOperation.updateAsset(scene.photos[1], update)
                let (album, blocks) = try await showHistory(scene, page) { album in
                    let rename = ChangeOperation.renameCollection(.assetCollection, album, title: "Winter")
                    _ = try scene.owner.perform(ChangeBlock(operations: [mine, rename]))
                }
                try await page.click("[data-control=undo-since-\(blocks[2])]")
                try await page.wait(for: "document.querySelectorAll('.left-row').length === 2")
                let left = try await page.texts(".left-row .row-text > span:first-child")
                #expect(left == ["“\u{2068}Winter\u{2069}”: Title", "Title"])
                #expect(
                    try await page.texts(".left-row .row-note") == [
                        "It was “\u{2068}<b>Summer</b>\u{2069}”, and is “\u{2068}Winter\u{2069}” now.",
                        "It was empty, and is “\u{2068}<i>Mine</i>\u{2069}” now.",
                    ]
                )
                try await page.wait(for: "document.querySelector('.left-row img').naturalWidth > 0")
                try await page.resize(400, 1_600)
                try await page.screenshot("undo-left-narrow")
                try await page.resize(1_200, 1_600)
                try await page.screenshot("undo-left-wide")
                try await page.show(.dark)
                try await page.screenshot("undo-left-dark")
                try await page.wait(for: "document.activeElement.dataset.control === 'undo-leave'")
                #expect(try scene.owner.count(FetchRequest(.allAssets)) == 10)
                #expect(try members(of: album, scene) == Array(scene.photos.prefix(6)))
                let titles = try scene.owner.details(of: Array(scene.photos.prefix(2))).map(\.title)
                #expect(titles == [nil, "<i>Mine</i>"])

                try await page.click("[data-control=undo-forced]")
                try await page.wait(for: "!document.querySelector('.left')")
                try await page.wait(for: "!document.querySelector('[data-control^=undo-]')")
                // The page is done when it has moved the focus from what is not there any more.
                try await page.wait(for: "document.activeElement.dataset.control === 'history'")
                #expect(try scene.owner.details(of: [scene.photos[1]]).map(\.title) == [nil])
            }
        }
    }
}
