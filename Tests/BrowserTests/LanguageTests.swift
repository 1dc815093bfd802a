import BrowserDriver
import Foundation
import LibraryClient
import LibraryModel
import Testing

@testable import Languages

extension BrowserTests {
    /// Every view of the page in every language, as narrow as a small phone.
    @Suite struct LanguageTests {
        /// Texts that are cut off, or that stick out of the page; one line each.
        private static func misfits(_ page: Page) async throws -> [String] {
            try await page.value(
                of: """
                    (() => {
                        const misfits = [];
                        const about = (node) => `${node.tagName.toLowerCase()}.${node.className}: ${
                            node.textContent.trim().slice(0, 60)}`;
                        if (document.documentElement.scrollWidth > innerWidth) {
                            misfits.push(`the page is ${document.documentElement.scrollWidth} wide`);
                        }
                        const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
                        while (texts.nextNode()) {
                            const node = texts.currentNode.parentElement;
                            if (texts.currentNode.textContent.trim() === '' || node.closest('noscript, option, .unseen')) {
                                continue;
                            }
                            if (!node.checkVisibility({ checkVisibilityCSS: true })) continue;
                            // For screen readers alone.
                            const own = node.getBoundingClientRect();
                            if (own.width <= 1 || own.height <= 1) continue;
                            // A row that scrolls sideways has room for all, and a name may be as long as it likes.
                            if (node.closest('.chips, .tray-tools, [dir=auto], bdi')) continue;
                            const range = document.createRange();
                            range.selectNodeContents(texts.currentNode);
                            const text = range.getBoundingClientRect();
                            if (text.width === 0) continue;
                            const isOff = text.left < -0.5 || text.right > innerWidth + 0.5;
                            if (isOff) misfits.push(`off the page: ${about(node)}`);
                            const room = node.closest('button, a, label, .row, h1, h2, p, dt, dd, legend, summary') ?? node;
                            const bounds = room.getBoundingClientRect();
                            if (text.left < bounds.left - 1.5 || text.right > bounds.right + 1.5
                                || getComputedStyle(room).overflow === 'hidden' && room.scrollWidth > room.clientWidth + 1) {
                                misfits.push(`wider than its place: ${about(node)}`);
                            }
                        }
                        // A word of a language that has spaces between them stays whole.
                        for (const node of document.querySelectorAll('button, .bar h1, .album-title, .field-name')) {
                            const text = node.firstChild;
                            if (text?.nodeType !== Node.TEXT_NODE || !node.checkVisibility()) continue;
                            for (const word of text.textContent.matchAll(/[\\p{Script=Latin}]+/gu)) {
                                const range = document.createRange();
                                range.setStart(text, word.index);
                                range.setEnd(text, word.index + word[0].length);
                                if (range.getClientRects().length > 1) misfits.push(`broken: ${about(node)}`);
                            }
                        }
                        return [...new Set(misfits)];
                    })()
                    """
            )
        }

        /// What is said in English though the language has other words for it, to be seen or read out.
        private static func untranslated(_ page: Page, _ language: Language) async throws -> [String] {
            let phrases = Catalogue.of(language).phrases.filter { key, phrase in
                key.utf8.count > 2 && phrase != .plain(key) && !key.contains("{") && !key.contains("|")
            }
            let english = String(decoding: try JSONEncoder().encode(phrases.keys.sorted()), as: UTF8.self)
            return try await page.value(
                of: """
                    (() => {
                        const english = new Set(\(english));
                        const found = [...document.querySelectorAll('body *')].flatMap((node) => [
                            ...['aria-label', 'title', 'placeholder', 'alt'].map((name) => node.getAttribute(name) ?? ''),
                            ...[...node.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
                                .map(({ textContent }) => textContent.trim()),
                        ]);
                        return [...new Set(found.filter((text) => english.has(text)))];
                    })()
                    """
            )
        }

        private func expectFits(
            _ page: Page,
            _ language: Language,
            _ view: String,
            _ location: SourceLocation = #_sourceLocation
        ) async throws {
            try await page.screenshot("language-\(language.tag)-\(view)")
            #expect(try await LanguageTests.misfits(page) == [], "\(language.tag), \(view)", sourceLocation: location)
            let english = try await LanguageTests.untranslated(page, language)
            #expect(english == [], "\(language.tag), \(view)", sourceLocation: location)
            // What a screen reader makes of it is the same in each.
            guard language == .english else { return }
            #expect(try await page.accessibilityProblems() == [], "\(view)", sourceLocation: location)
        }

