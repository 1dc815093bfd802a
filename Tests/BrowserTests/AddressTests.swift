import BrowserDriver
import LibraryClient
import LibraryModel
import Testing

extension BrowserTests {
    /// Places in the library have addresses: one goes back to where one was, and finds it again after a reload.
    @Suite struct AddressTests {
        private func isAt(_ title: String, _ address: String) -> String {
            "document.querySelector('h1').textContent === '\(title)' && location.hash === '\(address)'"
        }

        @Test func `one goes back and forward between albums and shelves, and a reload stays there`() async throws {
            try await withScene(photos: 5) { scene, page in
                let album = try scene.owner.mintIdentifiers(1)[0]
                _ = try scene.owner.perform(
                    ChangeBlock(operations: [
                        .createCollection(.assetCollection, album, title: "Alps", parent: nil),
                        .insertMembers(.album(album), [LocalIdentifier(.asset, scene.photos[2])], at: nil),
                        .deleteAssets([scene.photos[0]]),
                    ])
                )
                try await page.click(".places a[href='#library']")
                try await page.wait(for: isAt("All Photos", "#library"))
                try await page.click(".album-tree .album")
                let key: String = try await page.value(
                    of: "document.querySelector('.album-tree .album').dataset.album"
                )
                try await page.wait(for: isAt("Alps", "#library/album/\(key)"))
                try await page.click(".album[data-album='shelf:deleted']")
                try await page.wait(for: isAt("Recently Deleted", "#library/shelf/deleted"))
                try await page.reload()
                try await page.wait(for: isAt("Recently Deleted", "#library/shelf/deleted"))
                try await page.wait(for: "document.querySelectorAll('.cell.loaded').length === 1")
                #expect(try await page.text(".album[aria-current] .album-title") == "Recently Deleted")
                try await page.run("history.back()")
                try await page.wait(for: isAt("Alps", "#library/album/\(key)"))
                // A photo that is looked at is none of the place that one goes back to.
                try await page.click(cell(0))
                try await page.wait(for: "document.querySelector('dialog')")
                try await page.run("history.back()")
                try await page.wait(for: isAt("All Photos", "#library"))
                try await page.wait(for: "!document.querySelector('dialog')")
                try await page.run("history.forward()")
                try await page.wait(for: isAt("Alps", "#library/album/\(key)"))
                // The album is gone: all photos are there, and going back does not lead to it.
                try await Background.run {
                    let operation = ChangeOperation.deleteCollections(.assetCollection, [album])
                    _ = try scene.owner.perform(ChangeBlock(operations: [operation]))
                }
                try await page.wait(for: isAt("All Photos", "#library"))
                try await page.run("history.back()")
                try await page.wait(for: isAt("All Photos", "#library"))
                try await page.run("location.hash = '#library/shelf/none'")
                try await page.wait(for: isAt("All Photos", "#library"))
            }
        }

        @Test func `one goes back from photos of a cluster to the map, and forward to them`() async throws {
            try await withScene(photos: 5) { scene, page in
                var update = AssetUpdate()
                update.location = .set(Coordinate(latitude: 35.0116, longitude: 135.7681))
                _ = try scene.owner.perform(ChangeBlock(operations: [.updateAsset(scene.photos[0], update)]))
                try await page.run("location.hash = '#library/view/map'")
                try await page.click(".map-cluster")
                let isNear = "document.querySelector('h1').textContent.includes('Japan')"
                try await page.wait(for: isNear)
                try await page.wait(for: "document.querySelectorAll('.cell.loaded').length === 1")
                try await page.run("history.back()")
                try await page.wait(for: isAt("Map", "#library/view/map"))
                // The photos below the map are not for a screen reader or the Tab key.
                try await page.wait(for: "document.querySelector('.map-cluster').checkVisibility()")
                let isHidden = "!document.querySelector('.grid').checkVisibility({ checkVisibilityCSS: true })"
                #expect(try await page.value(of: isHidden, as: Bool.self))
                let said = "document.getElementById('announcements').textContent"
                try await page.wait(for: "\(said) === '1 item in 1 place on the map'")
                try await page.run("history.forward()")
                try await page.wait(for: isNear)
                try await page.reload()
                try await page.wait(for: isNear)
                try await page.wait(for: "document.querySelectorAll('.cell.loaded').length === 1")
            }
        }

        @Test func `an address shows what is hidden only after the question`() async throws {
            try await withScene(photos: 3) { scene, page in
                var update = AssetUpdate()
                update.isHidden = true
                _ = try scene.owner.perform(ChangeBlock(operations: [.updateAsset(scene.photos[0], update)]))
                try await page.run("location.hash = '#library/shelf/hidden'")
                try await page.wait(for: "document.querySelector('dialog.question')")
                try await page.click(answer("cancel"))
                try await page.wait(for: isAt("All Photos", "#library"))
                try await page.wait(for: "document.querySelectorAll('.cell.loaded').length === 2")
                try await page.click(".album[data-album='shelf:hidden']")
                try await page.click(answer("show"))
                try await page.wait(for: isAt("Hidden", "#library/shelf/hidden"))
                try await page.reload()
                try await page.wait(for: "document.querySelector('dialog.question')")
                #expect(try await page.text("h1") == "All Photos")
                // Who goes elsewhere does not take the question along.
                try await page.run("location.hash = '#library'")
                try await page.wait(for: "!document.querySelector('dialog')")
                try await page.run("history.back()")
                try await page.wait(for: "document.querySelector('dialog.question')")
                try await page.run("history.forward()")
                try await page.wait(for: "!document.querySelector('dialog')")
                try await page.run("location.hash = '#cloud'")
                try await page.wait(for: "document.querySelector('h1').textContent !== 'All Photos'")
                try await page.run("history.go(-2)")
                try await page.wait(for: "document.querySelector('dialog.question')")
                try await page.run("location.hash = '#cloud'")
                try await page.wait(for: "!document.querySelector('dialog') && location.hash === '#cloud'")
                try await page.run("history.back()")
                try await page.wait(for: "document.querySelector('dialog.question')")
                #expect(try await page.count("dialog") == 1)
                try await page.click(answer("show"))
                try await page.wait(for: isAt("Hidden", "#library/shelf/hidden"))
                try await page.wait(for: "document.querySelectorAll('.cell.loaded').length === 1")
            }
        }
    }
}
