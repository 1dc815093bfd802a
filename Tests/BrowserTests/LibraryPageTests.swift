import BrowserDriver
import LibraryClient
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import Testing

extension BrowserTests {
    /// The library page: looking at photos, and organising them.
    @Suite struct LibraryPageTests {
        private func open(_ page: Page, photos count: Int = 40) async throws {
            try await page.click(".places a[href='#library']")
            try await page.wait(for: "document.querySelector('.library .cell.loaded')")
            try await page.wait(for: isSubtitle("\(count) items"))
        }

        private func isSubtitle(_ text: String) -> String {
            "document.querySelector('.bar-subtitle').textContent.startsWith('\(text)')"
        }

        private func isTitle(_ text: String) -> String { "document.querySelector('h1').textContent === '\(text)'" }

        private func place(_ key: String) -> String { ".album[data-album='\(key)']" }

        private func action(_ name: String) -> String { ".tray-tools [data-action=\(name)]" }

        private func expectAccessible(
            _ page: Page,
            _ what: String,
            _ location: SourceLocation = #_sourceLocation
        ) async throws {
            let problems = try await page.accessibilityProblems()
            #expect(problems == [], "\(what)", sourceLocation: location)
        }

        private static func details(_ scene: Scene, _ numbers: [Int]) throws -> [AssetDetails] {
            try scene.owner.details(of: numbers.map { scene.photos[$0] })
        }

        private static func makeAlbum(_ scene: Scene, _ title: String, in folder: ObjectID? = nil) throws -> ObjectID {
            let id = try scene.owner.mintIdentifiers(1)[0]
            let operation = ChangeOperation.createCollection(.assetCollection, id, title: title, parent: folder)
            _ = try scene.owner.perform(ChangeBlock(operations: [operation]))
            return id
        }

        @Test func `all photos are there by month, and a click opens one with what is known of it`() async throws {
            try await withScene { scene, page in
                try await open(page)
                #expect(try await page.text("h1") == "All Photos")
                #expect(try await page.text(".grid-heading:not([hidden]) span") == "July 2023")
                try await page.click(cell(1))
                try await page.wait(for: "document.querySelector('dialog.preview .preview-large')?.complete")
                try await page.click("[aria-label=Details]")
                try await page.wait(for: "document.querySelector('.preview-details dt')")
                // What a file is called is text.
                #expect(try await page.texts(".preview-details a")[0].hasPrefix(Scene.filename(1)))
                try await page.screenshot("library-preview")
                try await expectAccessible(page, "preview")
                try await page.press(.escape)
                try await page.wait(for: "!document.querySelector('dialog')")
                #expect(try await page.exists("\(cell(1)).active"))
                // The mark selects instead.
                try await page.click("\(cell(2)) .mark")
                try await page.wait(for: "document.querySelector('.has-selection')")
                #expect(try await page.count("[aria-selected=true]") == 1)
            }
        }

        @Test func `a photo is deleted, undone, deleted again and restored`() async throws {
            try await withScene { scene, page in
                try await open(page)
                try await page.press(.space)
                try await page.press(.right, .shift)
                try await page.click(action("delete"))
                try await page.wait(for: isSubtitle("38 items"))
                try await page.screenshot("library-undo")
                try await page.click(".toast-action")
                try await page.wait(for: isSubtitle("40 items"))
                try await page.click("\(cell(0)) .mark")
                try await page.click(action("delete"))
                try await page.wait(for: isSubtitle("39 items"))
                try await page.click(place("shelf:deleted"))
                try await page.wait(for: isTitle("Recently Deleted"))
                // Its picture is still there to be recognised by.
                try await page.wait(for: "document.querySelectorAll('.cell.loaded').length === 1")
                try await page.click(cell(0))
                try await page.wait(for: "document.querySelector('.preview-large')?.naturalWidth > 0")
                try await expectAccessible(page, "deleted")
                try await page.screenshot("library-deleted")
                try await page.click(".preview [data-action=restore]")
                try await page.wait(for: "!document.querySelector('dialog')")
                try await page.wait(for: isSubtitle("0 items"))
                try await page.click(place(""))
                try await page.wait(for: isSubtitle("40 items"))
            }
        }

