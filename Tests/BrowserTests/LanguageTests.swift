import BrowserDriver
import Testing

@testable import Languages

extension BrowserTests {
    /// The page in every language, as narrow as a small phone.
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
                        return [...new Set(misfits)];
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
            try await page.press(.escape)
            try await page.wait(for: "!document.querySelector('dialog')")
        }

        @Test func `every text has room at 320 pixels in every language, and numbers have their forms`() async throws {
            try await withScene(photos: 12) { scene, page in
                try await page.resize(320, 640)
                for language in Language.allCases {
                    try await page.speak(language.tag)
                    try await page.run("location.hash = '#'")
                    try await page.reload()
                    try await lookAround(scene, page, language)
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
