import BrowserDriver
import LibraryModel
import LibraryTestSupport
import Testing

extension BrowserTests {
    @Suite struct LargeLibraryTests {
        /// On a narrow screen higher than browsers draw, three photos side by side.
        private static let assetCount = 300_000

        @Test func `a grid that is higher than browsers draw is scrolled whole`() async throws {
            let rows = ScratchLibrary(assetCount: LargeLibraryTests.assetCount).script
            try await withScene(photos: 0, rows: rows) { scene, page in
                try await page.resize(320, 640)
                var configuration = PickerConfiguration()
                configuration.selectionLimit = 0
                configuration.givesIdentifiers = true
                let pick = try await scene.begin(configuration)
                try await page.wait(for: "document.querySelector('.cell[aria-label]:not([aria-label=Loading])')")
                let height: Double = try await page.value(of: "document.querySelector('.grid-layer').offsetHeight")
                #expect(height == 8_000_000)
                // The keyboard reaches the last photo, and it lies on the screen.
                try await page.press(.end)
                let last = "document.querySelector(\"\(cell(LargeLibraryTests.assetCount - 1))\")"
                try await page.wait(for: "\(last).getBoundingClientRect().top > 0")
                try await page.wait(for: "\(last).getBoundingClientRect().bottom < innerHeight")
                try await page.wait(for: "\(last).getAttribute('aria-label') !== 'Loading'")
                try await page.press(.space)
                try await page.wait(for: "document.querySelector('.confirm').textContent === 'Add (1)'")

                // A scroll bar goes by its share of the whole.
                let index = "Number(document.querySelector('.cell').dataset.index)"
                try await page.run("document.querySelector('.grid').scrollTop = 4_000_000 - 200")
                try await page.wait(for: "Math.abs(\(index) - 150_000) < 3_000")
                // A wheel goes by pixels, though a pixel of the bar is more than one of the grid.
                try await page.run(
                    """
                    globalThis.marked = document.querySelectorAll('.cell')[12];
                    globalThis.place = marked.getBoundingClientRect().top;
                    document.querySelector('.grid').scrollBy(0, 120);
                    """
                )
                try await page.wait(for: "Math.abs(marked.getBoundingClientRect().top - place + 120) < 1.5")
                // Back at the top there is the first photo.
                try await page.run("document.querySelector('.grid').scrollTop = 0")
                try await page.wait(for: "document.querySelector(\"\(cell(0))\")")
                #expect(try await page.count(".cell") < 100)
                try await page.click(".confirm")
                guard case .picked(let picked) = try await pick.following() else { throw Unexpected() }
                #expect(picked.count == 1)
                // These photos have no files: there is nothing to be shown.
                page.forgetProblems()
            }
        }
    }
}

private struct Unexpected: Error {}