        @Test func `hidden photos are shown only after a question, each time`() async throws {
            try await withScene(photos: 5) { scene, page in
                try await open(page, photos: 5)
                try await page.click("\(cell(0)) .mark")
                try await page.click(action("hide"))
                try await page.wait(for: isSubtitle("4 items"))
                // It is offered nowhere else.
                #expect(try await !page.texts(".album-title").dropFirst(3).contains("Hidden"))
                for _ in 0..<2 {
                    try await page.click(place("shelf:hidden"))
                    try await page.wait(for: "document.querySelector('dialog.question')")
                    try await expectAccessible(page, "hidden")
                    try await page.click(answer("cancel"))
                    try await page.wait(for: "!document.querySelector('dialog')")
                    #expect(try await page.text("h1") == "All Photos")
                    #expect(try await page.text(".album[aria-current] .album-title") == "All Photos")
                    try await page.click(place("shelf:hidden"))
                    try await page.click(answer("show"))
                    try await page.wait(for: isTitle("Hidden"))
                    try await page.wait(for: "document.querySelectorAll('.cell.loaded').length === 1")
                    try await page.click(place(""))
                    try await page.wait(for: isTitle("All Photos"))
                }
                try await page.click(place("shelf:hidden"))
                try await page.click(answer("show"))
                try await page.wait(for: "document.querySelectorAll('.cell.loaded').length === 1")
                try await page.click("\(cell(0)) .mark")
                try await page.click(action("hide"))
                try await page.wait(for: isSubtitle("0 items"))
                try await page.click(place(""))
                try await page.wait(for: isSubtitle("5 items"))
            }
        }

        @Test func `albums and folders are made, filled, renamed, moved and deleted`() async throws {
            try await withScene(photos: 5) { scene, page in
                try await open(page, photos: 5)
                try await page.click(".albums > .plain:last-child")
                try await page.wait(for: "document.querySelector('dialog.question [name=name]')")
                // A name is something to be read; the reason is where the name is.
                try await page.type(" ")
                try await page.click(answer("submit"))
                try await page.wait(for: "document.querySelector('.form-failure:not([hidden])')")
                #expect(try await page.text(".form-failure") == "an album or folder needs a name")
                try await expectAccessible(page, "form")
                page.forgetProblems()
                try await page.run("document.querySelector('[name=name]').focus()")
                try await page.type("<b>Trips</b>")
                try await page.click(answer("submit"))
                try await page.wait(for: "document.querySelector('.folder')")
                #expect(try await page.text(".folder .album-title").hasSuffix("<b>Trips</b>"))

                // Two photos into a new album.
                try await page.click("\(cell(0)) .mark")
                try await page.click(cell(1))
                try await page.click(action("add"))
                try await page.wait(for: "document.querySelector('dialog.question [name=name]')")
                try await page.run("document.querySelector('[name=name]').focus()")
                try await page.type("Alps")
                try await page.click(answer("submit"))
                try await page.wait(for: "document.querySelector('.album-tree .album-count')?.textContent === '2'")

                // Renamed, and into the folder.
                try await page.click("[aria-label*=Alps]")
                try await page.wait(for: "document.querySelector('dialog.question [name=folder]')")
                try await page.press(.end)
                try await page.type(" 2023")
                try await page.run(
                    """
                    const folder = document.querySelector('[name=folder]');
                    folder.selectedIndex = 1;
                    """
                )
                try await page.screenshot("library-edit-album")
                try await page.click(answer("submit"))
                try await page.wait(for: "document.querySelector('.album-tree .album-tree .album')")
                #expect(try await page.text(".album-tree .album-tree .album-title") == "Alps 2023")
                // A folder closes and opens, and says so.
                try await page.click(".folder[aria-expanded=true]")
                try await page.wait(for: "document.querySelector('.album-tree .album-tree').hidden")
                try await page.click(".folder[aria-expanded=false]")

                // One is taken out; what another program adds is there at once.
                try await page.press(.escape)
                try await page.click(".album-tree .album-tree .album")
                try await page.wait(for: isTitle("Alps 2023"))
                try await page.wait(for: isSubtitle("2 items"))
                try await page.click("\(cell(0)) .mark")
                try await page.click(action("remove"))
                try await page.wait(for: isSubtitle("1 item"))
                let album = try await Background.run { () -> ObjectID in
                    let album = try scene.owner.fetch(FetchRequest(.allCollections(.assetCollection)))[0]
                    let members = scene.photos.suffix(2).map { LocalIdentifier(.asset, $0) }
                    let operation = ChangeOperation.insertMembers(.album(album), members, at: nil)
                    _ = try scene.owner.perform(ChangeBlock(operations: [operation]))
                    return album
                }
                try await page.wait(for: isSubtitle("3 items"))
                try await page.screenshot("library-album")

                // The folder goes with the album that is shown, and the photos stay.
                try await page.click("[aria-label*=Trips]")
                try await page.click(answer("delete"))
                try await page.wait(for: "document.querySelector('.question .destructive')")
                try await expectAccessible(page, "deletion of a folder")
                try await page.click(".question .destructive")
                try await page.wait(for: isTitle("All Photos"))
                try await page.wait(for: isSubtitle("5 items"))
                #expect(try await !page.exists(".album-tree .folder"))
                let rest = try scene.owner.fetch(FetchRequest(.allCollections(.assetCollection)))
                #expect((0..<rest.count).allSatisfy { rest[$0] != album })
            }
        }

