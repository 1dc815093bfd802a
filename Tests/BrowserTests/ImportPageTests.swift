import BrowserDriver
import LibraryClient
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import SamplePhotos
import Testing

@testable import Languages

extension BrowserTests {
    /// Files that the person drops on the library page, or chooses.
    @Suite struct ImportPageTests {
        private static func write(_ seed: UInt64, _ name: String, in folder: ScratchFolder) throws -> String {
            let photo = SamplePhoto(size: PixelSize(width: 320, height: 240), seed: 1000 + seed)
            return try folder.write(try photo.encoded(), to: name).text
        }

        private func open(_ page: Page) async throws {
            try await page.click(".places a[href='#library']")
            try await page.wait(for: "document.querySelector('.library [data-action=import]')")
        }

        private func isDone(_ page: Page) async throws {
            try await page.wait(for: "document.querySelector('.import') && !document.querySelector('.import progress')")
        }

        private func isSubtitle(_ text: String) -> String {
            "document.querySelector('.bar-subtitle').textContent.startsWith('\(text)')"
        }

        private func makeAlbum(_ scene: Scene, _ title: String) throws -> ObjectID {
            let id = try scene.owner.mintIdentifiers(1)[0]
            let operation = ChangeOperation.createCollection(.assetCollection, id, title: title, parent: nil)
            _ = try scene.owner.perform(ChangeBlock(operations: [operation]))
            return id
        }

        @Test func `files that are chosen are in the grid, and what was not taken in is said`() async throws {
            try await withScene(photos: 2) { scene, page in
                let files = try ScratchFolder()
                var paths = try (0..<3).map { try Self.write(UInt64($0), "IMG_\($0).jpg", in: files) }
                paths.append(try Self.write(7, "<img src=x>.jpg", in: files))
                paths.append(try Self.write(0, "again.jpg", in: files))
                paths.append(try files.write(Array("no photo at all".utf8), to: "letter.doc").text)
                paths.append(try files.write([], to: "empty.jpg").text)
                try await open(page)
                try await page.choose(paths, in: ".view-tools input[type=file]")
                try await isDone(page)
                #expect(try await page.text(".import h2") == "4 imported, 1 already there, and 2 not taken in")
                try await page.wait(for: isSubtitle("6 items"))
                let names = try await page.texts(".import-passed bdi")
                #expect(Set(names) == ["again.jpg", "letter.doc", "empty.jpg"])
                // The server's own reason for what it does not know.
                let reasons = try await page.texts(".import-passed span")
                #expect(reasons.contains("It is in the library already.") && reasons.contains("It is empty."))
                #expect(reasons.allSatisfy { !$0.isEmpty })
                try await page.wait(
                    for: "document.getElementById('announcements').textContent.startsWith('4 imported')"
                )
                #expect(try await page.accessibilityProblems() == [])
                try await page.screenshot("import-done")
                try await page.show(.dark)
                #expect(try await page.accessibilityProblems() == [])
                try await page.screenshot("import-done-dark")
                try await page.tab(to: ".import > button")
                try await page.press(.enter)
                try await page.wait(for: "!document.querySelector('.import')")
                #expect(try await page.value(of: "document.activeElement.dataset.action === 'import'"))
            }
        }

        @Test func `files that are chosen are put into the album that is shown`() async throws {
            try await withScene(photos: 2) { scene, page in
                let album = try makeAlbum(scene, "Alps")
                let files = try ScratchFolder()
                let paths = try (0..<3).map { try Self.write(UInt64($0), "IMG_\($0).jpg", in: files) }
                try await open(page)
                let name = LocalIdentifier(.assetCollection, album).string.prefix(36)
                try await page.click(".album[data-album='\(name)']")
                try await page.wait(for: "document.querySelector('h1').textContent === 'Alps'")
                try await page.choose(paths, in: ".view-tools input[type=file]")
                try await isDone(page)
                #expect(try await page.text(".import h2") == "3 imported")
                try await page.wait(for: isSubtitle("3 items"))
                #expect(try scene.owner.fetch(FetchRequest(.assets(inCollection: album))).count == 3)
                // More of them, and one that is there is put into the album, too.
                try await page.drop(files: [try Self.write(9, "b.jpg", in: files), paths[0]], on: ".stage")
                try await page.wait(for: isSubtitle("4 items"))
                try await isDone(page)
                #expect(try await page.text(".import h2") == "1 imported and 1 already there")
            }
        }

        @Test func `a folder that is dropped is taken in with its folders, and what is in it and was not is named`()
            async throws
        {
            try await withScene(photos: 2) { scene, page in
                let files = try ScratchFolder()
                for folder in ["Trip/first day", "Trip/.cache"] { try FileNames.makeFolders(files.file(folder)) }
                _ = try Self.write(1, "Trip/IMG_1.jpg", in: files)
                _ = try Self.write(2, "Trip/first day/IMG_1.jpg", in: files)
                _ = try Self.write(3, "Trip/.cache/IMG_3.jpg", in: files)
                _ = try files.write(Array("{}".utf8), to: "Trip/first day/IMG_1.jpg.json")
                _ = try files.write(Array("{}".utf8), to: "Trip/settings.json")
                try await open(page)
                // Nothing is taken from somebody who cannot have seen the page yet.
                try await page.wait(for: "!document.documentElement.matches('.is-unread')")
                try await page.drop(files: [files.file("Trip").text], on: ".stage")
                try await page.wait(for: isSubtitle("4 items"))
                try await isDone(page)
                #expect(try await page.text(".import h2") == "2 imported and 1 not taken in")
                #expect(try await page.texts(".import-passed bdi") == ["Trip/settings.json"])
                #expect(try await page.texts(".import-passed span") == ["about no photo here"])
                try await page.screenshot("import-folder")
            }
        }