        private func close(_ page: Page) async throws {
            try await page.press(.escape)
            try await page.wait(for: "!document.querySelector('dialog')")
        }

        private func showAlbums(_ page: Page) async throws {
            try await page.click(".show-albums")
            try await page.wait(for: "document.querySelector('.shows-albums')")
        }

        /// The forms of albums, the map, the preview, and what changed.
        private func lookFurther(_ page: Page, _ language: Language) async throws {
            try await page.click(".albums .plain")
            try await page.wait(for: "document.querySelector('dialog form')")
            try await expectFits(page, language, "new-album")
            try await close(page)
            for (number, view) in ["edit-album", "edit-folder"].enumerated() {
                try await page.click(".album-tree > li:nth-child(\(number + 1)) > .album-line > .album-edit")
                try await page.wait(for: "document.querySelector('dialog form')")
                try await expectFits(page, language, view)
                try await page.click("dialog [data-answer=delete]")
                try await page.wait(for: "document.querySelector('dialog .destructive')")
                try await expectFits(page, language, "delete-\(view)")
                try await close(page)
            }
            try await page.click(".album-list [data-entry=order]")
            try await page.wait(for: "document.querySelector('dialog form')")
            try await expectFits(page, language, "order-albums")
            try await close(page)
            try await page.run("document.querySelector('.albums').scrollTop = 0")
            try await page.click(".albums [data-album='view:map']")
            try await page.wait(for: "document.querySelector('.map-cluster')")
            try await expectFits(page, language, "map")
            try await showAlbums(page)
            try await page.click(".albums [data-album='shelf:deleted']")
            try await page.wait(for: "!document.querySelector('.empty').hidden")
            try await expectFits(page, language, "deleted")
            try await showAlbums(page)
            try await page.click(".albums [data-album='']")
            try await page.wait(for: "document.querySelector('.library .cell.loaded')")
            try await page.run("document.querySelector('.search input').focus()")
            try await page.type("qqq")
            try await page.wait(for: "!document.querySelector('.empty').hidden")
            try await expectFits(page, language, "nothing-found")
            try await page.run(
                """
                const search = document.querySelector('.search input');
                search.value = '';
                search.dispatchEvent(new Event('input'));
                """
            )
            try await page.wait(for: "document.querySelector('.library .cell.loaded')")
            try await page.click(cell(0))
            try await page.click(".preview-bar > .icon-button[aria-pressed]")
            try await page.wait(for: "document.querySelector('.preview-details dt')")
            try await expectFits(page, language, "preview")
            try await page.press(.escape)
            try await page.wait(for: "!document.querySelector('dialog')")
            try await showAlbums(page)
            try await page.click(".albums a[href='#changes']")
            try await page.wait(for: "document.querySelector('.changes-row')")
            try await expectFits(page, language, "changes")
        }

        /// What an app asks, and the app's own page.
        private func lookAtQuestions(_ scene: Scene, _ page: Page, _ language: Language) async throws {
            try scene.owner.forget(app: Scene.identity)
            async let status = scene.app(claiming: "Journal").requestAuthorization(for: .readWrite)
            try await page.wait(for: "document.querySelector('.collage img')?.naturalWidth > 0")
            try await expectFits(page, language, "consent")
            try await page.click("summary")
            try await page.wait(for: "document.querySelector('details[open]')")
            try await expectFits(page, language, "consent-options")
            try await page.click(answer("select"))
            try await page.wait(for: "document.querySelector('.cell.loaded')")
            try await expectFits(page, language, "consent-selection")
            for number in 0..<2 { try await page.click(cell(number)) }
            try await page.wait(for: "document.querySelector('.has-selection')")
            try await expectFits(page, language, "consent-selected")
            try await page.click(".confirm")
            #expect(try await status == .limited)
            var configuration = PickerConfiguration()
            configuration.selectionLimit = 2
            async let heard = scene.pick(configuration)
            try await page.wait(for: "document.querySelector('.browser[role=dialog] .cell.loaded')")
            try await expectFits(page, language, "picker")
            for number in 0..<3 { try await page.click(cell(number)) }
            try await page.wait(for: "document.querySelector('.toast')")
            try await expectFits(page, language, "picker-full")
            try await page.click(".cancel")
            _ = try await heard
            try await page.wait(for: "document.querySelector('a.row')")
            try await expectFits(page, language, "privacy-apps")
            try await page.click("a.row")
            try await page.wait(for: "document.querySelectorAll('.app-photos img').length === 2")
            try await expectFits(page, language, "privacy-app")
            try await page.click(".back")
        }

