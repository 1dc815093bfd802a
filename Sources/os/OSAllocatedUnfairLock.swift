// The C module of this name, COS, whose submodules can be imported by name, as in `import os.lock`.
@_exported public import os

/// A lock with the state that it guards.
///
/// It is an `os_unfair_lock`: taking it twice in one thread ends the program.
public struct OSAllocatedUnfairLock<State>: @unchecked Sendable {
    // `@unchecked`: the state is used under the lock only.
    private let storage: Storage

    @safe
    private final class Storage {
        /// Of its own memory, so that it has one address as long as it lives.
        let lock: os_unfair_lock_t
        var state: State

        init(_ state: State) {
            unsafe lock = .allocate(capacity: 1)
            unsafe lock.initialize(to: os_unfair_lock())
            self.state = state
        }

        deinit { unsafe lock.deallocate() }

        func take() { unsafe os_unfair_lock_lock(lock) }
        func takeIfAvailable() -> Bool { unsafe os_unfair_lock_trylock(lock) }
        func giveBack() { unsafe os_unfair_lock_unlock(lock) }
    }

    /// Whether the thread that asks has a lock.
    public enum Ownership: Hashable, Sendable {
        /// It has.
        case owner
        /// It has not.
        case notOwner
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
        storage.take()
        defer { storage.giveBack() }
        return try body(&storage.state)
    }

    /// Runs `body` alone with the state, unless somebody else has the lock: then it gives nil.
    public func withLockIfAvailable<Result: Sendable>(
        _ body: @Sendable (inout State) throws -> Result
    ) rethrows -> Result? {
        try withLockIfAvailableUnchecked(body)
    }

    /// Runs `body` alone with the state, unless somebody else has the lock: then it gives nil. What goes in and out
    /// need not be fit for sharing.
    public func withLockIfAvailableUnchecked<Result>(
        _ body: (inout State) throws -> Result
    ) rethrows -> Result? {
        guard storage.takeIfAvailable() else { return nil }
        defer { storage.giveBack() }
        return try body(&storage.state)
    }

    /// Ends the program, if the calling thread has the lock and should not, or the other way round.
    public func precondition(_ condition: Ownership) {
        switch condition {
        case .owner: unsafe os_unfair_lock_assert_owner(storage.lock)
        case .notOwner: unsafe os_unfair_lock_assert_not_owner(storage.lock)
        }
    }
}

extension OSAllocatedUnfairLock where State == Void {
    /// A lock without a state.
    public init() {
        self.init(uncheckedState: ())
    }

    /// Waits for the lock, and takes it.
    public func lock() { storage.take() }
    /// Gives the lock back, in the thread that took it.
    public func unlock() { storage.giveBack() }
    /// Takes the lock if nobody has it.
    public func lockIfAvailable() -> Bool { storage.takeIfAvailable() }

    /// Runs `body` alone.
    public func withLock<Result: Sendable>(_ body: @Sendable () throws -> Result) rethrows -> Result {
        try withLockUnchecked(body)
    }

    /// Runs `body` alone. What comes out need not be fit for sharing.
    public func withLockUnchecked<Result>(_ body: () throws -> Result) rethrows -> Result {
        storage.take()
        defer { storage.giveBack() }
        return try body()
    }
}
