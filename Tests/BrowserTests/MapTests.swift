import BrowserDriver
import LibraryClient
import LibraryModel
import Testing

extension BrowserTests {
    /// Where photos were taken: names, the search for them, and the map. All of it offline.
    @Suite struct MapTests {
        private func isTitle(_ text: String) -> String {
            "document.querySelector('h1').textContent.replace(/[\\u2068\\u2069]/g, '') === '\(text)'"
        }

        private func isCount(_ count: Int) -> String {
            "document.querySelector('.bar-subtitle').textContent.startsWith('\(count) item')"
        }

        private func showsClusters(_ count: Int) -> String {
            "document.querySelectorAll('.map-cluster').length === \(count)"
        }

        /// Ten photos in Kyoto, three in Suva, one on each side of the date line near Fiji, one at the south pole.
        private func place(_ scene: Scene) throws {
            let kyoto = (0..<10).map { (35.0116 + Double($0) / 10_000, 135.7681) }
            let suva = (0..<3).map { (-18.1416, 178.4415 + Double($0) / 10_000) }
            let points = kyoto + suva + [(-16.8, 179.98), (-16.8, -179.98), (-89.99, 0)]
            let operations = zip(scene.photos, points).map { photo, point in
                var update = AssetUpdate()
                update.location = .set(Coordinate(latitude: point.0, longitude: point.1))
                return ChangeOperation.updateAsset(photo, update)
            }
            _ = try scene.owner.perform(ChangeBlock(operations: operations))
        }

        private func expectAccessible(_ page: Page, _ what: String) async throws {
            #expect(try await page.accessibilityProblems() == [], "\(what)")
        }

        @Test func `photos are found by the name of a place, and the name is beside the coordinates`() async throws {
            try await withScene(photos: 20) { scene, page in
                try place(scene)
                try await page.click(".places a[href='#library']")
                try await page.wait(for: "document.querySelector('.library .cell.loaded')")
                try await page.click(cell(0))
                try await page.click("[aria-label=Details]")
                try await page.wait(for: "document.querySelector('.preview-details dt')")
                let details = try await page.texts(".preview-details dd")
                #expect(details.contains { $0.hasSuffix("Japan\u{2069}") })
                #expect(details.contains("35.0116, 135.7681"))
                try await page.screenshot("info-light")
                try await page.resize(320, 640)
                try await page.show(.dark)
                try await page.screenshot("info-narrow-dark")
                try await expectAccessible(page, "info")
                try await page.resize(1100, 800)
                try await page.press(.escape)
                try await page.wait(for: "!document.querySelector('dialog')")

                try await page.run("document.querySelector('.search input').focus()")
                try await page.type("kyo")
                try await page.wait(for: "document.querySelector('.suggestions .chip')")
                let towns = try await page.texts(".suggestions .chip")
                #expect(towns[0] == "\u{2068}Kyoto, Japan\u{2069} · 10")
                try await page.screenshot("suggestions")
                try await expectAccessible(page, "suggestions")
                try await page.click(".suggestions .chip")
                try await page.wait(for: isTitle("Kyoto, Japan"))
                try await page.wait(for: isCount(10))
                #expect(try await page.value(of: "document.querySelector('.suggestions').hidden", as: Bool.self))
                try await page.click(".album[data-album='']")
                try await page.wait(for: isCount(20))
                // A name of a place is a word of the search as others are.
                try await page.run("document.querySelector('.search input').focus()")
                try await page.type("Kyoto")
                try await page.wait(for: isCount(10))
                // It moves what is below.
                try await page.wait(for: "document.querySelector('.suggestions .chip')")
                try await page.click(".album[data-album='view:map']")
                try await page.wait(for: isTitle("Map"))
                // A search shows photos, wherever it was begun.
                try await page.run("document.querySelector('.search input').select()")
                try await page.type("Suva")
                try await page.wait(for: isTitle("All Photos"))
                try await page.wait(for: isCount(3))
                #expect(try await !page.value(of: "document.querySelector('.map').checkVisibility()", as: Bool.self))
            }
        }

        @Test func `photos are found by their country, as the person calls it`() async throws {
            try await withScene(photos: 20) { scene, page in
                try place(scene)
                for (tag, name, beginning) in [("en", "Japan", "jap"), ("ja", "日本", "日"), ("vi", "Nhật Bản", "nhậ")] {
                    try await page.speak(tag)
                    try await page.run("location.hash = '#library'")
                    try await page.reload()
                    try await page.wait(for: "document.documentElement.lang === '\(tag)'")
                    try await page.wait(for: "document.querySelector('.library .cell.loaded')")
                    try await page.run("document.querySelector('.search input').focus()")
                    try await page.type(beginning)
                    try await page.wait(for: "document.querySelector('.suggestions .chip')")
                    #expect(try await page.texts(".suggestions .chip")[0] == "\u{2068}\(name)\u{2069} · 10")
                    try await page.screenshot("country-\(tag)")
                    try await page.click(".suggestions .chip")
                    try await page.wait(for: isTitle(name))
                    try await page.wait(for: "document.querySelector('.bar-subtitle').textContent.includes('10')")
                    try await page.click(".album[data-album='']")
                    try await page.wait(for: "document.querySelector('.bar-subtitle').textContent.includes('20')")
                    // A country is a word of the search as others are.
                    try await page.run("document.querySelector('.search input').focus()")
                    try await page.type(name)
                    try await page.wait(for: "document.querySelector('.bar-subtitle').textContent.includes('10')")
                }
            }
        }

