import BrowserDriver
import LibraryClient
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import SamplePhotos
import Testing

extension BrowserTests {
    @Suite struct ConsentTests {
        @Test func `a person selects three photos, and the app may see exactly those`() async throws {
            try await withScene { scene, page in
                async let status = scene.app(claiming: "<b>Jour\u{202E}nal</b>").requestAuthorization(for: .readWrite)
                try await page.wait(for: "document.querySelectorAll('.collage img').length === 5")
                let question = try await page.text("h1")
                // Whatever the program is called, its name turns nothing but itself.
                let name = try #require(Scene.identity.split(separator: "/").last)
                #expect(question == "“\u{2068}\(name)\u{2069}” would like to access your photos")
                #expect(try await page.text(".sheet-text").hasSuffix("Your library has 40 photos."))
                // Who it is, and beside it what it says of itself: as text, whatever it is, that turns nothing either.
                #expect(try await page.text(".evidence dd") == String(Scene.identity.dropFirst("exe:".count)))
                #expect(try await page.text(".claim-title") == "The app’s own words – not verified")
                #expect(try await page.text(".claim dd") == "“\u{2068}<b>Jour\u{FFFD}nal</b>\u{2069}”")
                #expect(try await !page.exists(".claim b"))
                try await page.screenshot("consent")
                try await page.show(.dark)
                try await page.screenshot("consent-dark")
                try await page.click(answer("select"))
                for index in [4, 0, 2] { try await page.click(cell(index)) }
                try await page.wait(for: "document.querySelector('.bar-subtitle').textContent.endsWith('3 items.')")
                try await page.screenshot("consent-select-dark")
                try await page.click(".confirm")
                #expect(try await status == .limited)
                #expect(try scene.selection == Set([scene.photos[0], scene.photos[2], scene.photos[4]]))
                try await page.wait(for: "document.querySelector('.row-value')?.textContent === 'Limited, 3 items'")
            }
        }

        @Test func `what has to be known of a program stands beside what it says of itself`() async throws {
            try await withScene(photos: 3) { scene, page in
                async let status = scene.app(claiming: "Journal").requestAuthorization(for: .readWrite)
                try await page.wait(for: "document.querySelector('.identity')")
                // As of an interpreter, which this program is not.
                let script = """
                    (async () => {
                        const { identity } = await import("/sheet.js");
                        const { prompts } = await (await fetch("/api/state")).json();
                        const isPlain = prompts[0].warnings.length === 0 && prompts[0].claimedScript === null;
                        document.querySelector(".identity").replaceWith(identity({
                            ...prompts[0], claimedScript: "/home/me/<b>resize.py",
                            warnings: ["This is the Python interpreter: every Python program would get this access."],
                        }));
                        return isPlain;
                    })()
                    """
                #expect(try await page.value(of: script, as: Bool.self))
                #expect(
                    try await page.texts(".identity .warning")
                        == ["This is the Python interpreter: every Python program would get this access."]
                )
                #expect(try await page.texts(".claim dt") == ["Calls itself", "Says it runs"])
                #expect(try await page.texts(".claim dd").last == "“\u{2068}/home/me/<b>resize.py\u{2069}”")
                try await page.screenshot("consent-interpreter")
                try await page.click(answer("deny"))
                #expect(try await status == .denied)
            }
        }

        @Test func `a program is shown by the name and icon that it is installed with, beside its path`() async throws {
            let system = try ScratchSystem()
            let path = String(try Scene.identity.dropFirst("exe:".count))
            try system.write("", to: path)
            try system.write(ScratchSystem.icon, to: "/usr/share/icons/hicolor/48x48/apps/camera.png")
            // A name is text, whatever it is, and turns nothing.
            let entry = "[Desktop Entry]\nType=Application\nName=Camera\nName[de]=<b>Kamera\u{202E}\nIcon=camera\n"
            try system.write("\(entry)Exec=\"\(path)\" %U\n", to: "/usr/share/applications/camera.desktop")
            try await withScene(photos: 3, programs: system.programs()) { scene, page in
                try await page.resize(320, 640)
                try await page.speak("de")
                try await page.reload()
                let name = "\u{2068}<b>Kamera\u{FFFD}\u{2069}"
                async let status = scene.app(claiming: "Bank").requestAuthorization(for: .readWrite)
                try await page.wait(for: "document.querySelector('.evidence img')?.naturalWidth === 48")
                #expect(try await page.text("h1").hasPrefix("„\(name)“ "))
                #expect(try await page.text(".evidence dd") == path)
                #expect(try await page.text(".claim dd") == "„\u{2068}Bank\u{2069}“")
                #expect(try await page.accessibilityProblems() == [])
                try await page.screenshot("consent-installed")
                try await page.click(answer("allowAll"))
                #expect(try await status == .authorized)
                try await page.wait(for: "document.querySelector('a.row .app-icon')?.naturalWidth === 48")
                #expect(try await page.text("a.row .row-title") == name)
                #expect(try await page.text("a.row .row-note") == path)
                try await page.screenshot("privacy-installed")
                let pick = try await scene.begin(PickerConfiguration())
                try await page.wait(for: "document.querySelector('.bar-subtitle')")
                #expect(try await page.text(".bar-subtitle").contains(name))
                try await page.screenshot("picker-installed")
                pick.cancel()
                try await page.wait(for: "document.querySelector('a.row')")
                try await page.click("a.row")
                try await page.wait(for: "document.querySelector('.app-header .app-icon')?.naturalWidth === 48")
                #expect(try await page.text("h1") == name)
            }
        }

