import Foundation

/// A lock with the state that it guards.
///
/// Apple's hands the lock to the thread that holds it least; this is `NSLock`. Taking it twice in one thread waits for
/// ever.
public struct OSAllocatedUnfairLock<State>: Sendable {
    private let storage: Storage

    /// Guarded: `state`, by `lock`.
    private final class Storage: @unchecked Sendable {
        let lock = NSLock()
        var state: State

        init(_ state: State) {
            self.state = state
        }
    }

    /// A lock with a state that need not be fit for sharing.
    public init(uncheckedState initialState: State) {
        storage = Storage(initialState)
    }

    /// A lock with a state.
    public init(initialState: State) where State: Sendable {
        self.init(uncheckedState: initialState)
    }

    /// Runs `body` alone with the state.
    public func withLock<Result: Sendable>(_ body: @Sendable (inout State) throws -> Result) rethrows -> Result {
        try withLockUnchecked(body)
    }

    /// Runs `body` alone with the state. What goes in and out need not be fit for sharing.
    public func withLockUnchecked<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
        storage.lock.lock()
        defer { storage.lock.unlock() }
        return try body(&storage.state)
    }

    /// Runs `body` alone with the state, unless somebody else has the lock: then it gives nil.
    public func withLockIfAvailable<Result: Sendable>(
        _ body: @Sendable (inout State) throws -> Result
    ) rethrows -> Result? {
        guard storage.lock.try() else { return nil }
        defer { storage.lock.unlock() }
        return try body(&storage.state)
    }
}

extension OSAllocatedUnfairLock where State == Void {
    /// A lock without a state.
    public init() {
        self.init(uncheckedState: ())
    }

    /// Waits for the lock, and takes it.
    public func lock() { storage.lock.lock() }
    /// Gives the lock back, in the thread that took it.
    public func unlock() { storage.lock.unlock() }
    /// Takes the lock if nobody has it.
    public func lockIfAvailable() -> Bool { storage.lock.try() }

    /// Runs `body` alone.
    public func withLock<Result: Sendable>(_ body: @Sendable () throws -> Result) rethrows -> Result {
        storage.lock.lock()
        defer { storage.lock.unlock() }
        return try body()
    }
}