        @Test func `the map is moved and zoomed by keys, mouse and touch, and a cluster opens its photos`() async throws
        {
            try await withScene(photos: 20) { scene, page in
                try place(scene)
                try await page.resize(1100, 800)
                try await page.show(.light)
                try await page.click(".places a[href='#library']")
                try await page.wait(for: "document.querySelector('.library .cell.loaded')")
                try await page.click(".album[data-album='view:map']")
                try await page.wait(for: "document.querySelector('.map')?.dataset.photos === '16'")
                try await page.wait(for: "document.querySelectorAll('.map-cluster').length >= 2")
                // The land is there: not all pixels are sea.
                try await page.wait(
                    for: """
                        new Set(new Uint32Array(document.querySelector('.map-canvas').getContext('2d')
                            .getImageData(0, 0, 800, 400).data.buffer)).size > 3
                        """
                )
                try await page.screenshot("map-light")
                try await expectAccessible(page, "map")

                try await page.tab(to: "[aria-label^='10 items, ']")
                #expect(try await page.showsFocus())
                try await page.press(.enter)
                try await page.wait(for: isCount(10))
                #expect(try await page.text("h1").contains("Japan"))
                #expect(try await !page.value(of: "document.querySelector('.map').checkVisibility()", as: Bool.self))
                try await page.click(".album[data-album='view:map']")
                try await page.wait(for: isTitle("Map"))

                // By keys: it zooms, says what is there, and the whole world is one key away.
                let cluster = "document.querySelector('[aria-label^=\"10 items, \"]')"
                try await page.tab(to: ".map-view")
                #expect(try await page.showsFocus())
                let before: Double = try await page.value(of: "\(cluster).getBoundingClientRect().left")
                try await page.press(.right)
                try await page.wait(for: "\(cluster).getBoundingClientRect().left < \(before) - 70")
                try await page.wait(
                    for: "document.getElementById('announcements').textContent.endsWith('on the map')"
                )
                try await page.press(.plus)
                try await page.press(.home)
                try await page.wait(for: "Math.abs(\(cluster).getBoundingClientRect().left - \(before)) < 3")

                // By mouse: a drag opens nothing; the wheel zooms in where the pointer is.
                try await page.drag(over: ["[aria-label^='10 items, ']", ".map-view"])
                try await page.wait(for: "\(cluster).getBoundingClientRect().left < \(before) - 70")
                #expect(try await page.text("h1") == "Map")
                try await page.press(.home)
                try await page.wait(for: "Math.abs(\(cluster).getBoundingClientRect().left - \(before)) < 3")
                try await page.turnWheel(-1_200, over: "[aria-label^='10 items, ']")
                try await page.wait(for: showsClusters(1))
                try await page.screenshot("map-kyoto")
                try await page.turnWheel(1_200, over: "[aria-label^='10 items, ']")
                try await page.wait(for: "document.querySelectorAll('.map-cluster').length >= 2")

                // By touch, on a narrow screen: two fingers that go apart zoom in.
                try await page.resize(320, 640)
                try await page.show(.dark)
                try await page.press(.home)
                try await page.wait(for: "document.querySelectorAll('.map-cluster').length >= 2")
                try await page.screenshot("map-narrow-dark")
                try await expectAccessible(page, "map, narrow")
                let isZoomed = "document.querySelector('[aria-label=\"Zoom out\"]').ariaDisabled === 'false'"
                #expect(try await !page.value(of: isZoomed, as: Bool.self))
                try await page.spreadFingers(on: "[aria-label^='10 items, ']")
                try await page.wait(for: isZoomed)
                let fits = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
                #expect(try await page.value(of: fits, as: Bool.self))

                // What another program adds to a place is there.
                try await page.press(.home)
                try await Background.run {
                    var update = AssetUpdate()
                    update.location = .set(Coordinate(latitude: 48.8566, longitude: 2.3522))
                    _ = try scene.owner.perform(ChangeBlock(operations: [.updateAsset(scene.photos[19], update)]))
                }
                try await page.wait(for: "document.querySelector('.map').dataset.photos === '17'")
                try await page.wait(for: "document.querySelector('.map-cluster[aria-label*=France]')")
            }
        }

        @Test func `a finding of axe-core is a problem`() async throws {
            try await withScene(photos: 1) { _, page in
                #expect(try await AxeCore.findings(in: page) == [])
                try await page.run("document.querySelector('main').append(document.createElement('button'))")
                let findings = try await AxeCore.findings(in: page)
                #expect(findings.count == 1)
                #expect(findings.first?.hasPrefix("button-name: ") == true)
            }
        }
    }
}