        @Test func `title, caption, keywords, rating and date are written of one photo and of many`() async throws {
            try await withScene(photos: 5) { scene, page in
                try await open(page, photos: 5)
                try await page.click(cell(0))
                try await page.click(".preview [data-action=edit]")
                try await page.wait(for: "document.querySelector('[name=title]')")
                try await page.type("<i>Harbour</i>")
                try await page.run("document.querySelector('[name=keywords]').focus()")
                try await page.type("sea, boats")
                try await page.run("document.querySelector('[name=rating]').value = '4'")
                try await page.screenshot("library-edit")
                try await expectAccessible(page, "form")
                try await page.click(answer("submit"))
                try await page.wait(for: "!document.querySelector('dialog.question')")
                var details = try Self.details(scene, [0, 1])
                #expect(details[0].title == "<i>Harbour</i>")
                #expect(details[0].keywords == ["sea", "boats"])
                #expect(details[1].title == nil)
                try await page.press(.escape)
                try await page.wait(for: "!document.querySelector('dialog')")

                // All of them: what is not filled in stays.
                try await page.press(.a, .control)
                try await page.click(action("edit"))
                try await page.wait(for: "document.querySelector('[name=removed]')")
                try await page.run("document.querySelector('[name=caption]').focus()")
                try await page.type("In the evening")
                try await page.run("document.querySelector('[name=removed]').focus()")
                try await page.type("sea")
                try await page.run("document.querySelector('[name=date]').value = '2001-02-03T04:05:06'")
                try await page.click(answer("submit"))
                try await page.wait(for: "!document.querySelector('dialog.question')")
                try await page.wait(for: "document.querySelector('.grid-heading span').textContent === 'February 2001'")
                details = try Self.details(scene, [0, 1])
                #expect(details[0].title == "<i>Harbour</i>")
                #expect(details[0].keywords == ["boats"])
                #expect(details.map(\.caption) == ["In the evening", "In the evening"])
                let assets = FetchedIdentifiers(scene.photos, kinds: .all(.asset))
                let rows = try scene.owner.assets(assets, 0..<5)
                #expect(rows.rating == [4, 0, 0, 0, 0])
                #expect(Set(rows.creationDate).count == 1)
            }
        }

