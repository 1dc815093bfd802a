import BrowserDriver
import Foundation
import LibraryClient
import LibraryModel
import Testing

extension BrowserTests {
    @Suite struct PrivacyTests {
        @Test func `nobody has asked yet`() async throws {
            try await withScene(photos: 1) { _, page in
                try await page.wait(for: "document.querySelector('.empty-page')")
                try await page.screenshot("privacy-empty")
            }
        }

        @Test func `access is taken away at once`() async throws {
            try await withScene(photos: 5) { scene, page in
                try scene.decide(.authorized)
                let app = scene.app()
                #expect(try app.count(FetchRequest(.allAssets)) == 5)
                try await page.reload()
                try await page.wait(for: "document.querySelector('.row-value')?.textContent === 'Full access'")
                try await page.screenshot("privacy")
                try await page.show(.dark)
                try await page.screenshot("privacy-dark")
                try await page.click("a.row")
                try await page.click("[data-control=readWrite-denied]")
                try await page.wait(for: "document.getElementById('announcements').textContent.endsWith(': No access')")
                #expect(try app.authorizationStatus(for: .readWrite) == .denied)
                try await page.wait(for: "document.querySelector('[data-control=readWrite-denied]').checked")
                // The control that was used still has the focus.
                let focused: String = try await page.value(of: "document.activeElement.dataset.control")
                #expect(focused == "readWrite-denied")
                try await page.click(".back")
                try await page.wait(for: "document.querySelector('.row-value')?.textContent === 'No access'")
            }
        }

        @Test func `what an app may see is looked at and changed`() async throws {
            try await withScene { scene, page in
                try scene.decide(.limited, selecting: [scene.photos[2], scene.photos[7]])
                try await page.reload()
                try await page.click("a.row")
                try await page.click("[data-control=selection]")
                try await page.wait(for: "document.querySelectorAll('.cell[aria-selected=true]').length === 2")
                try await page.click(cell(2))
                try await page.click(cell(0))
                try await page.click(cell(1))
                try await page.click(".confirm")
                try await page.wait(for: "document.querySelector('.row-indented')?.textContent.startsWith('3 items')")
                #expect(try scene.selection == [scene.photos[0], scene.photos[1], scene.photos[7]])
                try await page.screenshot("privacy-app")
                // A single one is taken away, and the next one has the focus.
                try await page.wait(for: "document.querySelectorAll('.app-photos img').length === 3")
                try await page.click(".app-photos button")
                try await page.wait(for: "document.querySelectorAll('.app-photos img').length === 2")
                #expect(try scene.selection.count == 2)
                let focused: String = try await page.value(of: "document.activeElement.dataset.control ?? ''")
                #expect(focused.hasPrefix("takeAway-"))
            }
        }

        @Test func `an app that waits does not tear the person from what they edit`() async throws {
            try await withScene(photos: 5) { scene, page in
                try scene.decide(.limited, selecting: [scene.photos[2]])
                try await page.reload()
                try await page.click("a.row")
                try await page.click("[data-control=selection]")
                try await page.click(cell(0))
                let pick = try await scene.begin(PickerConfiguration())
                try await page.wait(for: "document.querySelector('.banner-queue button')")
                #expect(try await page.count("[aria-selected=true]") == 2)
                try await page.screenshot("privacy-held-back")
                try await page.click(".confirm")
                // Nor does it come by itself then.
                try await page.wait(for: "!document.querySelector('.browser')")
                try await page.click(".banner-queue button")
                try await page.wait(for: "document.querySelector('h1').textContent === 'Choose a Photo'")
                // The kinds are counted last: a question about a picker that has gone is answered by an error.
                try await page.wait(for: "document.querySelector('.chips button[title]')")
                pick.cancel()
                try await page.wait(for: "!document.querySelector('.browser')")
                #expect(try scene.selection == [scene.photos[0], scene.photos[2]])
            }
        }

        @Test func `how an app is treated, when access ends, and what was picked`() async throws {
            try await withScene(photos: 5) { scene, page in
                try scene.decide(.authorized)
                var configuration = PickerConfiguration()
                configuration.selectionLimit = 2
                let pick = try await scene.begin(configuration)
                try await page.click(cell(0))
                try await page.click(".confirm")
                _ = try await pick.following()
                _ = try scene.app().thumbnail(of: scene.photos[2], fitting: PixelSize(width: 64, height: 64))
                try await page.reload()
                try await page.wait(
                    for: "document.querySelector('a.row').textContent.includes('Today: 1 item looked at')"
                )
                try await page.click("a.row")
                try await page.wait(for: "document.querySelectorAll('.app-photos:not([hidden]) img').length === 1")
                try await page.screenshot("privacy-picked")
                try await page.click("[data-control=confirmsChanges]")
                try await page.wait(for: "document.getElementById('announcements').textContent === 'Changed'")
                #expect(try #require(try scene.owner.grants().first).confirmsChanges == false)
                try await page.click("[data-control=isSilenced]")
                try await page.wait(for: "document.querySelector('[data-control=isSilenced]').checked")
                try await page.run(
                    """
                    const select = document.querySelector('[data-control=until]');
                    select.value = 'hour';
                    select.dispatchEvent(new Event('change'));
                    """
                )
                try await page.wait(
                    for: "document.querySelector('[data-control=until] option').textContent.startsWith('Ends t')"
                )
                try await page.click("[data-control=revokePicks]")
                try await page.wait(
                    for: "document.querySelector('.toast')?.textContent === 'It can no longer read what you picked.'"
                )
                // What cannot be read any more cannot be taken back either.
                try await page.wait(for: "document.querySelector('[data-control=revokePicks]') === null")
                try await page.wait(
                    for: "document.querySelector('[data-control=readable]').textContent.includes('none')"
                )
                let grant = try #require(try scene.owner.grants().first)
                #expect(grant.isSilenced && grant.until != nil)
                #expect(throws: LibraryError.self) { _ = try pick.resources(of: 1) }
            }
        }

        @Test func `everything that is known can be taken along as JSON`() async throws {
            try await withScene(photos: 1) { scene, page in
                try scene.decide(.authorized)
                try await page.reload()
                try await page.wait(for: "document.querySelector('a[download]')")
                struct App: Decodable {
                    var app: String
                    var readWrite: String
                }
                let text: String = try await page.value(
                    of: "fetch(document.querySelector('a[download]').href).then((response) => response.text())"
                )
                let apps = try JSONDecoder().decode([App].self, from: Data(text.utf8))
                #expect(apps.map(\.app) == [try Scene.identity])
                #expect(apps.map(\.readWrite) == ["authorized"])
            }
        }
    }
}
