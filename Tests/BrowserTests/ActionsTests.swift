import BrowserDriver
import LibraryClient
import LibraryModel
import Testing

extension BrowserTests {
    /// What is done with photos on the library page is said, and can be taken back.
    @Suite struct ActionsTests {
        private let preview = "document.querySelector('.preview-large')?.complete"
        private let toast = "document.querySelector('.toast > span')?.textContent"

        private func open(_ page: Page, photos count: Int) async throws {
            try await page.click(".places a[href='#library']")
            try await page.wait(for: "document.querySelectorAll('.library .cell.loaded').length === \(count)")
        }

        private func titles(_ scene: Scene, _ count: Int) throws -> [String?] {
            try scene.owner.details(of: Array(scene.photos.prefix(count))).map(\.title)
        }

        private func perform(_ scene: Scene, _ operation: ChangeOperation) throws {
            _ = try scene.owner.perform(ChangeBlock(operations: [operation]))
        }

        @Test func `an edit is said once its form is gone, and taken back`() async throws {
            try await withScene(photos: 5) { scene, page in
                var update = AssetUpdate()
                update.title = .set("Before")
                try perform(scene, .updateAsset(scene.photos[0], update))
                try await open(page, photos: 5)
                try await page.click("\(cell(0)) .mark")
                try await page.click("\(cell(1)) .mark")
                try await page.click(".tray-tools [data-action=edit]")
                try await page.wait(for: "document.querySelector('[name=title]')")
                try await page.type("After")
                try await page.click(answer("submit"))
                try await page.wait(for: "!document.querySelector('dialog')")
                try await page.wait(for: "\(toast) === '2 items changed.'")
                let said = "document.getElementById('announcements').textContent"
                try await page.wait(for: "\(said).startsWith('2 items changed.')")
                #expect(try titles(scene, 2) == ["After", "After"])
                try await page.click(".toast-action")
                try await page.wait(for: "\(toast) === 'Undone.'")
                #expect(try titles(scene, 2) == ["Before", nil])
            }
        }

        @Test func `photos are deleted and taken back in the preview, and each is read aloud`() async throws {
            try await withScene(photos: 5) { scene, page in
                try await open(page, photos: 5)
                try await page.click(cell(1))
                try await page.wait(for: preview)
                // Nothing outside a modal dialog is read.
                let said = "document.querySelector('dialog > [role=status]')?.textContent"
                try await page.press(.right)
                try await page.wait(for: "\(said)?.endsWith(', 3 of 5')")
                try await page.click(".preview [data-action=delete]")
                try await page.wait(for: "\(said)?.endsWith(', 3 of 4')")
                try await page.press(.z, .control)
                try await page.wait(for: "\(toast) === 'Undone.'")
                #expect(try scene.owner.count(FetchRequest(.allAssets)) == 5)
                // The notice outlives the preview.
                try await page.click(".preview [data-action=favorite]")
                try await page.wait(for: "\(toast)?.startsWith('1 item')")
                try await page.press(.escape)
                try await page.wait(for: "!document.querySelector('dialog')")
                #expect(try await page.exists("body > .toast .toast-action"))
                // Its mark is above the keyboard's cursor.
                let active: String = try await page.value(of: "document.querySelector('.cell.active').dataset.index")
                try await page.click(".cell.active .mark")
                try await page.wait(for: "document.querySelector('.has-selection')")
                #expect(try await page.exists("[data-index='\(active)'][aria-selected=true]"))
            }
        }

        @Test func `what another program deletes, restores or erases leaves the selection`() async throws {
            try await withScene(photos: 5) { scene, page in
                try await open(page, photos: 5)
                let chosen = "document.querySelector('.tray-show').textContent"
                for number in 0..<3 { try await page.click("\(cell(number)) .mark") }
                try await page.wait(for: "\(chosen) === 'Show Selected (3)'")
                try perform(scene, .deleteAssets([scene.photos[1]]))
                try await page.wait(for: "\(chosen) === 'Show Selected (2)'")
                try await page.click(".tray-tools [data-action=delete]")
                try await page.wait(for: "\(toast)?.startsWith('2 items')")
                try await page.click(".album[data-album='shelf:deleted']")
                try await page.wait(for: "document.querySelectorAll('.cell.loaded').length === 3")
                for number in 0..<3 { try await page.click("\(cell(number)) .mark") }
                try await page.wait(for: "\(chosen) === 'Show Selected (3)'")
                try perform(scene, .recoverAssets([scene.photos[0]]))
                try await page.wait(for: "\(chosen) === 'Show Selected (2)'")
                try scene.owner.erase([scene.photos[1]])
                try await page.wait(for: "\(chosen) === 'Show Selected (1)'")
                try await page.click(".tray-tools [data-action=restore]")
                try await page.wait(for: "\(toast) === '1 item restored.'")
                #expect(try scene.owner.count(FetchRequest(.allAssets)) == 4)
            }
        }

