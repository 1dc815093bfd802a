// The C module COS, whose submodules can be imported by name, as in `import os.lock`.
@_exported public import os

/// A lock with the state that it protects.
///
/// An `os_unfair_lock`: locking it twice on one thread stops the program.
public struct OSAllocatedUnfairLock<State>: @unchecked Sendable {
    // `@unchecked`: the state is only accessed under the lock.
    private let storage: Storage

    @safe
    private final class Storage {
        /// Allocated separately, so that it has a stable address.
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

    /// What the current thread should be, for `precondition(_:)`.
    public enum Ownership: Hashable, Sendable {
        /// It holds the lock.
        case owner
        /// It does not hold the lock.
        case notOwner
    }

    /// Creates a lock with a state that need not be Sendable.
    public init(uncheckedState initialState: State) {
        storage = Storage(initialState)
    }

    /// Creates a lock with a state.
    public init(initialState: State) where State: Sendable {
        self.init(uncheckedState: initialState)
    }

    /// Runs `body` with the state under the lock.
    public func withLock<Result: Sendable>(_ body: @Sendable (inout State) throws -> Result) rethrows -> Result {
        try withLockUnchecked(body)
    }

    /// Runs `body` with the state under the lock. Captures and result need not be Sendable.
    public func withLockUnchecked<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
        storage.take()
        defer { storage.giveBack() }
        return try body(&storage.state)
    }

    /// Runs `body` with the state if the lock is free; returns nil otherwise.
    public func withLockIfAvailable<Result: Sendable>(
        _ body: @Sendable (inout State) throws -> Result
    ) rethrows -> Result? {
        try withLockIfAvailableUnchecked(body)
    }

    /// Runs `body` with the state if the lock is free; returns nil otherwise. Captures and result need not be Sendable.
    public func withLockIfAvailableUnchecked<Result>(
        _ body: (inout State) throws -> Result
    ) rethrows -> Result? {
        guard storage.takeIfAvailable() else { return nil }
        defer { storage.giveBack() }
        return try body(&storage.state)
    }

    /// Stops the program unless the condition holds for the current thread.
    public func precondition(_ condition: Ownership) {
        switch condition {
        case .owner: unsafe os_unfair_lock_assert_owner(storage.lock)
        case .notOwner: unsafe os_unfair_lock_assert_not_owner(storage.lock)
        }
    }
}

extension OSAllocatedUnfairLock where State == Void {
    /// Creates a lock without a state.
    public init() {
        self.init(uncheckedState: ())
    }

    /// Locks, and blocks until the lock is free.
    public func lock() { storage.take() }
    /// Unlocks, on the thread that locked.
    public func unlock() { storage.giveBack() }
    /// Locks if the lock is free. Returns whether it did.
    public func lockIfAvailable() -> Bool { storage.takeIfAvailable() }

    /// Runs `body` under the lock.
    public func withLock<Result: Sendable>(_ body: @Sendable () throws -> Result) rethrows -> Result {
        try withLockUnchecked(body)
    }

    /// Runs `body` under the lock. The result need not be Sendable.
    public func withLockUnchecked<Result>(_ body: () throws -> Result) rethrows -> Result {
        storage.take()
        defer { storage.giveBack() }
        return try body()
    }
}
