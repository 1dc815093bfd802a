internal import LinuxSystem
internal import Synchronization

/// Opens the page when an app asks and no page is open, on a thread of its own.
///
/// Every user can read a link while it is in the arguments of `xdg-open`. That does no harm: only this process's user
/// can connect (`LoopbackPeer`), and nobody else can listen at the address while the link is valid.
final class PageOpener: Sendable {
    /// Nanoseconds to wait after a page was closed: it may only be reloading.
    private static let reloadTime: UInt64 = 1_500_000_000
    /// Nanoseconds that a browser gets to load a page.
    private static let startTime: UInt64 = 20_000_000_000

    private struct State {
        var isAsked = false
        var lastOpened: UInt64?
    }

    private let isPrinting: Bool
    private let state = Mutex(State())
    private let thread = ServiceThread()

    init(printing isPrinting: Bool) { self.isPrinting = isPrinting }

    /// Opens pages of this server when they are needed, until `stop`.
    func start(_ server: PageServer) throws(SystemCallError) {
        try thread.start("opener") { [self] in
            var deadline: UInt64?
            while thread.wait(until: deadline) { deadline = openIfDue(server) }
        }
    }

    /// Opens no page any more. Does not wait for a browser that is being started.
    func stop() { thread.requestStop() }

    /// Called when a prompt comes.
    func promptArrived() {
        state.withLock { $0.isAsked = true }
        thread.wake()
    }

    /// Opens the page, or prints a link to it. `place`: what it shows when no app asks, as the address names it.
    func open(_ server: PageServer, at place: String = "") {
        let link = server.makeLink() + place
        state.withLock { $0.lastOpened = MonotonicClock.now() }
        if isPrinting || !Browser.show(link) { Browser.say(link) }
    }

    /// Opens the page if there is something to ask and it is time to. Returns when to look again; nil for when woken.
    private func openIfDue(_ server: PageServer) -> UInt64? {
        let (isAsked, lastOpened) = state.withLock { ($0.isAsked, $0.lastOpened) }
        guard isAsked else { return nil }
        if let pause = pause(server, lastOpened) { return MonotonicClock.deadline(after: pause) }
        state.withLock { $0.isAsked = false }
        if server.openPages == 0 && server.isAsking { open(server) }
        return nil
    }

    /// Nanoseconds to wait before opening a page; nil when it is time.
    private func pause(_ server: PageServer, _ lastOpened: UInt64?) -> UInt64? {
        if server.openPages > 0 || !server.isAsking { return nil }
        let now = MonotonicClock.now()
        let lastClosed = server.lastClosed
        if let lastClosed, now < lastClosed + PageOpener.reloadTime { return lastClosed + PageOpener.reloadTime - now }
        // A page that was opened, and was not closed since, is still loading.
        if let lastOpened, lastClosed ?? 0 < lastOpened, now < lastOpened + PageOpener.startTime {
            return lastOpened + PageOpener.startTime - now
        }
        return nil
    }
}