        /// Looks at one view after the other, as a person would come to them.
        private func lookAround(_ scene: Scene, _ page: Page, _ language: Language) async throws {
            try await page.wait(for: "document.documentElement.lang === '\(language.tag)'")
            try await page.wait(for: "document.querySelector('.places')")
            try await expectFits(page, language, "privacy")
            try await page.click(".places a[href='#cloud']")
            try await page.wait(for: "document.querySelector('.cloud-card')")
            try await page.wait(for: "!document.querySelector('.empty-page').hidden")
            try await expectFits(page, language, "cloud")
            try await page.click(".places a[href='#library']")
            try await page.wait(for: "document.querySelector('.library .cell.loaded')")
            try await expectFits(page, language, "library")
            try await page.click("\(cell(0)) .mark")
            try await page.wait(for: "document.querySelector('.has-selection')")
            try await expectFits(page, language, "selection")
            try await page.click(".tray-tools [data-action=edit]")
            try await page.wait(for: "document.querySelector('dialog[open] form')")
            try await expectFits(page, language, "edit")
            try await page.press(.escape)
            try await page.wait(for: "!document.querySelector('dialog')")
            try await page.press(.escape)
            try await page.wait(for: "!document.querySelector('.has-selection')")
            try await page.click(".show-albums")
            try await page.wait(for: "document.querySelector('.shows-albums')")
            try await expectFits(page, language, "albums")
            try await page.click(".albums [data-album='shelf:hidden']")
            try await page.wait(for: "document.querySelector('dialog.question')")
            try await expectFits(page, language, "hidden")
            try await close(page)
            try await lookFurther(page, language)
        }

        /// Albums and folders of which one may go into the other, and photos with places.
        private func furnish(_ scene: Scene) throws {
            let ids = try scene.owner.mintIdentifiers(3)
            var update = AssetUpdate()
            update.location = .set(Coordinate(latitude: 35.0116, longitude: 135.7681))
            let members = scene.photos.prefix(3).map { LocalIdentifier(.asset, $0) }
            _ = try scene.owner.perform(
                ChangeBlock(operations: [
                    .createCollection(.assetCollection, ids[0], title: "1", parent: nil),
                    .createCollection(.collectionList, ids[1], title: "2", parent: nil),
                    .createCollection(.collectionList, ids[2], title: "3", parent: nil),
                    .insertMembers(.album(ids[0]), members, at: nil),
                    .updateAsset(scene.photos[0], update), .updateAsset(scene.photos[1], update),
                ])
            )
        }

        @Test func `every text has room at 320 pixels in every language, and numbers have their forms`() async throws {
            try await withScene(photos: 12) { scene, page in
                try await page.resize(320, 640)
                try furnish(scene)
                for language in Language.allCases {
                    try await page.speak(language.tag)
                    try await page.run("location.hash = '#'")
                    try await page.reload()
                    try await lookAround(scene, page, language)
                    try await page.run("location.hash = '#'")
                    try await lookAtQuestions(scene, page, language)
                    // A range of months is in the words of one, as long as there are any.
                    let months: [String] = try await page.value(
                        of: """
                            import('/words.js').then(({ partTitle }) => [
                                partTitle({ month: 2022 * 12 + 1 }),
                                partTitle({ month: 2022 * 12 + 7, earliest: { month: 2022 * 12 + 1 } }),
                            ])
                            """
                    )
                    #expect(months[0].contains("/") == months[1].contains("/"), "\(months)")
                    let categories: [String] = try await page.value(
                        of: """
                            [0, 1, 2, 3, 5, 11, 21, 100, 1000000].map((count) =>
                                new Intl.PluralRules('\(language.tag)').select(count))
                            """
                    )
                    let ours = [0, 1, 2, 3, 5, 11, 21, 100, 1_000_000].map { language.category(of: $0).rawValue }
                    #expect(ours == categories, "\(language.tag)")
                }
            }
        }
    }
}