        @Test func `several photos are downloaded, and what was deleted is erased after a question`() async throws {
            try await withScene(photos: 5) { scene, page in
                try await open(page, photos: 5)
                for number in 0..<3 { try await page.click("\(cell(number)) .mark") }
                // The browser would ask where to put them.
                try await page.run(
                    "HTMLAnchorElement.prototype.click = function () { (globalThis.taken ??= []).push(this.download); }"
                )
                try await page.click(".tray-tools [data-action=download]")
                try await page.wait(for: "globalThis.taken?.length === 3")
                let taken: [String] = try await page.value(of: "globalThis.taken")
                #expect(taken == (0..<3).map(Scene.filename))
                try await page.wait(for: "\(toast) === '3 files are downloaded.'")

                try await page.click(".tray-tools [data-action=delete]")
                try await page.wait(for: "\(toast)?.startsWith('3 items')")
                try await page.click(".album[data-album='shelf:deleted']")
                try await page.wait(for: "document.querySelectorAll('.cell.loaded').length === 3")
                try await page.click("\(cell(0)) .mark")
                try await page.click("\(cell(2)) .mark")
                try await page.click(".tray-tools [data-action=erase]")
                try await page.wait(for: "document.querySelector('dialog.question')")
                #expect(try await page.text("dialog h2") == "Erase 2 items for good?")
                #expect(try await page.accessibilityProblems() == [])
                try await page.click(answer("cancel"))
                try await page.wait(for: "!document.querySelector('dialog')")
                #expect(try await page.count("[aria-selected=true]") == 2)
                try await page.click(".tray-tools [data-action=erase]")
                try await page.click(answer("erase"))
                try await page.wait(for: "document.querySelectorAll('.cell.loaded').length === 1")
                try await page.wait(for: "\(toast) === '2 items erased'")
                // One that was deleted is left, in the preview too.
                try await page.click(cell(0))
                try await page.click(".preview [data-action=erase]")
                try await page.click(answer("erase"))
                try await page.wait(for: "!document.querySelector('dialog')")
                try await page.wait(for: "!document.querySelector('.empty').hidden")
                #expect(try scene.owner.count(FetchRequest(.allAssets)) == 2)
                try await page.click(".albums a[href='#changes']")
                try await page.wait(for: "document.querySelector('.changes-row')")
                #expect(try await page.texts(".changes-row .row-text > span:first-child").last == "You added 5 items")
            }
        }

        /// Answers the page's requests whose path ends with `path`, one after another; null fails.
        private func feign(_ page: Page, _ path: String, _ answers: String) async throws {
            try await page.run(
                """
                const { fetch } = window;
                const answers = \(answers);
                window.asked = [];
                window.fetch = async (path, options) => {
                    if (!String(path).endsWith('\(path)')) return fetch(path, options);
                    asked.push(JSON.parse(options.body));
                    const answer = answers.shift();
                    if (!answer) throw new TypeError('No connection');
                    return new Response(JSON.stringify(answer));
                };
                """
            )
        }

