import BrowserDriver
import LibraryClient
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import Photos
import Synchronization

/// The agent's page in a real browser, by the browser's own clock: a picker on a large library, then the library.
extension Bench {
    /// Photos of the libraries that the page shows.
    static let pageSizes = [100_000, 1_000_000]
    /// What the page promises whatever the library's size, in milliseconds; the larger library has been quicker.
    private static func targets(_ size: Int) -> (first: Double, month: Double, search: Double, edit: Double) {
        size < 1_000_000 ? (300, 200, 100, 500) : (170, 135, 72, 500)
    }
    /// Photos of one edit.
    private static let editedPhotos = 1_000
    /// Words of different kinds: a date, a file's name, a kind of media, a camera.
    private static let searches = ["june 2010", "img_0012", "video", "scratch"]

    /// This part alone. False when a target was missed.
    func runPage(_ sizes: [Int]) throws -> Bool {
        let start = MonotonicClock.now()
        let figures = try sizes.flatMap { try measurePage($0) }
        let seconds = Double(MonotonicClock.now() - start) / 1e9
        let report = Report(figures: figures, rounds: rounds, assetCount: sizes.max() ?? 0, seconds: seconds)
        print(report.table)
        return report.missed.isEmpty
    }

    func measurePage(_ size: Int) throws -> [Figure] {
        let recipe = LibraryRecipe(assetCount: size)
        let master = try recipe.database(in: folder)
        let scratch = try ScratchFolder()
        let library = scratch.file("Page.photolibrary")
        let database = library.appending("library.sqlite")
        try FileNames.makeFolder(library)
        try recipe.copy(master, to: database)
        try Thumbnails.fill(library, database: database, work: folder)
        let server = try MeasuredServer(library: library, socket: scratch.file("page.sock"))
        try server.awaitIdleness()
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
                figures = try await Bench.measure(page, rounds, size)
                pick.cancel()
                try await page.wait(for: "document.querySelector('.places')")
                figures.append(try await Bench.measureEdit(page, rounds, size))
            }
            try await chromium.close()
            return figures
        }
        try agent.send(signal: 15)
        try agent.finish()
        try server.stop()
        return figures
    }

    private static func figure(_ what: String, _ size: Int, _ target: Figure.Target) -> Figure {
        Figure("page at \(size): \(what)", unit: "ms", valueUnit: "ms", target)
    }

    private static func measure(_ page: Page, _ rounds: Int, _ size: Int) async throws -> [Figure] {
        let targets = targets(size)
        var first = figure("first thumbnails", size, .atMost(targets.first))
        var screen = figure("all thumbnails of the screen (information)", size, .none)
        var month = figure("scroll to a month", size, .atMost(targets.month))
        var search = figure("search", size, .atMost(targets.search))
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

    /// An edit of many photos as the library page makes it, from asking to being told that it is done.
    private static func measureEdit(_ page: Page, _ rounds: Int, _ size: Int) async throws -> Figure {
        var edit = figure("edit of \(editedPhotos) photos", size, .atMost(targets(size).edit))
        for round in 0...rounds {
            let time: Double = try await page.value(
                of: """
                    (async () => {
                        const send = (path, body) => fetch(path, {
                            method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body),
                        });
                        const { query } = await (await send('/api/query', {})).json();
                        const assets = [];
                        for (let from = 0; from < \(editedPhotos); from += 500) {
                            const answer = await fetch(`/api/query/${query}/items?from=${from}&count=500`);
                            assets.push(...(await answer.json()).items.map(({ id }) => id));
                        }
                        const start = performance.now();
                        const answer = await send('/api/library/edit', { assets, favorite: \(round % 2 == 0) });
                        if (!answer.ok || assets.length !== \(editedPhotos)) throw new Error('no edit');
                        return performance.now() - start;
                    })()
                    """
            )
            if round > 0 { edit.add(time, value: time) }
        }
        return edit
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
