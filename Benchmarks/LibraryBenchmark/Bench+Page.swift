import BrowserDriver
import LibraryClient
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import Photos
import Synchronization

/// The agent's page in a real browser, by the browser's own clock: a picker on a large library.
extension Bench {
    /// Assets of the library that the picker shows.
    private static let pageAssetCount = 100_000
    /// Words of different kinds: a date, a file's name, a kind of media, a camera.
    private static let searches = ["june 2010", "img_0012", "video", "scratch"]

    /// This part alone. False when a target was missed.
    func runPage() throws -> Bool {
        let start = MonotonicClock.now()
        let figures = try measurePage()
        let seconds = Double(MonotonicClock.now() - start) / 1e9
        let report = Report(figures: figures, rounds: rounds, assetCount: Bench.pageAssetCount, seconds: seconds)
        print(report.table)
        return report.missed.isEmpty
    }

    func measurePage() throws -> [Figure] {
        let recipe = LibraryRecipe(assetCount: Bench.pageAssetCount)
        let master = try recipe.database(in: folder)
        let scratch = try ScratchFolder()
        let library = scratch.file("Page.photolibrary")
        let database = library.appending("library.sqlite")
        try FileNames.makeFolder(library)
        try recipe.copy(master, to: database)
        try Thumbnails.fill(library, database: database, work: folder)
        let server = try MeasuredServer(library: library, socket: scratch.file("page.sock"))
        let agent = try RunningProgram(
            "photos-agent",
            ["--socket", server.socket.text, "--interface", "browser", "--open", "--no-open"]
        )
        guard agent.waitForOutput(containing: "\n") else {
            throw BenchmarkError("photos-agent did not start: \(try agent.finish().errors)")
        }
        let line = agent.outputText.prefix { $0 != "\n" }
        let link = String(line.split(separator: " ").last ?? "")
        var configuration = PickerConfiguration()
        configuration.selectionLimit = 0
        let pick = try LibraryClient(ServerAddress(path: server.socket.text)).pick(configuration)
        let chromium = try Chromium()
        let failure = folder.appending("page-failed.png")
        let figures = try waiting { [rounds] in
            var figures: [Figure] = []
            try await chromium.withPage { page in
                page.whenLost.withLock { whenLost in
                    whenLost = { picture in
                        do {
                            try Files.write(picture, to: failure)
                            try Files.write(page.problems.joined(separator: "\n"), to: FilePath(failure.text + ".txt"))
                        } catch { print("cannot keep a picture: \(error)") }
                    }
                }
                try await page.open(link)
                figures = try await Bench.measure(page, rounds)
            }
            try await chromium.close()
            return figures
        }
        pick.cancel()
        try agent.send(signal: 15)
        try agent.finish()
        try server.stop()
        return figures
    }

    private static func measure(_ page: Page, _ rounds: Int) async throws -> [Figure] {
        func figure(_ name: String, _ target: Figure.Target) -> Figure {
            Figure(name, unit: "ms", valueUnit: "ms", target)
        }
        var first = figure("page: first thumbnails", .atMost(300))
        var screen = figure("page: all thumbnails of the screen (information)", .none)
        var month = figure("page: scroll to a month", .atMost(200))
        var search = figure("page: search", .atMost(100))
        for round in 0...rounds {
            try await page.reload()
            let times = (try await page.measured("first-thumbnail"), try await page.measured("first-screen"))
            // In the first round the server and the browser warm up.
            guard round > 0 else { continue }
            first.add(times.0, value: times.0)
            screen.add(times.1, value: times.1)
            try await page.run("document.querySelector('.scrubber').focus()")
            // Other months in every round, so that no picture is there already.
            for _ in 0..<round { try await page.press(.down) }
            for key in [Page.Key.pageDown, .down, .down, .end] {
                try await page.run("performance.clearMeasures('month')")
                try await page.press(key)
                let time = try await page.measured("month")
                month.add(time, value: time)
            }
            for text in searches {
                try await page.run(
                    "performance.clearMeasures('search'); const field = document.querySelector('.search input');"
                        + "field.focus(); field.select()"
                )
                try await page.type(text)
                let time = try await page.measured("search")
                search.add(time, value: time)
            }
        }
        return [first, screen, month, search]
    }

    /// Runs what is asynchronous, from the one thread of a program that is not.
    private func waiting<Result: Sendable>(_ body: @escaping @Sendable () async throws -> Result) throws -> Result {
        let box = ResultBox<Result>()
        let parker = Parker()
        Task.detached {
            let ended: Swift.Result<Result, any Error>
            do { ended = .success(try await body()) } catch { ended = .failure(error) }
            box.value.withLock { $0 = ended }
            parker.unpark()
        }
        while true {
            if let ended = box.value.withLock({ $0 }) { return try ended.get() }
            _ = parker.park()
        }
    }
}

private final class ResultBox<Result: Sendable>: Sendable {
    let value = Mutex<Swift.Result<Result, any Error>?>(nil)
}

extension Page {
    /// Milliseconds of a measurement of the page's own, once there is one.
    fileprivate func measured(_ name: String) async throws -> Double {
        try await wait(for: "performance.getEntriesByName('\(name)').length > 0")
        return try await value(of: "performance.getEntriesByName('\(name)').at(-1).duration")
    }
}