        @Test func `what was done before a failure is undone, and an undo that ended early goes on`() async throws {
            try await withScene(photos: 1) { _, page in
                try await page.run(
                    """
                    import('/actions.js').then(({ PhotoActions }) => { window.actions = new PhotoActions(); });
                    window.ids = [...Array(20_001).keys()].map(String);
                    """
                )
                try await page.wait(for: "window.actions")
                try await feign(page, "/delete", "[{ transaction: '7' }, { transaction: '8' }]")
                #expect(try await !page.value(of: "actions.delete(ids)", as: Bool.self))
                #expect(try await page.text(".toast > span") == "That failed: No connection")
                let outcome = "photos: 1, collections: 0, conflicts: [], conflictCount: 0"
                let early = "{ \(outcome), interruption: 'The disk is full' }"
                try await feign(page, "/undo", "[\(early), null, { \(outcome), interruption: null }]")
                try await page.click(".toast-action")
                try await page.wait(for: "\(toast).startsWith('It ended early: The disk is full.')")
                try await page.click(".toast-action")
                try await page.wait(for: "\(toast) === 'That failed: No connection'")
                try await page.click(".toast-action")
                try await page.wait(for: "\(toast) === 'Undone.'")
                let undone = "asked.map(({ transactions }) => transactions.join())"
                #expect(try await page.value(of: undone) == ["8,7", "8,7", "8,7"])

                // In two requests, of which the second fails.
                let many = "Array.from({ length: 201 }, (_, index) => ({ transaction: String(index) }))"
                try await page.run("window.ids = [...Array(2_010_000).keys()]")
                try await feign(page, "/restore", many)
                #expect(try await page.value(of: "actions.restore(ids)", as: Bool.self))
                try await feign(page, "/undo", "[{ \(outcome), interruption: null }]")
                try await page.click(".toast-action")
                try await page.wait(for: "\(toast).startsWith('It ended early: No connection.')")
                try await feign(page, "/undo", "[{ \(outcome), interruption: null }]")
                try await page.click(".toast-action")
                try await page.wait(for: "\(toast) === 'Undone.'")
                #expect(try await page.value(of: undone) == ["0"])

                try await feign(page, "/erase", "[{ transaction: null }]")
                try await page.run("actions.erase(ids)")
                try await page.click(answer("erase"))
                try await page.wait(for: "\(toast) === 'That failed: No connection'")
            }
        }

        @Test func `a signal of many requests keeps none of those that are over`() async throws {
            try await withScene(photos: 0) { _, page in
                try await page.run(
                    """
                    window.listening = 0;
                    const { signal } = new AbortController();
                    for (const [name, step] of [["addEventListener", 1], ["removeEventListener", -1]]) {
                        signal[name] = (...rest) => {
                            listening += step;
                            AbortSignal.prototype[name].apply(signal, rest);
                        };
                    }
                    // What is sent is of no matter.
                    const { open } = XMLHttpRequest.prototype;
                    XMLHttpRequest.prototype.open = function (_, path) { open.call(this, 'GET', path); };
                    import('/api.js').then(async ({ send }) => {
                        for (let count = 0; count < 2; count += 1) {
                            await send('/api/state', '', { progressed() {}, signal });
                        }
                        window.isOver = true;
                    });
                    """
                )
                try await page.wait(for: "window.isOver")
                #expect(try await page.value(of: "listening") == 0)
            }
        }

        @Test func `an empty library says how photos come into it, and an empty place does not`() async throws {
            try await withScene(photos: 0) { _, page in
                try await page.click(".places a[href='#library']")
                // The page of before may have one, too.
                try await page.wait(for: "!document.querySelector('.library .empty').hidden")
                let words = try await page.texts(".empty p")
                #expect(words == ["No photos", "Drop files here to import them."])
                #expect(try await page.accessibilityProblems() == [])
                try await page.screenshot("library-empty")
                try await page.click(".album[data-album='shelf:deleted']")
                try await page.wait(for: "document.querySelector('.empty').textContent === 'Nothing here'")
            }
        }

        @Test func `what came back is called restored, and what was undone says so`() async throws {
            try await withScene(photos: 5) { scene, page in
                try perform(scene, .deleteAssets([scene.photos[0], scene.photos[1]]))
                try await page.run("location.hash = '#changes'")
                try await page.wait(for: "document.querySelectorAll('.changes-row').length === 2")
                try await page.click(".group li:first-child button")
                try await page.wait(for: "document.querySelectorAll('.changes-row').length === 3")
                let words = try await page.texts(".changes-row .row-text > span:first-child")
                #expect(words == ["You restored 2 items", "You deleted 2 items", "You added 5 items"])
                let notes = try await page.texts(".changes-row .row-note")
                #expect(notes.map { $0.hasSuffix(" · As before again") } == [false, true, false])
                try await page.screenshot("changes-restored")
            }
        }
    }
}
