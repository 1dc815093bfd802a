import BrowserDriver
import LibraryClient
import LibraryModel
import Testing

extension BrowserTests {
    @Suite struct SelectionTests {
        /// Asks the person for more photos, as an app with limited access.
        private func ask(_ scene: Scene) async throws -> Set<ObjectID> {
            Set(try await Background.run { try scene.app().changeSelection() })
        }

        @Test func `an app is given two more photos, and hears of exactly those`() async throws {
            try await withScene { scene, page in
                let before = [scene.photos[0], scene.photos[3], scene.photos[25]]
                try scene.decide(.limited, selecting: before)
                async let added = ask(scene)
                try await page.wait(for: "document.querySelectorAll('.cell[aria-selected=true]').length === 3")
                try await page.wait(for: "document.querySelector('.bar-subtitle').textContent.endsWith('3 items.')")
                try await page.click(cell(5))
                try await page.click(cell(6))
                try await page.click(cell(3))
                try await page.screenshot("limited")
                try await page.click(".confirm")
                #expect(try await added == [scene.photos[5], scene.photos[6]])
                let expected: Set = [0, 25, 5, 6]
                #expect(try scene.selection == Set(expected.map { scene.photos[$0] }))
            }
        }

        @Test func `what the app adds while the person selects stays with it`() async throws {
            try await withScene(photos: 5) { scene, page in
                try scene.decide(.limited, selecting: [scene.photos[0]])
                async let added = ask(scene)
                try await page.wait(for: "document.querySelectorAll('.cell[aria-selected=true]').length === 1")
                let own = try await Background.run { try Scene.add(1, by: scene.app()) }
                // It has the first photo's date, and stands beside that: the others move on by one.
                try await page.wait(for: "document.querySelectorAll('.cell').length === 6")
                try await page.click(cell(4))
                try await page.click(".confirm")
                #expect(try await added == [scene.photos[3]])
                #expect(try scene.selection == Set([scene.photos[0], scene.photos[3]] + own))
            }
        }

        @Test func `a selection that is left alone stays as it was`() async throws {
            try await withScene(photos: 5) { scene, page in
                try scene.decide(.limited, selecting: [scene.photos[0]])
                async let added = ask(scene)
                try await page.click(cell(2))
                try await page.click(".cancel")
                #expect(try await added == [])
                #expect(try scene.selection == [scene.photos[0]])
            }
        }

        @Test func `a limited app that begins to read brings up a question of its own`() async throws {
            try await withScene { scene, page in
                try scene.decide(.limited, selecting: [scene.photos[0], scene.photos[3]])
                let app = scene.app()
                #expect(try app.fetch(FetchRequest(.allAssets)).count == 2)
                try await page.wait(for: "document.querySelector('h1').textContent.endsWith('can see 2 items')")
                try await page.screenshot("limited-automatic")
                try await page.click(answer("select"))
                try await page.wait(for: "document.querySelectorAll('.cell[aria-selected=true]').length === 2")
                try await page.click(cell(1))
                try await page.click(".confirm")
                try await page.wait(for: "document.querySelector('.row-value')?.textContent === 'Limited, 3 items'")
                #expect(try app.count(FetchRequest(.allAssets)) == 3)
            }
        }

        @Test func `keeping the selection changes nothing`() async throws {
            try await withScene(photos: 5) { scene, page in
                try scene.decide(.limited, selecting: [scene.photos[0]])
                let app = scene.app()
                #expect(try app.fetch(FetchRequest(.allAssets)).count == 1)
                try await page.click(answer("keep"))
                try await page.wait(for: "document.querySelector('.row-value')?.textContent === 'Limited, 1 item'")
                #expect(try scene.selection == [scene.photos[0]])
                // The question goes with the app that it is about.
                withExtendedLifetime(app) {}
            }
        }
    }
}
