import BrowserDriver
import Glibc
import LibraryClient
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import Testing

extension BrowserTests {
    /// A developer's folders of builds, by keys alone.
    @Suite struct BuildFoldersTests {
        @Test func `a developer adds a folder of builds, is told why one cannot be, and ends it`() async throws {
            try await withScene(photos: 1) { scene, page in
                try await page.resize(320, 640)
                try await page.speak("de")
                try await page.reload()
                try await page.tab(to: "[data-folder='']")
                #expect(try await page.showsFocus())
                #expect(try await page.accessibilityProblems() == [])
                try await page.press(.enter)
                try await page.wait(for: "document.querySelector('dialog[open] form')")
                #expect(try await page.value(of: "document.activeElement.name") == "folder")
                #expect(try await page.accessibilityProblems() == [])
                try await page.screenshot("build-folder")
                try await page.show(.dark)
                #expect(try await page.accessibilityProblems() == [])
                try await page.screenshot("build-folder-dark")
                try await page.type("/nowhere")
                try await page.press(.enter)
                try await page.wait(for: "document.querySelector('.form-failure:not([hidden])')")
                #expect(
                    try await page.text(".form-failure") == "Dieser Ordner kann kein Build-Ordner sein: er ist nicht da"
                )
                // The browser notes that the server refused it.
                page.forgetProblems()
                try await page.run("document.querySelector('dialog input').value = ''")
                let folder = scene.folder.path.text
                try await page.type(folder)
                try await page.press(.enter)
                try await page.wait(for: "!document.querySelector('dialog')")
                #expect(try scene.owner.developerFolders().map(\.path) == [folder])
                #expect(try await page.text(".row-title") == folder)
                #expect(try await page.value(of: "document.activeElement.dataset.folder") == "")
                #expect(try await page.value(of: "document.documentElement.scrollWidth <= innerWidth"))
                #expect(try await page.accessibilityProblems() == [])
                try await page.screenshot("build-folders-dark")

                // One that counts no longer says why.
                let mode = try FileStatus(of: scene.folder.path).mode
                #expect(unsafe chmod(folder, 0o777) == 0)
                try await page.reload()
                try await page.wait(for: "document.querySelector('.row-warning')")
                #expect(try await page.text(".row-warning") == "Gilt nicht: andere können in \(folder) schreiben")
                #expect(try await page.accessibilityProblems() == [])
                #expect(unsafe chmod(folder, mode) == 0)
                try await page.tab(to: "[data-folder='\(folder)']")
                try await page.press(.enter)
                try await page.wait(for: "document.querySelector('[data-folder^=\"/\"]') === null")
                #expect(try await page.value(of: "document.activeElement.dataset.folder") == "")
                #expect(try scene.owner.developerFolders().isEmpty)
            }
        }
    }
}