        /// Chooses 70 photos, two batches and a rest, of which the page reads so many at first and the others once
        /// `letRead` is called.
        private func choosePhotos(_ page: Page, in files: borrowing ScratchFolder, reading count: Int) async throws {
            let paths = try (0..<70).map { try Self.write(UInt64($0), "IMG_\($0).jpg", in: files) }
            try await open(page)
            try await page.run(
                """
                const { arrayBuffer } = Blob.prototype;
                const { promise, resolve } = Promise.withResolvers();
                window.letRead = resolve;
                let read = 0;
                Blob.prototype.arrayBuffer = async function () {
                    read += 1;
                    if (read > \(count)) await promise;
                    return arrayBuffer.call(this);
                };
                """
            )
            try await page.choose(paths, in: ".view-tools input[type=file]")
        }

        @Test func `an import is cancelled, and goes on while another view is shown`() async throws {
            try await withScene(photos: 2) { scene, page in
                let files = try ScratchFolder()
                try await choosePhotos(page, in: files, reading: 32)
                try await page.wait(for: "document.querySelector('.import progress')?.value > 0.4")
                try await page.screenshot("import-running")
                #expect(try await page.text(".import-line").contains(" of 70 · IMG_"))
                try await page.click(".places a[href='#privacy'], .places a")
                try await page.click(".import [data-answer=cancel]")
                try await page.run("window.letRead()")
                try await isDone(page)
                #expect(try await page.text(".import h2") == "32 imported")
                #expect(try await page.text(".import-line") == "Cancelled. What was imported by then stays.")
                // Batches are whole or not there at all.
                #expect(try scene.owner.fetch(FetchRequest(.allAssets)).count == 34)
                // What is there already is not taken in twice.
                try await choosePhotos(page, in: files, reading: 70)
                try await page.wait(for: isSubtitle("72 items"))
                try await isDone(page)
                // A page that goes away says so: nothing of its import is kept.
                try await page.run(
                    """
                    window.letRead();
                    const { json } = Response.prototype;
                    Response.prototype.json = async function () {
                        const value = await json.call(this);
                        if ("import" in value) sessionStorage.begun = value.import;
                        return value;
                    };
                    """
                )
                try await choosePhotos(page, in: files, reading: 32)
                try await page.wait(for: "document.querySelector('.import progress')?.value > 0.4")
                try await page.reload()
                let isForgotten = """
                    (async () => {
                        for (let count = 0; count < 100; count += 1) {
                            const { status } = await fetch("/api/import/plan", {
                                method: "POST", headers: { "Content-Type": "application/json" },
                                body: JSON.stringify({ import: sessionStorage.begun }),
                            });
                            if (status === 410) return true;
                        }
                        return false;
                    })()
                    """
                #expect(try await page.value(of: isForgotten))
                page.forgetProblems()
            }
        }

        @Test func `an import that is cancelled counts what has gone as a whole`() async throws {
            try await withScene(photos: 2) { scene, page in
                let files = try ScratchFolder()
                try await choosePhotos(page, in: files, reading: 0)
                try await page.wait(for: "document.querySelector('.import [data-answer=cancel]')")
                // No click counts before the person can have read what is there.
                try await page.wait(for: "!document.documentElement.classList.contains('is-unread')")
                try await page.run(
                    """
                    const { open } = XMLHttpRequest.prototype;
                    XMLHttpRequest.prototype.open = function (method, path) {
                        open.call(this, method, path);
                        this.upload.addEventListener('loadend', () => {
                            document.querySelector('.import [data-answer=cancel]').click();
                        });
                    };
                    window.letRead();
                    """
                )
                try await isDone(page)
                #expect(try await page.text(".import h2") == "32 imported")
                #expect(try await page.text(".import-line") == "Cancelled. What was imported by then stays.")
                #expect(try scene.owner.fetch(FetchRequest(.allAssets)).count == 34)
            }
        }

        @Test func `what an import says has room at 320 pixels`() async throws {
            try await withScene(photos: 2) { scene, page in
                let files = try ScratchFolder()
                let paths = [
                    try Self.write(1, "IMG_1.jpg", in: files), try files.write([1, 2, 3], to: "brief.doc").text,
                    try files.write([], to: String(repeating: "lang-", count: 30) + ".jpg").text,
                ]
                try await page.resize(320, 640)
                for tag in ["de", "ja"] {
                    try await page.speak(tag)
                    try await page.run("location.hash = '#'")
                    try await page.reload()
                    try await page.wait(for: "document.documentElement.lang === '\(tag)'")
                    try await open(page)
                    try await page.choose(paths, in: ".view-tools input[type=file]")
                    try await isDone(page)
                    try await page.screenshot("import-done-\(tag)")
                    #expect(try await page.value(of: "document.documentElement.scrollWidth") == 320)
                    #expect(
                        try await page.value(
                            of: "[...document.querySelectorAll('.import *')].every((node) => node.scrollWidth <= 320)"
                        )
                    )
                    #expect(try await page.accessibilityProblems() == [])
                    try await page.hold(files: paths, over: ".bar")
                    try await page.wait(for: "!document.querySelector('.drop-hint').hidden")
                    try await page.screenshot("import-held-\(tag)")
                }
            }
        }
    }
}
