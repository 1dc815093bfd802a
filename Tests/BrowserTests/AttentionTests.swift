import BrowserDriver
import LibraryClient
import LibraryModel
import Testing

extension BrowserTests {
    /// What is done before a question can have been read is no answer to it.
    @Suite struct AttentionTests {
        private var onePhoto: PickerConfiguration {
            var configuration = PickerConfiguration()
            configuration.selectionLimit = 1
            configuration.givesIdentifiers = true
            return configuration
        }

        /// Where a picker has photos, and the privacy page nothing.
        private func clickOn(_ page: Page, times: Int) async throws {
            for _ in 0..<times { try await page.clickHastily(x: 700, y: 500) }
        }

        @Test func `a picker does not take the place of a page in use, and clicks that go on pick nothing`()
            async throws
        {
            try await withScene { scene, page in
                try await clickOn(page, times: 3)
                async let picked = scene.pick(onePhoto)
                while try await !page.exists(".banner-queue") { try await clickOn(page, times: 1) }
                try await clickOn(page, times: 50)
                #expect(try await page.text("h1") == "Photo Privacy")
                #expect(try await page.text(".banner-queue").hasSuffix("is asking for something.Show"))
                try await page.screenshot("attention-banner")
                try await page.click(".banner-queue button")
                // The banner's place is the picker's now; whoever goes on clicking still picks nothing.
                try await page.wait(for: "document.querySelectorAll('.cell').length > 15")
                try await clickOn(page, times: 50)
                #expect(try await page.exists(".browser"))
                try await page.click(cell(3))
                #expect(try await picked == .picked([scene.photos[3]]))
            }
        }

        @Test func `clicks that go on while one picker takes the place of another pick nothing`() async throws {
            try await withScene { scene, page in
                var several = PickerConfiguration()
                several.selectionLimit = 0
                let first = try await scene.begin(several)
                try await page.click(cell(2))
                async let picked = scene.pick(onePhoto)
                try await page.wait(for: "document.querySelector('.banner-queue')")
                try await clickOn(page, times: 3)
                first.cancel()
                while try await page.text("h1") != "Choose a Photo" { try await clickOn(page, times: 1) }
                try await clickOn(page, times: 50)
                #expect(try await page.text("h1") == "Choose a Photo")
                try await page.click(cell(4))
                #expect(try await picked == .picked([scene.photos[4]]))
            }
        }

        @Test(arguments: [
            "document.querySelector('.cell')?.click()",
            "document.querySelector('.confirm')?.click()",
            "document.querySelector('.cancel')?.click()",
            """
            document.querySelector('.grid')?.dispatchEvent(
                new KeyboardEvent('keydown', { key: ' ', bubbles: true, cancelable: true }))
            """,
            """
            document.querySelector('.browser')?.dispatchEvent(
                new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true, cancelable: true }))
            """,
            """
            document.querySelector('.browser')?.dispatchEvent(
                new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
            """,
        ])
        func `nothing that is done in the moment in which a picker appears answers it`(what: String) async throws {
            try await withScene { scene, page in
                // On every change of the page, for as long as it is new.
                try await page.run(
                    """
                    globalThis.tries = 0;
                    new MutationObserver(() => {
                        if (!document.querySelector('.cell') || globalThis.tries >= 20) return;
                        globalThis.tries += 1;
                        \(what);
                    }).observe(document.getElementById('view'), { childList: true, subtree: true })
                    """
                )
                var configuration = onePhoto
                configuration.preselected = [scene.photos[7]]
                let picker = configuration
                async let picked = scene.pick(picker)
                try await page.wait(
                    for: "globalThis.tries > 0 && document.querySelectorAll('.cell.loaded').length > 15"
                )
                #expect(try await page.exists(".browser"))
                try await page.click(cell(5))
                #expect(try await picked == .picked([scene.photos[5]]))
            }
        }

        @Test func `nothing that is done in the moment in which a question appears answers it`() async throws {
            try await withScene(photos: 3) { scene, page in
                try await page.run(
                    """
                    new MutationObserver((_, observer) => {
                        const allow = document.querySelector('[data-answer=allowAll]');
                        if (allow === null) return;
                        observer.disconnect();
                        allow.click();
                        document.querySelector('.sheet-close').click();
                        globalThis.hasClicked = true;
                    }).observe(document.getElementById('view'), { childList: true, subtree: true })
                    """
                )
                async let status = scene.app().requestAuthorization(for: .readWrite)
                try await page.wait(for: "globalThis.hasClicked")
                // Coming back to the page is such a moment as well.
                try await page.wait(for: "!document.documentElement.classList.contains('is-unread')")
                try await page.run(
                    """
                    document.dispatchEvent(new Event('visibilitychange'));
                    document.querySelector('[data-answer=allowAll]').click();
                    """
                )
                #expect(try await page.exists(".sheet"))
                try await page.click(answer("deny"))
                #expect(try await status == .denied)
            }
        }

        @Test func `Done does not count before what is selected can have been seen`() async throws {
            try await withScene { scene, page in
                async let status = scene.app().requestAuthorization(for: .readWrite)
                try await page.wait(for: "document.querySelector('[data-answer=select]')")
                try await page.wait(for: "!document.documentElement.classList.contains('is-unread')")
                try await page.run(
                    """
                    document.querySelector('[data-answer=select]').click();
                    document.querySelector('.confirm').click();
                    """
                )
                #expect(try await page.exists(".confirm"))
                try await page.click(cell(1))
                try await page.click(".confirm")
                #expect(try await status == .limited)
                #expect(try scene.selection == [scene.photos[1]])
            }
        }

        @Test func `a key that is held since before picks nothing`() async throws {
            try await withScene { scene, page in
                async let picked = scene.pick(onePhoto)
                try await page.wait(for: "document.querySelectorAll('.cell.loaded').length > 15")
                try await page.wait(for: "!document.documentElement.classList.contains('is-unread')")
                try await page.run(
                    """
                    document.querySelector('.grid').dispatchEvent(new KeyboardEvent(
                        'keydown', { key: ' ', repeat: true, bubbles: true, cancelable: true }
                    ))
                    """
                )
                try await page.press(.right)
                try await page.press(.space)
                #expect(try await picked == .picked([scene.photos[1]]))
            }
        }
    }
}