        @Test func `everything is allowed for an hour`() async throws {
            try await withScene(photos: 3) { scene, page in
                async let status = scene.app().requestAuthorization(for: .readWrite)
                try await page.click("summary")
                try await page.click("input[value=hour]")
                try await page.screenshot("consent-options")
                try await page.click(answer("allowAll"))
                #expect(try await status == .authorized)
                let grant = try #require(try scene.owner.grants().first)
                let until = try #require(grant.until)
                let hour = Int64(3_600_000_000)
                let left = until - WallClock.microseconds()
                #expect(left > hour - 120_000_000 && left <= hour)
            }
        }

        @Test func `nothing is allowed, and the app is not heard again`() async throws {
            try await withScene(photos: 3) { scene, page in
                async let status = scene.app().requestAuthorization(for: .readWrite)
                try await page.click("summary")
                try await page.click("input[data-control=silence]")
                try await page.click(answer("deny"))
                #expect(try await status == .denied)
                try await page.wait(for: "document.querySelector('a.row')")
                #expect(try #require(try scene.owner.grants().first).isSilenced)
            }
        }

        @Test func `adding is a question of its own`() async throws {
            try await withScene(photos: 3) { scene, page in
                async let status = scene.app().requestAuthorization(for: .addOnly)
                try await page.wait(for: "document.querySelector('h1').textContent.endsWith('add to your photos')")
                #expect(try await page.text(".sheet-text").contains("It will not see any of yours"))
                #expect(try await !page.exists(answer("select")))
                try await page.screenshot("consent-add-only")
                try await page.click(answer("allowAll"))
                #expect(try await status == .authorized)
            }
        }

        @Test func `Escape leaves it undecided, and so does going back from the photos`() async throws {
            try await withScene(photos: 3) { scene, page in
                async let status = scene.app().requestAuthorization(for: .readWrite)
                try await page.click(answer("select"))
                try await page.click(cell(1))
                try await page.click(".cancel")
                try await page.wait(for: "document.activeElement.matches('[data-answer=select]')")
                try await page.press(.escape)
                #expect(try await status == .notDetermined)
                #expect(try scene.selection == [])
            }
        }

        @Test func `an app that goes away takes its question with it, and the next one is shown`() async throws {
            try await withScene(photos: 3) { scene, page in
                let first = Task { try await scene.app().requestAuthorization(for: .readWrite) }
                try await page.wait(for: "document.querySelector('.sheet')")
                async let second = scene.app().requestAuthorization(for: .addOnly)
                try await page.wait(
                    for: "document.querySelector('.banner-queue')?.textContent === '1 more question waits.'"
                )
                try await page.screenshot("consent-queue")
                first.cancel()
                try await page.wait(for: "document.querySelector('h1').textContent.endsWith('add to your photos')")
                #expect(try await !page.exists(".banner-queue"))
                try await page.click(answer("deny"))
                #expect(try await second == .denied)
                #expect(try await first.value == .notDetermined)
            }
        }

        @Test func `a deletion is confirmed by the person, who sees the photos, and can be undone`() async throws {
            try await withScene { scene, page in
                try scene.decide(.authorized)
                let doomed = [scene.photos[0], scene.photos[3], scene.photos[5]]
                let delete = { @Sendable () throws -> Bool in
                    do {
                        _ = try scene.app().perform(ChangeBlock(operations: [.deleteAssets(doomed)]))
                        return true
                    } catch let error as LibraryError where error.code == .declined { return false }
                }
                async let refused = Background.run(delete)
                try await page.wait(for: "document.querySelectorAll('.examples img').length === 3")
                let question = try await page.text("h1")
                #expect(question.hasSuffix("to delete 3 photos?"))
                let names: [String] = try await page.value(
                    of: "[...document.querySelectorAll('.examples img')].map((image) => image.alt)"
                )
                #expect(names.allSatisfy { $0.hasPrefix("Photo, ") })
                #expect(try await page.texts(".answers button") == ["Delete", "Don’t Allow"])
                try await page.screenshot("changes-delete")
                try await page.wait(for: "!document.documentElement.classList.contains('is-unread')")
                // Two presses of one's own are one answer, of which the second is told nothing.
                try await page.run(
                    "const decline = document.querySelector('[data-answer=decline]'); decline.click(); decline.click();"
                )
                #expect(try await refused == false)
                try await page.wait(for: "document.querySelector('a.row')")
                #expect(try await !page.exists(".toast"))
                #expect(try scene.owner.count(FetchRequest(.allAssets)) == 40)

                async let done = Background.run(delete)
                try await page.wait(for: "document.querySelectorAll('.examples img').length === 3")
                try await page.click(answer("confirm"))
                #expect(try await done)
                #expect(try scene.owner.count(FetchRequest(.allAssets)) == 37)

                try await page.click("a.row")
                try await page.click("[data-control^=undo-]")
                try await page.wait(for: "document.querySelector('.toast')?.textContent === '3 items as before.'")
                try await page.wait(for: "!document.querySelector('[data-control^=undo-]')")
                #expect(try scene.owner.count(FetchRequest(.allAssets)) == 40)
            }
        }

