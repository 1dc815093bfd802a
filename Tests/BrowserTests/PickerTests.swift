import BrowserDriver
import LibraryClient
import LibraryModel
import Testing

extension BrowserTests {
    @Suite struct PickerTests {
        private func configuration(limit: Int = 0, _ change: (inout PickerConfiguration) -> Void = { _ in })
            -> PickerConfiguration
        {
            var configuration = PickerConfiguration()
            configuration.selectionLimit = limit
            configuration.givesIdentifiers = true
            change(&configuration)
            return configuration
        }

        @Test func `photos are picked by clicks, a range and a drag, and come in the library's order`() async throws {
            try await withScene { scene, page in
                async let picked = scene.pick(configuration())
                try await page.wait(for: "document.querySelectorAll('.cell.loaded').length > 15")
                #expect(try await page.text(".bar-subtitle").hasSuffix("gets only what you choose."))
                #expect(try await page.value(of: "document.querySelector('.confirm').disabled", as: Bool.self))
                try await page.click(cell(9))
                try await page.click(cell(6), .shift)
                try await page.click(cell(7))
                try await page.drag(over: [cell(0), cell(1), cell(2)])
                try await page.wait(for: "document.querySelector('.confirm').textContent === 'Add (6)'")
                try await page.screenshot("picker")
                try await page.click(".confirm")
                #expect(try await picked == .picked([0, 1, 2, 6, 8, 9].map { scene.photos[$0] }))
                try await page.wait(for: "document.querySelector('.row-value')?.textContent === 'Picked 6 items'")
                #expect(try await page.texts(".group h2") == ["Only used the picker", "For developers"])
            }
        }

        @Test func `in order, numbers are shown and the result has the person's order`() async throws {
            try await withScene { scene, page in
                async let picked = scene.pick(configuration(limit: 4) { $0.isOrdered = true })
                for index in [3, 0, 5] { try await page.click(cell(index)) }
                try await page.wait(for: "document.querySelectorAll('.mark').length > 5")
                let marks = try await page.texts("[aria-selected=true] .mark")
                #expect(marks == ["2", "1", "3"])
                // Taking one out moves the others up; a drag selects nothing.
                try await page.click(cell(0))
                #expect(try await page.texts("[aria-selected=true] .mark") == ["1", "2"])
                try await page.drag(over: [cell(6), cell(7), cell(8)])
                #expect(try await page.count("[aria-selected=true]") <= 3)
                try await page.screenshot("picker-ordered")
                let expected: [Int] = try await page.value(
                    of: """
                        [...document.querySelectorAll('[aria-selected=true]')]
                            .map((node) => [Number(node.querySelector('.mark').textContent), Number(node.dataset.index)])
                            .sort((one, other) => one[0] - other[0]).map(([, index]) => index)
                        """
                )
                #expect(expected.prefix(2) == [3, 5])
                try await page.click(".confirm")
                #expect(try await picked == .picked(expected.map { scene.photos[$0] }))
            }
        }

        @Test func `a question that ends before the reply to its answer comes was not answered elsewhere`() async throws
        {
            try await withScene { scene, page in
                async let picked = scene.pick(configuration())
                try await page.wait(for: "document.querySelectorAll('.cell.loaded').length > 15")
                try await page.run(
                    """
                    window.plainFetch = window.fetch;
                    window.fetch = async (...all) => {
                        const reply = await plainFetch(...all);
                        if (String(all[0]).endsWith('/answer')) await new Promise((go) => { window.letGo = go; });
                        return reply;
                    };
                    new EventSource('/api/events')
                        .addEventListener('withdrawn', () => { window.isWithdrawn = true; });
                    """
                )
                try await page.click(cell(0))
                try await page.click(".confirm")
                #expect(try await picked == .picked([scene.photos[0]]))
                try await page.wait(for: "window.letGo && window.isWithdrawn")
                try await page.run("letGo()")
                try await page.wait(for: "document.querySelector('.row-value')?.textContent === 'Picked 1 item'")
                #expect(try await page.count(".toast") == 0)
            }
        }

        @Test func `a limit of one picks at once`() async throws {
            try await withScene { scene, page in
                async let picked = scene.pick(configuration(limit: 1))
                try await page.click(cell(12))
                #expect(try await picked == .picked([scene.photos[12]]))
            }
        }

        @Test func `more than the limit are not taken, and the person is told`() async throws {
            try await withScene { scene, page in
                async let picked = scene.pick(configuration(limit: 2))
                for index in [0, 1, 2] { try await page.click(cell(index)) }
                try await page.wait(
                    for: "document.querySelector('.toast')?.textContent.endsWith('takes 2 items at most.')"
                )
                #expect(try await page.count("[aria-selected=true]") == 2)
                // Nor is what is said of it taken back by the number of those that were.
                try await page.wait(
                    for: "document.getElementById('announcements').textContent.endsWith('takes 2 items at most.')"
                )
                try await page.click(cell(1))
                try await page.click(cell(2))
                try await page.click(".confirm")
                #expect(try await picked == .picked([scene.photos[0], scene.photos[2]]))
            }
        }

