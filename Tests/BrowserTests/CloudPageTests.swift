import BrowserDriver
import LibraryClient
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import Testing

extension BrowserTests {
    /// The page of the cloud: a real server, `photolibrary-sync`, and a bucket in a folder.
    @Suite struct CloudPageTests {
        private static func bucket(_ scene: Scene) -> FilePath { scene.folder.file("bucket") }

        private static func photos(_ scene: Scene, _ arguments: String...) throws -> FinishedProgram {
            try RunningProgram.run("photos", arguments, environment: scene.server.environment)
        }

        /// The page of a library that is kept in a bucket, once they are in step.
        private func setUp(_ scene: Scene, _ page: Page) async throws {
            try await Background.run {
                let setUp = try Self.photos(
                    scene,
                    "cloud",
                    "setup",
                    "folder:\(Self.bucket(scene).text)",
                    "--name",
                    "Desk"
                )
                #expect(setUp.status == .exited(0), "\(setUp.errors)")
            }
            try await page.click(".places a[href='#cloud']")
            try await page.wait(for: isState("In step"))
        }

        /// Another machine that has got the library from the bucket.
        private static func join(_ scene: Scene, name: String) throws -> ServerProcess {
            let other = try ServerProcess(in: scene.folder, library: "Other.photolibrary", socketName: "other.sock")
            let settings = CloudSettings(url: "folder:\(bucket(scene).text)", deviceName: name, joins: true)
            let owner = LibraryClient(.management(other.socket.text))
            try owner.setCloud(settings, key: try scene.owner.cloudKey())
            let finished = try other.photos("cloud", "sync")
            #expect(finished.status == .exited(0), "\(finished.errors)")
            return other
        }

        private func isState(_ words: String) -> String {
            "document.querySelector('.cloud-title h2')?.textContent === '\(words)'"
        }

        private func fact(_ name: String) -> String {
            "[...document.querySelectorAll('dt')].find((node) => node.textContent === '\(name)')"
                + "?.nextSibling.textContent"
        }

        private func expectAccessible(
            _ page: Page,
            _ what: String,
            _ location: SourceLocation = #_sourceLocation
        ) async throws {
            let problems = try await page.accessibilityProblems()
            #expect(problems == [], "\(what)", sourceLocation: location)
        }

        @Test func `where nothing is set up, the page tells how`() async throws {
            try await withScene(photos: 1) { _, page in
                try await page.tab(to: ".places a[href='#cloud']")
                try await page.press(.enter)
                try await page.wait(for: "document.querySelector('.empty-page code')?.checkVisibility()")
                #expect(try await page.text(".empty-page").hasPrefix("Synchronisation is not set up"))
                #expect(try await page.text(".places a[aria-current]") == "Cloud")
                try await expectAccessible(page, "not set up")
                try await page.screenshot("cloud-off")
                // Back by the browser's own way.
                try await page.run("history.back()")
                try await page.wait(for: "document.querySelector('h1').textContent === 'Photo Privacy'")
            }
        }

        @Test func `the person synchronises, pauses, goes on and verifies`() async throws {
            try await withScene(photos: 3) { scene, page in
                try await setUp(scene, page)
                #expect(try await page.value(of: fact("Bucket")) == "folder:\(Self.bucket(scene).text)")
                #expect(try await page.value(of: fact("This device")) == "Desk")
                #expect(try await page.value(of: fact("Waits to be sent")) == "0 changes, 0 files")
                try await expectAccessible(page, "in step")
                try await page.screenshot("cloud")
                try await page.show(.dark)
                try await expectAccessible(page, "in step, dark")
                try await page.screenshot("cloud-dark")
                try await page.show(.light)

                try await page.click("[data-control=sync]")
                try await page.wait(
                    for: "document.querySelector('.toast')?.textContent === 'The library and the bucket are in step.'"
                )
                // By keys; the button that takes the place of the other one has the focus.
                try await page.tab(to: "[data-control=pause]")
                try await page.press(.enter)
                try await page.wait(for: isState("Paused"))
                #expect(try await page.value(of: "document.activeElement.dataset.control") == "resume")
                #expect(try await page.showsFocus())
                #expect(try await page.value(of: "document.querySelector('[data-control=sync]').disabled"))
                try await expectAccessible(page, "paused")
                try await page.press(.enter)
                try await page.wait(for: isState("In step"))

                try await page.click("[data-control=verify]")
                try await page.wait(for: "\(fact("Verified")) === '3 files checked, 0 damaged, 0 missing'")
                try await Background.run { try damageOneFile(of: Self.bucket(scene)) }
                try await page.click("[data-control=verify]")
                let mended = "3 files checked, 0 damaged, 0 missing, 1 sent again from this library"
                try await page.wait(for: "\(fact("Verified")) === '\(mended)'")
                try await page.wait(
                    for: "document.querySelector('.toast')?.textContent === '\(mended)'"
                )
                try await page.screenshot("cloud-verified")
            }
        }