        @Test func `sending photos is a question about the server, which the page names`() async throws {
            try await withScene(photos: 4) { scene, page in
                try scene.decide(.authorized)
                let photos = Array(scene.photos.prefix(3))
                let send = { @Sendable (count: Int, url: String) throws -> Bool in
                    do {
                        try scene.app(claiming: "photos.example.net").send(Array(photos.prefix(count)), to: url)
                        return true
                    } catch let error as LibraryError where error.code == .declined { return false }
                }
                async let refused = Background.run { try send(3, "https://photos.example.org:8443/in?key=1") }
                try await page.wait(for: "document.querySelectorAll('.examples img').length === 3")
                #expect(try await page.text("h1").hasSuffix("to send 3 photos to photos.example.org:8443?"))
                #expect(try await page.text(".sheet-text code") == "https://photos.example.org:8443")
                try await page.screenshot("upload")
                try await page.click(answer("deny"))
                #expect(try await refused == false)
                try await page.wait(for: "document.querySelector('a.row')")
                // It is not asked again, and about another server it is.
                #expect(try await Background.run { try send(1, "https://photos.example.org:8443/other") } == false)
                async let allowed = Background.run { try send(1, "http://nas.local/in") }
                try await page.wait(for: "document.querySelector('h1').textContent.endsWith('1 photo to nas.local?')")
                try await page.click(answer("allow"))
                #expect(try await allowed)
                let grant = try #require(try scene.owner.grants().first { try $0.app == Scene.identity })
                #expect(grant.uploadDestinations.map(\.origin.shortText) == ["nas.local", "photos.example.org:8443"])
                #expect(grant.uploadDestinations.map(\.isAllowed) == [true, false])
            }
        }

        @Test func `several kinds of change are one question`() async throws {
            try await withScene(photos: 4) { scene, page in
                try scene.decide(.authorized)
                var update = AssetUpdate()
                update.isHidden = true
                let block = ChangeBlock(operations: [
                    .deleteAssets([scene.photos[0], scene.photos[1]]), .updateAsset(scene.photos[2], update),
                ])
                async let done = Background.run { _ = try scene.app().perform(block) }
                try await page.wait(for: "document.querySelector('.examples img')")
                let question = try await page.text("h1")
                #expect(question.hasSuffix("to delete 2 photos and hide 1 photo?"))
                #expect(try await page.texts(".answers button") == ["Allow", "Don’t Allow"])
                try await page.click(answer("confirm"))
                try await done

                // What is asked about is called by its kind, and items when there are several.
                let video = try addVideo(by: scene.owner)
                for (assets, called) in [([scene.photos[3], video], "2 items"), ([video], "1 video")] {
                    async let refused = Background.run {
                        do {
                            _ = try scene.app().perform(ChangeBlock(operations: [.deleteAssets(assets)]))
                            return false
                        } catch let error as LibraryError where error.code == .declined { return true }
                    }
                    try await page.wait(for: "document.querySelector('h1').textContent.endsWith('delete \(called)?')")
                    try await page.wait(for: "!document.documentElement.classList.contains('is-unread')")
                    try await page.click(answer("decline"))
                    #expect(try await refused)
                }
            }
        }

        private func addVideo(by owner: LibraryClient) throws -> ObjectID {
            let frame = try SamplePhoto(size: PixelSize(width: 32, height: 24), seed: 1).encoded()
            let movie = MovieFixture(frames: [frame, frame], width: 32, height: 24, framesPerSecond: 2)
            let id = try #require(try owner.mintIdentifiers(1).first)
            let staged = try owner.stage(SealedMemory.make(movie.bytes.span), filename: "waves.mov")
            let creation = AssetCreation(id: id, resources: [StagedResourceUse(staged: staged.id, kind: .video)])
            _ = try owner.perform(ChangeBlock(operations: [.createAsset(creation)]))
            return id
        }
    }
}