        @Test func `cancelling picks nothing`() async throws {
            try await withScene(photos: 5) { scene, page in
                async let picked = scene.pick(configuration(limit: 2))
                try await page.click(cell(0))
                try await page.click(".cancel")
                #expect(try await picked == .cancelled([]))
            }
        }

        @Test func `what was picked before is selected, and comes back unless it is taken out`() async throws {
            try await withScene { scene, page in
                let before = [scene.photos[1], scene.photos[2], scene.photos[30]]
                async let picked = scene.pick(configuration(limit: 2) { $0.preselected = before })
                try await page.wait(for: "document.querySelectorAll('[aria-selected=true]').length === 2")
                try await page.wait(for: "document.querySelectorAll('.tray-strip img').length === 3")
                // Three are one too many.
                #expect(try await page.value(of: "document.querySelector('.confirm').disabled", as: Bool.self))
                try await page.click(".tray-show")
                try await page.wait(for: "document.querySelectorAll('.cell').length === 3")
                try await page.screenshot("picker-selected")
                try await page.click(cell(0))
                try await page.click(".tray-show")
                try await page.click(".confirm")
                #expect(try await picked == .picked([scene.photos[2], scene.photos[30]]))
            }
        }

        @Test func `all of what was picked before can be taken out, and a cancelled picker leaves it`() async throws {
            try await withScene(photos: 5) { scene, page in
                async let emptied = scene.pick(configuration(limit: 3) { $0.preselected = [scene.photos[1]] })
                try await page.click(cell(1))
                try await page.click(".confirm")
                #expect(try await emptied == .picked([]))
                try await page.wait(for: "!document.querySelector('.browser')")
                async let cancelled = scene.pick(configuration(limit: 3) { $0.preselected = [scene.photos[1]] })
                try await page.click(cell(0))
                try await page.press(.escape)
                #expect(try await cancelled == .cancelled([scene.photos[1]]))
            }
        }

        @Test func `a continuous picker tells of every change, and hears from its app`() async throws {
            try await withScene { scene, page in
                let pick = try await scene.begin(configuration { $0.isContinuous = true })
                try await page.click(cell(1))
                #expect(try await pick.following() == .changed([scene.photos[1]]))
                try await page.click(cell(0))
                #expect(try await pick.following() == .changed([scene.photos[0], scene.photos[1]]))
                var update = PickerUpdate()
                update.deselected = [scene.photos[1], scene.photos[7]]
                update.searchText = "harbour2"
                try pick.update(update)
                #expect(try await pick.following() == .changed([scene.photos[0]]))
                try await page.wait(for: "document.querySelector('.search input').value === 'harbour2'")
                try await page.wait(for: "document.querySelectorAll('.cell').length === 11")
                try await page.click(".confirm")
                #expect(try await pick.following() == .picked([scene.photos[0]]))
            }
        }

        @Test func `an app takes its picker away`() async throws {
            try await withScene(photos: 5) { scene, page in
                let pick = try await scene.begin(configuration())
                try await page.wait(for: "document.querySelector('.cell.loaded')")
                pick.cancel()
                try await page.wait(for: "document.querySelector('h1').textContent === 'Photo Privacy'")
            }
        }

        @Test func `searching as one types finds names and dates, and kinds and albums narrow it`() async throws {
            try await withScene { scene, page in
                let album = try scene.owner.mintIdentifiers(1)[0]
                let members = [scene.photos[20], scene.photos[4]].map { LocalIdentifier(.asset, $0) }
                _ = try scene.owner.perform(
                    ChangeBlock(operations: [
                        .createCollection(.assetCollection, album, title: "<script>alert(1)</script>", parent: nil),
                        .insertMembers(.album(album), members, at: nil),
                    ])
                )
                async let picked = scene.pick(configuration())
                try await page.wait(for: "document.querySelectorAll('.cell.loaded').length > 15")
                try await page.click(".search input")
                try await page.type("harbour33")
                try await page.wait(for: "document.querySelectorAll('.cell.loaded').length === 1")
                try await page.press(.escape)
                try await page.wait(for: "document.querySelectorAll('.cell').length > 15")
                try await page.type("june 2023")
                try await page.wait(for: "document.querySelectorAll('.cell.loaded').length === 10")
                #expect(try await page.texts(".grid-heading:not([hidden]) span") == ["June 2023", "10"])
                try await page.screenshot("picker-search")
                try await page.press(.escape)
                try await page.type("nothing is called this")
                try await page.wait(for: "document.querySelector('.empty:not([hidden])')")
                try await page.screenshot("picker-no-results")
                try await page.press(.escape)
                // Of kinds, those are offered of which there are any.
                let offered = "[...document.querySelectorAll('.chip:not([hidden])')].map((one) => one.textContent)"
                #expect(try await page.value(of: offered) == ["Photos"])
                try await page.click(".chip[data-kind=images]")
                try await page.wait(for: "document.querySelector('[data-kind=images]').ariaPressed === 'true'")
                try await page.click(".chip[data-kind=images]")
                // An album keeps its own order.
                try await page.click(
                    ".album[data-album='\(LocalIdentifier(.assetCollection, album).string.prefix(36))']"
                )
                try await page.wait(for: "document.querySelectorAll('.cell.loaded').length === 2")
                #expect(try await page.text("[aria-current] .album-title") == "<script>alert(1)</script>")
                try await page.click(cell(0))
                try await page.click(".confirm")
                #expect(try await picked == .picked([scene.photos[20]]))
            }
        }