        @Test func `what fails is told with its reason, and that it was mended`() async throws {
            try await withScene(photos: 1) { scene, page in
                try await setUp(scene, page)
                let away = scene.folder.file("away")
                try FileNames.rename(Self.bucket(scene), to: away)
                try await page.click("[data-control=sync]")
                try await page.wait(for: isState("Something failed, and is tried again"))
                let reason = try await page.text(".cloud-reason")
                #expect(reason.contains("mounted"), "\(reason)")
                #expect(try await page.value(of: "\(fact("Next attempt")) !== undefined"))
                try await expectAccessible(page, "waiting")
                try await page.screenshot("cloud-failed")
                try FileNames.rename(away, to: Self.bucket(scene))
                try await page.click("[data-control=sync]")
                try await page.wait(for: isState("In step"))
                #expect(try await page.value(of: "document.querySelector('.cloud-reason').hidden"))
            }
        }

        @Test func `progress moves while photolibrary-sync reports it, and a click is not lost by that`() async throws {
            try await withScene(photos: 1) { scene, page in
                try await setUp(scene, page)
                // What a paused process does not report any more, the test does.
                try await page.click("[data-control=pause]")
                try await page.wait(for: isState("Paused"))
                var report = try #require(try scene.owner.cloudStatus().report)
                (report.phase, report.filesToSend, report.changesToSend) = (.synchronizing, 40, 0)
                report.problems = ["a file is not in the bucket: \(String(repeating: "0123456789abcdef", count: 4))"]
                try scene.owner.reportCloud(report)
                try await page.wait(for: isState("Synchronising"))
                try await page.wait(for: "document.querySelector('.cloud-progress')?.textContent === '40 to go'")
                try await page.run("globalThis.resume = document.querySelector('[data-control=resume]')")
                report.filesToSend = 10
                try scene.owner.reportCloud(report)
                try await page.wait(for: "document.querySelector('.cloud-progress')?.textContent === '10 to go'")
                #expect(try await page.value(of: "document.querySelector('progress').value") == 0.75)
                try await expectAccessible(page, "progress")
                for width in [320, 768, 2560] {
                    try await page.resize(width, 900)
                    let fits = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
                    #expect(try await page.value(of: fits, as: Bool.self), "\(width)")
                    try await page.screenshot("cloud-\(width)")
                }
                report.phase = .verifying
                report.verification = CloudReport.Verification()
                report.verification?.checked = 7
                try scene.owner.reportCloud(report)
                try await page.wait(for: isState("Verifying: 7 files so far"))
                #expect(try await page.value(of: "document.querySelector('progress').position") == -1)
                #expect(
                    try await page.value(of: "document.querySelector('[data-control=resume]') === globalThis.resume")
                )
            }
        }

        @Test func `a lost device is forgotten once the person confirms it`() async throws {
            try await withScene(photos: 1) { scene, page in
                try await setUp(scene, page)
                let other = try await Background.run { try Self.join(scene, name: "<b>Phone</b>") }
                try await page.click("[data-control=sync]")
                try await page.wait(for: "document.querySelector('.row-title')?.textContent === '<b>Phone</b>'")
                try await Background.run { _ = try other.stop() }
                try await page.click("[data-device]")
                try await page.wait(
                    for: "document.querySelector('dialog[open] h2')?.textContent.includes('<b>Phone</b>')"
                )
                try await page.wait(for: "document.querySelector('dialog').getAnimations().length === 0")
                try await expectAccessible(page, "question")
                try await page.screenshot("cloud-forget")
                // Enter at once confirms nothing, and Escape is no answer.
                try await page.press(.enter)
                #expect(try await page.exists("dialog[open]"))
                try await page.press(.escape)
                try await page.wait(for: "!document.querySelector('dialog')")
                #expect(try scene.owner.cloudStatus().report?.devices.map(\.isForgotten) == [false])
                try await page.click("[data-device]")
                try await page.click(answer("forget"))
                try await page.wait(for: "document.querySelector('li .row-note')?.textContent === 'Forgotten'")
                #expect(try scene.owner.cloudStatus().report?.devices.map(\.isForgotten) == [true])
                #expect(try await !page.exists("[data-device]"))
            }
        }
    }
}

/// Changes a byte of one file in a bucket.
private func damageOneFile(of bucket: FilePath) throws {
    let objects = bucket.appending("objects")
    var largest: (path: FilePath, size: Int64)?
    var folders = try FolderReader(objects)
    while let folder = try folders.next() {
        let inner = objects.appending(folder.name)
        var files = try FolderReader(inner)
        while let file = try files.next() {
            let path = inner.appending(file.name)
            let size = Int64(try FileStatus(of: path, followingLinks: false).size)
            if size > largest?.size ?? 0 { largest = (path, size) }
        }
    }
    let damaged = try #require(largest)
    let file = try OwnedDescriptor(opening: damaged.path, [.readWrite])
    try file.seek(to: damaged.size / 2)
    try file.write([0xFF, 0xFF, 0xFF, 0xFF])
}
