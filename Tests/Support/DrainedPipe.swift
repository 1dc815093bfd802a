internal import LinuxSystem
internal import Synchronization

/// The reading end of a pipe, emptied by a thread of its own.
final class DrainedPipe: Sendable {
    private struct State {
        var bytes: [UInt8] = []
        var hasEnded = false
    }

    private let state = Mutex(State())
    private let changed: EventDescriptor

    private let source: Mutex<SharedDescriptor?>
    /// The writing end's number, for a child that is about to start.
    let sourceNumber: CInt

    init() throws {
        changed = try EventDescriptor()
        let (shared, source) = try UnixSocket.pair().take { end, source in
            (SharedDescriptor(end), SharedDescriptor(source))
        }
        sourceNumber = source.descriptor.rawValue
        self.source = Mutex(source)
        _ = try SystemThread(name: "drain") { [self] in
            var buffer = [UInt8](repeating: 0, count: 64 * 1024)
            while true {
                let count: Int
                do { count = try shared.descriptor.read(into: &buffer) } catch { count = 0 }
                state.withLock { state in
                    state.bytes.append(contentsOf: buffer[..<count])
                    if count == 0 { state.hasEnded = true }
                }
                changed.signal()
                if count == 0 { return }
            }
        }
    }

    /// Lets go of the writing end here, so that the child's is the last.
    func closeSource() {
        source.withLock { $0 = nil }
    }

    var text: String { state.withLock { String(decoding: $0.bytes, as: UTF8.self) } }

    /// One thread waits at a time.
    func wait(for wanted: String) -> Bool {
        while true {
            let (isThere, hasEnded) = state.withLock {
                (String(decoding: $0.bytes, as: UTF8.self).contains(wanted), $0.hasEnded)
            }
            if isThere || hasEnded { return isThere }
            waitForChange()
        }
    }

    func waitForEnd() {
        while !state.withLock({ $0.hasEnded }) { waitForChange() }
    }

    private func waitForChange() {
        do { _ = try Poll.wait(changed.descriptor, for: .readable) } catch {
            preconditionFailure("cannot wait for a pipe: \(error)")
        }
        _ = changed.clear()
    }
}

private final class SharedDescriptor: Sendable {
    let descriptor: OwnedDescriptor
    init(_ descriptor: consuming OwnedDescriptor) { self.descriptor = descriptor }
}