        @Test func `pictures wait for a search, and come when it fails`() async throws {
            try await withScene { scene, page in
                try await page.resize(320, 400)
                let pick = try await scene.begin(configuration())
                try await page.wait(for: "document.querySelector('.cell.loaded')")
                try await page.wait(for: "!document.querySelector('.cell:not(.loaded)')")
                try await page.run(
                    """
                    const plain = window.fetch;
                    window.fetch = (path, ...rest) => path !== '/api/query' ? plain(path, ...rest)
                        : new Promise((_, reject) => { window.fail = () => reject(new Error('a test says so')); });
                    """
                )
                try await page.click(".search input")
                try await page.type("harbour")
                // Photos that were below the screen would be replaced by the answer.
                try await page.resize(1_280, 800)
                try await page.wait(for: "document.querySelector('.cell:not(.loaded) img')")
                #expect(try await page.count(".cell:not(.loaded) img[src]") == 0)
                try await page.run("fail()")
                try await page.wait(for: "!document.querySelector('.cell:not(.loaded)')")
                pick.cancel()
            }
        }

        @Test func `a photo is looked at large, and its details are shown as text`() async throws {
            try await withScene { scene, page in
                async let picked = scene.pick(configuration())
                try await page.click(cell(0))
                try await page.press(.enter)
                try await page.wait(
                    for:
                        "document.querySelector('.preview-large').complete && !document.querySelector('.preview-small')"
                )
                try await page.press(.right)
                try await page.click("[aria-label=Details]")
                try await page.wait(
                    for:
                        "document.querySelector('.preview-details').textContent.includes('<img src=x onerror=alert(1)>.jpg')"
                )
                #expect(try await !page.exists(".preview-details img"))
                try await page.screenshot("preview")
                try await page.click(".preview .primary")
                try await page.press(.escape)
                try await page.wait(for: "!document.querySelector('dialog')")
                #expect(try await page.value(of: "document.activeElement.matches('.grid')", as: Bool.self))
                #expect(try await page.exists("\(cell(1)).active[aria-selected=true]"))
                try await page.click(".confirm")
                #expect(try await picked == .picked([scene.photos[0], scene.photos[1]]))
            }
        }

        @Test func `a finger that stays on a photo opens it`() async throws {
            try await withScene(photos: 5) { scene, page in
                let pick = try await scene.begin(configuration())
                try await page.wait(for: "document.querySelectorAll('.cell.loaded').length === 5")
                try await page.holdFinger(on: cell(2), until: "document.querySelector('dialog[open]')")
                #expect(try await page.count("[aria-selected=true]") == 0)
                pick.cancel()
                try await page.wait(for: "!document.querySelector('dialog')")
            }
        }

        @Test func `what a picker does without is not there`() async throws {
            try await withScene(photos: 5) { scene, page in
                // Search, the selection at the foot, albums, the buttons.
                let pick = try await scene.begin(configuration { $0.disabledCapabilities = 0b1111 })
                try await page.wait(for: "document.querySelectorAll('.cell.loaded').length === 5")
                for part in [".search", ".tray", ".albums", ".album-menu", ".confirm"] {
                    #expect(try await !page.exists(part), "\(part)")
                }
                #expect(try await page.text(".cancel") == "Close")
                try await page.screenshot("picker-bare")
                try await page.click(".cancel")
                #expect(try await pick.following() == .cancelled([]))
            }
        }

        @Test func `a picker survives a reload of its page`() async throws {
            try await withScene(photos: 5) { scene, page in
                async let picked = scene.pick(configuration())
                try await page.click(cell(0))
                try await page.reload()
                try await page.click(cell(2))
                try await page.click(".confirm")
                #expect(try await picked == .picked([scene.photos[2]]))
            }
        }
    }
}