        @Test func `what changed is listed by day with its photos, and any of it is taken back`() async throws {
            try await withScene(photos: 5) { scene, page in
                let album = try Self.makeAlbum(scene, "<b>Alps</b>")
                var words = AssetUpdate()
                words.title = .set("By me")
                let done: [[ChangeOperation]] = [
                    [.insertMembers(.album(album), [LocalIdentifier(.asset, scene.photos[0])], at: nil)],
                    [.updateAsset(scene.photos[1], words), .updateAsset(scene.photos[2], words)],
                    [.deleteAssets([scene.photos[3]])],
                ]
                for operations in done { _ = try scene.owner.perform(ChangeBlock(operations: operations)) }
                words.title = .set("Again")
                _ = try scene.owner.perform(ChangeBlock(operations: [.updateAsset(scene.photos[2], words)]))
                try await open(page, photos: 4)
                try await page.click(".albums a[href='#changes']")
                try await page.wait(for: "document.querySelectorAll('.changes-row').length === 6")
                #expect(try await page.text(".group h2") == "Today")
                #expect(
                    try await page.texts(".changes-row .row-text > span:first-child") == [
                        "You changed 1 item", "You deleted 1 item", "You changed 2 items",
                        "You changed 1 album: “\u{2068}<b>Alps</b>\u{2069}”",
                        "You added 1 album: “\u{2068}<b>Alps</b>\u{2069}”", "You added 5 items",
                    ]
                )
                try await page.wait(
                    for: "[...document.querySelectorAll('.changes-row img')].every((one) => one.complete)"
                )
                let shown: [Int] = try await page.value(
                    of: """
                        [...document.querySelectorAll('.changes-row')].map((row) =>
                            [...row.querySelectorAll('img')].filter((one) => one.naturalWidth > 0).length)
                        """
                )
                #expect(shown == [1, 1, 2, 1, 0, 5])
                for (width, scheme) in [(320, Page.Scheme.dark), (1100, .light)] {
                    try await page.resize(width, 800)
                    try await page.show(scheme)
                    try await expectAccessible(page, "what changed, \(width)")
                    try await page.screenshot("library-changes-\(width)")
                }

                // One of two was changed again: that one stays, and is told.
                try await page.click(".group li:nth-child(3) button")
                try await page.wait(for: "document.querySelectorAll('.left-row').length === 1")
                #expect(try Self.details(scene, [1, 2]).map(\.title) == [nil, "Again"])
                try await page.screenshot("library-changes-left")
                try await page.click("[data-control=undo-leave]")
                try await page.wait(for: "document.querySelectorAll('.changes-row').length === 7")
                // The undo itself is one, too.
                try await page.click(".group li:nth-child(1) button")
                try await page.wait(for: "document.querySelectorAll('.changes-row').length === 8")
                #expect(try Self.details(scene, [1, 2]).map(\.title) == ["By me", "Again"])
                try await page.click(".back")
                try await page.wait(for: isTitle("All Photos"))
            }
        }

        @Test func `on a phone a finger turns photos and closes them, and no notice covers the tools`() async throws {
            try await withScene(photos: 120) { scene, page in
                try await page.resize(320, 640)
                try await open(page, photos: 120)
                let titles = "document.querySelector('.preview-title').textContent"
                try await page.click(cell(1))
                try await page.wait(for: "document.querySelector('.preview-large')?.complete")
                let first: String = try await page.value(of: titles)
                try await page.swipe(over: ".preview-picture", across: -120, down: 10)
                try await page.wait(for: "\(titles) !== \(page.literal(first))")
                try await page.swipe(over: ".preview-picture", across: 120, down: 10)
                try await page.wait(for: "\(titles) === \(page.literal(first))")
                try await page.swipe(over: ".preview-picture", across: 10, down: 120)
                try await page.wait(for: "!document.querySelector('dialog')")

                // The rail of months takes little of the width.
                let rail = "document.querySelector('.scrubber').getBoundingClientRect().width"
                #expect(try await page.value(of: "\(rail) / innerWidth < 0.08", as: Bool.self))
                // A notice is above the tray, whatever rows that has.
                try await page.click("\(cell(0)) .mark")
                try await page.click("\(cell(1)) .mark")
                try await page.click(action("favorite"))
                try await page.wait(for: "document.querySelector('.toast')")
                let isFree = """
                    document.querySelector('.toast').getBoundingClientRect().bottom
                        <= document.querySelector('.tray').getBoundingClientRect().top
                    """
                try await page.wait(for: isFree)
                try await page.show(.dark)
                try await page.screenshot("library-phone")
                try await expectAccessible(page, "phone")
                // What was said of the photos is not said of another page.
                try await page.click(".places a[href='#cloud']")
                try await page.wait(for: isTitle("Cloud"))
                #expect(try await page.text("#announcements") == "")
                #expect(try await !page.exists(".toast"))
            }
        }

