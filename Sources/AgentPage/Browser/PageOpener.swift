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
        var isStopped = false
        var lastOpened: UInt64?
    }

    private let isPrinting: Bool
    private let state = Mutex(State())
    private let changed: EventDescriptor

    init(printing isPrinting: Bool) throws(SystemCallError) {
        self.isPrinting = isPrinting
        changed = try EventDescriptor()
    }

    /// Opens pages of this server when they are needed, until `stop`.
    func start(_ server: PageServer) throws(SystemCallError) {
        _ = try SystemThread(name: "opener") { [self] in run(server) }
    }

    func stop() {
        state.withLock { $0.isStopped = true }
        changed.signal()
    }

    /// Called when a prompt comes.
    func promptArrived() {
        state.withLock { $0.isAsked = true }
        changed.signal()
    }

    /// Opens the page, or prints a link to it.
    func open(_ server: PageServer) {
        let link = server.makeLink()
        state.withLock { $0.lastOpened = MonotonicClock.now() }
        if isPrinting || !Browser.show(link) { Browser.say(link) }
    }

    private func run(_ server: PageServer) {
        var wait: UInt64?
        while true {
            do throws(SystemCallError) {
                _ = try Poll.wait(changed.descriptor, for: .readable, timeoutNanoseconds: wait)
            } catch {
                preconditionFailure("waiting for an event: \(error)")
            }
            changed.clear()
            let (isStopped, isAsked, lastOpened) = state.withLock { ($0.isStopped, $0.isAsked, $0.lastOpened) }
            if isStopped { return }
            wait = isAsked ? pause(server, lastOpened) : nil
            guard isAsked, wait == nil else { continue }
            state.withLock { $0.isAsked = false }
            if server.openPages == 0 && server.isAsking { open(server) }
        }
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
