import BrowserDriver
import LibraryClient
import LibraryModel
import LibraryTestSupport
import Testing

extension BrowserTests {
    @Suite struct PageTests {
        private func begin(_ scene: Scene, ordered: Bool = false) async throws -> Pick {
            var configuration = PickerConfiguration()
            configuration.selectionLimit = 0
            configuration.givesIdentifiers = true
            configuration.isOrdered = ordered
            return try await scene.begin(configuration)
        }

        private func expectAccessible(_ page: Page, _ what: String, _ location: SourceLocation = #_sourceLocation)
            async throws
        {
            let problems = try await page.accessibilityProblems()
            #expect(problems == [], "\(what)", sourceLocation: location)
        }

        @Test func `a whole picker by the keyboard alone`() async throws {
            try await withScene { scene, page in
                var favorite = AssetUpdate()
                favorite.isFavorite = true
                _ = try scene.owner.perform(ChangeBlock(operations: [.updateAsset(scene.photos[20], favorite)]))
                let pick = try await begin(scene)
                try await page.wait(for: "document.querySelectorAll('.cell.loaded').length > 15")
                // The grid has the focus from the beginning.
                #expect(try await page.value(of: "document.activeElement.matches('.grid')", as: Bool.self))
                try await page.press(.space)
                try await page.press(.right, times: 2)
                try await page.press(.space)
                try await page.press(.right, .shift, times: 2)
                #expect(try await page.count("[aria-selected=true]") == 4)
                try await page.screenshot("keyboard")
                // A row down, the large view, the next photo, selected there.
                try await page.press(.home)
                try await page.press(.down)
                try await page.press(.enter)
                try await page.wait(for: "document.querySelector('dialog[open]')")
                try await page.press(.right)
                try await page.press(.space)
                try await page.press(.escape)
                try await page.wait(for: "!document.querySelector('dialog')")
                #expect(try await page.exists("\(cell(7))[aria-selected=true].active"))
                // Search, and back to the photos.
                #expect(try await page.showsFocus())
                for stop in [".tray-show", ".cancel", ".search input", ".chip", ".album", ".grid"] {
                    try await page.tab(to: stop)
                    #expect(try await page.showsFocus(), "\(stop)")
                }
                try await page.tab(to: ".search input")
                try await page.type("harbour39")
                try await page.wait(for: "document.querySelectorAll('.cell').length === 1")
                try await page.press(.down)
                try await page.press(.space)
                try await page.wait(for: "document.querySelector('.confirm').textContent === 'Add (6)'")
                // A kind, by arrows within the row of them.
                try await page.tab(to: ".chip")
                try await page.press(.right)
                try await page.press(.space)
                try await page.wait(for: "document.querySelector('[data-kind=favorites]').ariaPressed === 'true'")
                try await page.tab(to: ".confirm")
                try await page.press(.enter)
                #expect(try await pick.following() == .picked([0, 2, 3, 4, 7, 39].map { scene.photos[$0] }))
            }
        }

        @Test func `the last photo is one key away, and a question is answered by keys`() async throws {
            try await withScene { scene, page in
                let pick = try await begin(scene)
                try await page.wait(for: "document.querySelectorAll('.cell.loaded').length > 15")
                try await page.press(.end)
                try await page.wait(for: "document.querySelector('.cell.active').dataset.index === '39'")
                try await page.press(.a, .control)
                try await page.wait(for: "document.querySelector('.confirm').textContent === 'Add (40)'")
                try await page.press(.escape)
                #expect(try await pick.following() == .cancelled([]))
                async let status = scene.app().requestAuthorization(for: .readWrite)
                try await page.wait(for: "document.querySelector('.answers')")
                // Enter at once allows nothing: no answer has the focus.
                try await page.press(.enter)
                #expect(try await page.exists(".sheet"))
                try await page.tab(to: answer("deny"))
                try await page.press(.enter)
                #expect(try await status == .denied)
            }
        }

        @Test func `on a narrow screen nothing is wider than it`() async throws {
            try await withScene { scene, page in
                try await page.resize(320, 640)
                let fits = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
                let pick = try await begin(scene)
                try await page.wait(for: "document.querySelectorAll('.cell.loaded').length > 10")
                #expect(try await page.value(of: fits, as: Bool.self), "picker")
                #expect(try await page.exists(".album-menu"))
                try await page.click(cell(1))
                try await page.screenshot("narrow-picker")
                // The title is one line, and the foot has no cut thumbnails.
                let lines = "document.querySelector('.bar h1').getClientRects()[0].height < 24"
                #expect(try await page.value(of: lines, as: Bool.self), "title")
                let strip = "getComputedStyle(document.querySelector('.tray-strip')).display"
                #expect(try await page.value(of: strip, as: String.self) == "none")
                try await page.press(.enter)
                try await page.wait(for: "document.querySelector('dialog[open]')")
                try await page.click("[aria-label=Details]")
                try await page.wait(for: "document.querySelector('.preview-details dt')")
                try await page.screenshot("narrow-preview")
                try await page.press(.escape)
                try await page.click(".confirm")
                _ = try await pick.following()
                async let status = scene.app(claiming: String(repeating: "long", count: 30))
                    .requestAuthorization(for: .readWrite)
                try await page.wait(for: "document.querySelector('.answers')")
                #expect(try await page.value(of: fits, as: Bool.self), "consent")
                try await page.screenshot("narrow-consent")
                try await page.click(answer("allowAll"))
                #expect(try await status == .authorized)
                try await page.wait(for: "document.querySelector('a.row')")
                #expect(try await page.value(of: fits, as: Bool.self), "privacy")
                try await page.screenshot("narrow-privacy")
                try await page.click("a.row")
                try await page.wait(for: "document.querySelector('.switch')")
                #expect(try await page.value(of: fits, as: Bool.self), "app")
                try await page.screenshot("narrow-app")
            }
        }

        @Test func `every control has a name, and everything can be read in light and dark`() async throws {
            try await withScene { scene, page in
                for scheme in [Page.Scheme.light, .dark] {
                    try await page.show(scheme)
                    let pick = try await begin(scene)
                    try await page.wait(for: "document.querySelectorAll('.cell.loaded').length > 10")
                    try await page.click(cell(1))
                    try await expectAccessible(page, "picker, \(scheme)")
                    pick.cancel()
                    try await page.wait(for: "!document.querySelector('.browser')")
                    try await expectAccessible(page, "privacy, \(scheme)")
                    let question = Task {
                        try await scene.app(claiming: "Journal").requestAuthorization(for: .addOnly)
                    }
                    try await page.click("summary")
                    try await expectAccessible(page, "consent, \(scheme)")
                    question.cancel()
                    _ = try await question.value
                    try await page.click("a.row")
                    try await page.wait(for: "document.querySelector('.switch')")
                    try await expectAccessible(page, "app, \(scheme)")
                    try await page.click(".back")
                    try await page.wait(for: "!document.querySelector('.switch')")
                    try await page.reload()
                }
            }
        }

        @Test func `a hundred and twenty photos have a rail of months`() async throws {
            try await withScene(photos: 120) { scene, page in
                let pick = try await begin(scene)
                try await page.wait(for: "document.querySelectorAll('.cell.loaded').length > 10")
                try await page.run("document.querySelector('.scrubber').focus()")
                try await page.press(.down, times: 3)
                try await page.wait(for: "document.querySelector('.scrubber').ariaValueText === 'April 2023'")
                try await page.press(.pageDown)
                try await page.wait(for: "document.querySelector('.scrubber').ariaValueText === 'December 2022'")
                try await page.wait(for: "performance.getEntriesByName('month').length > 0")
                // Only what is near the screen exists.
                #expect(try await page.count(".cell") < 100)
                try await page.screenshot("rail")
                try await page.press(.home)
                try await page.wait(for: "document.querySelector(\"\(cell(0))\")")
                pick.cancel()
                try await page.wait(for: "!document.querySelector('.browser')")
            }
        }

        @Test func `read from right to left, everything is on the other side`() async throws {
            try await withScene { scene, page in
                let pick = try await begin(scene)
                try await page.wait(for: "document.querySelectorAll('.cell.loaded').length > 10")
                try await page.run("document.documentElement.dir = 'rtl'")
                try await page.press(.home)
                try await page.press(.left)
                #expect(try await page.exists("\(cell(1)).active"))
                let isMirrored: Bool = try await page.value(
                    of: """
                        (() => {
                            const x = (selector) => document.querySelector(selector).getBoundingClientRect().x;
                            return x('.confirm') < x('.cancel') && x("\(cell(1))") < x("\(cell(0))")
                                && x('.albums') > x('.stage');
                        })()
                        """
                )
                #expect(isMirrored)
                try await page.screenshot("right-to-left")
                pick.cancel()
                try await page.wait(for: "!document.querySelector('.browser')")
            }
        }

        @Test func `a question that was withdrawn before its answer was acknowledged hides no later one of its number`()
            async throws
        {
            try await withScene(photos: 1) { _, page in
                let script = """
                    (async () => {
                        const { Session } = await import("/session.js");
                        const [events, fetch] = [window.EventSource, window.fetch];
                        let stream;
                        window.EventSource = class extends EventTarget {
                            constructor() { super(); stream = this; }
                        };
                        window.fetch = () => new Promise(() => {});
                        const session = new Session();
                        session.start();
                        [window.EventSource, window.fetch] = [events, fetch];
                        const tell = (name, data) => stream.dispatchEvent(
                            new MessageEvent(name, { data: JSON.stringify(data) })
                        );
                        tell("prompt", { number: 1 });
                        await session.answer(1, async () => tell("withdrawn", { number: 1 }));
                        tell("prompt", { number: 1 });
                        return session.currentPrompt?.number ?? 0;
                    })()
                    """
                let shown = try await page.value(of: script, as: Int.self)
                #expect(shown == 1)
            }
        }

        @Test func `a server that goes away is told of, and its return too`() async throws {
            try await withScene(photos: 3) { scene, page in
                async let before = scene.app().requestAuthorization(for: .addOnly)
                try await page.click(answer("deny"))
                #expect(try await before == .denied)
                try scene.server.kill()
                try await page.wait(for: "document.querySelector('.banner-lost')")
                try await page.screenshot("lost-server")
                try await scene.startServerAgain()
                try await page.wait(for: "!document.querySelector('.banner-lost')")
                async let status = scene.app().requestAuthorization(for: .readWrite)
                try await page.click(answer("deny"))
                #expect(try await status == .denied)
                // What the page asked for meanwhile was answered with errors.
                page.forgetProblems()
            }
        }

        @Test func `a link works once, and a page without one says how to get it`() async throws {
            try await withScene(photos: 1) { scene, page in
                let chromium = try #require(Chromium.current)
                try await chromium.withPage { stranger in
                    try await stranger.open(scene.link)
                    #expect(try await !stranger.exists("#view"))
                    #expect(try await stranger.exists(".sheet .command code"))
                    // The stylesheet is there.
                    let style = "getComputedStyle(document.querySelector('.sheet')).borderRadius"
                    #expect(try await stranger.value(of: style, as: String.self) == "20px")
                    try await stranger.screenshot("link-used")
                    try await stranger.resize(320, 640)
                    try await stranger.screenshot("link-used-narrow")
                }
                #expect(try await page.exists("#view"))
            }
        }
    }
}