        @Test func `sparse months share a row, and photos of one day have names of their own`() async throws {
            try await withScene(photos: 6) { scene, page in
                // One photo a month, back from July 2023.
                var operations: [ChangeOperation] = []
                for (number, photo) in scene.photos.enumerated() {
                    var update = AssetUpdate()
                    update.creationDate = .set(1_689_000_000_000_000 - Int64(number) * 30 * 86_400_000_000)
                    operations.append(.updateAsset(photo, update))
                }
                _ = try scene.owner.perform(ChangeBlock(operations: operations))
                try await open(page, photos: 6)
                let headings = try await page.texts(".grid-heading:not([hidden]) > span:first-child")
                #expect(headings == ["February – July 2023"])
                #expect(try await page.count(".grid-row") == 1)
                try await page.screenshot("library-sparse")
                try await page.tab(to: ".grid")
                try await page.press(.right)
                let label = "document.querySelector('.cell.active').ariaLabel"
                try await page.wait(for: "\(label).includes(\(page.literal(Scene.filename(1))))")
                #expect(try await page.value(of: "\(label).includes('Photo, ')", as: Bool.self))
            }
        }

        @Test func `favorites are marked by keys alone, and everything has a name in all widths`() async throws {
            try await withScene { scene, page in
                let folder = try scene.owner.mintIdentifiers(1)[0]
                let operation = ChangeOperation.createCollection(.collectionList, folder, title: "Trips", parent: nil)
                _ = try scene.owner.perform(ChangeBlock(operations: [operation]))
                _ = try Self.makeAlbum(scene, "Alps", in: folder)
                _ = try Self.makeAlbum(scene, String(repeating: "A long name ", count: 8))
                try await open(page)
                try await page.press(.space)
                for stop in [".tray-tools button", ".places a", ".search input", ".chip", ".album"] {
                    try await page.tab(to: stop)
                    #expect(try await page.showsFocus(), "\(stop)")
                }
                try await page.tab(to: ".grid")
                try await page.press(.right, .shift)
                try await page.tab(to: action("favorite"))
                try await page.press(.enter)
                try await page.wait(for: "document.querySelectorAll('.badges .icon-filled').length === 2")
                let page0 = try scene.owner.assets(FetchedIdentifiers(scene.photos, kinds: .all(.asset)), 0..<3)
                let marks = page0.flags.map { AssetPage.Flags(rawValue: $0).contains(.favorite) }
                #expect(marks == [true, true, false])
                for width in [320, 480, 768, 1100, 2560] {
                    try await page.resize(width, width < 500 ? 640 : 900)
                    try await page.wait(for: "document.querySelectorAll('.cell.loaded').length > 5")
                    let fits = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
                    #expect(try await page.value(of: fits, as: Bool.self), "\(width)")
                    for scheme in [Page.Scheme.light, .dark] {
                        try await page.show(scheme)
                        try await expectAccessible(page, "\(width) \(scheme)")
                        try await page.screenshot("library-\(width)-\(scheme.rawValue)")
                    }
                }
                // Where there is no room for it, the tree is behind a button.
                try await page.resize(320, 640)
                try await page.click(".show-albums")
                try await page.wait(for: "document.querySelector('.albums').checkVisibility()")
                try await expectAccessible(page, "tree")
                try await page.screenshot("library-narrow-albums")
                try await page.click(".album-tree .album-tree .album")
                try await page.wait(for: isTitle("Alps"))
                try await page.wait(for: "!document.querySelector('.albums').checkVisibility()")
            }
        }
    }
}
