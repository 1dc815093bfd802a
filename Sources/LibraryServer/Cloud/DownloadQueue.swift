internal import Admission
internal import LibraryModel

/// Originals that somebody waits for, and in which order `photolibrary-sync` gets them. A value without a clock or a
/// thread: `OriginalDownloads` guards it.
///
/// All who wait for an original share one download. An app has at most `runningOfApp` under way, so that one that waits
/// for many leaves room for others.
struct DownloadQueue {
    /// Downloads at the same time.
    static let maximumRunning = 4
    static let runningOfApp = 2
    /// Requests of one app that wait.
    static let maximumWaitingOfApp = 32

    private struct Download {
        var generation: UInt32
        /// By the number of the request.
        var waiting: [UInt64: Share] = [:]
        /// Whoever asked first; the download counts as theirs.
        var share: Share
        var isRunning = false
    }

    private var downloads: [[UInt8]: Download] = [:]
    /// Those that do not run, the next one first.
    private var order: [[UInt8]] = []

    var isEmpty: Bool { downloads.isEmpty }

    /// A request waits for an original. Throws `limitExceeded` when the app has too many.
    mutating func join(
        _ content: [UInt8],
        generation: UInt32,
        _ request: UInt64,
        of share: Share
    ) throws(LibraryError) {
        if case .app = share {
            let waiting = downloads.values.reduce(0) { $0 + $1.waiting.values.count { $0 == share } }
            guard waiting < DownloadQueue.maximumWaitingOfApp else {
                throw LibraryError(.limitExceeded, "the app waits for too many downloads", isRetryable: true)
            }
        }
        if downloads[content] == nil {
            downloads[content] = Download(generation: generation, share: share)
            order.append(content)
        }
        downloads[content]?.waiting[request] = share
    }

    /// A request waits no more. Returns what to tell when its download runs for nobody now.
    mutating func leave(_ request: UInt64) -> WantedOriginal? {
        guard let (content, download) = downloads.first(where: { $0.value.waiting[request] != nil }) else { return nil }
        downloads[content]?.waiting[request] = nil
        guard download.waiting.count == 1 else { return nil }
        remove(content)
        return download.isRunning ? WantedOriginal(content, generation: download.generation, isCancelled: true) : nil
    }

    /// The next download to begin.
    mutating func next() -> WantedOriginal? {
        let running = downloads.values.filter(\.isRunning)
        guard running.count < DownloadQueue.maximumRunning else { return nil }
        let place = order.firstIndex { content in
            guard let share = downloads[content]?.share, share != .owner else { return true }
            return running.count { $0.share == share } < DownloadQueue.runningOfApp
        }
        guard let place, let generation = downloads[order[place]]?.generation else { return nil }
        let content = order.remove(at: place)
        downloads[content]?.isRunning = true
        return WantedOriginal(content, generation: generation)
    }

    /// The requests that wait for an original.
    func waiting(for content: [UInt8]) -> [UInt64] { downloads[content].map { Array($0.waiting.keys) } ?? [] }

    /// A download has ended. Returns the requests that waited for it.
    mutating func end(_ content: [UInt8]) -> [UInt64] {
        defer { remove(content) }
        return waiting(for: content)
    }

    /// Nothing runs any more: all begins again.
    mutating func restart() {
        let running = downloads.filter(\.value.isRunning).keys
        for content in running { downloads[content]?.isRunning = false }
        order = Array(running) + order
    }

    /// Ends everything. Returns all requests.
    mutating func endAll() -> [UInt64] {
        defer { self = DownloadQueue() }
        return downloads.values.flatMap(\.waiting.keys)
    }

    private mutating func remove(_ content: [UInt8]) {
        downloads[content] = nil
        order.removeAll { $0 == content }
    }
}
