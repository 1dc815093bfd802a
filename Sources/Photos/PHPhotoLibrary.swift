import AppLibrary
package import LibraryClient
import LibraryModel
import Synchronization

/// The person's photo library, shared by all apps.
///
/// Thread-safe. Apps can subclass it for test doubles.
//
// `@unchecked`, as every open class that is Sendable must be: all stored properties are constants of Sendable types.
open class PHPhotoLibrary: NSObject, @unchecked Sendable {
    private static let sharedLibrary = Mutex(PHPhotoLibrary(client: AppLibrary.client))

    /// The library at the socket of `PHOTOLIBRARY_SOCKET`, or at the default socket.
    ///
    /// Connects with the first call that needs it.
    @discardableResult
    open class func shared() -> PHPhotoLibrary { sharedLibrary.withLock { $0 } }

    /// Makes another client's library the shared one, for a process that runs the server itself.
    package static func share(_ client: LibraryClient) {
        AppLibrary.use(client)
        sharedLibrary.withLock { $0 = PHPhotoLibrary(client: client) }
    }

    package let client: LibraryClient
    /// Runs change blocks and their commits.
    let changeQueue = DispatchQueue(label: "photos.changes")
    /// Calls completion handlers. A queue of its own, so that a handler can perform changes and wait for them.
    let completionQueue = DispatchQueue(label: "photos.completions")
    let observers: ChangeObservers

    init(client: LibraryClient) {
        self.client = client
        observers = ChangeObservers(client: client)
        super.init()
    }

    /// Creates an object for the shared library, for subclasses of apps.
    public override init() {
        client = PHPhotoLibrary.shared().client
        observers = ChangeObservers(client: client)
        super.init()
    }

    // MARK: Access

    /// Returns the person's decision without asking; `notDetermined` also when the library is unreachable. Blocks for a
    /// call to the library.
    @discardableResult
    open class func authorizationStatus(for accessLevel: PHAccessLevel) -> PHAuthorizationStatus {
        do throws(LibraryError) {
            return PHAuthorizationStatus(try shared().client.authorizationStatus(for: AccessLevel(accessLevel)))
        } catch {
            return PHAuthorizationStatus(error)
        }
    }

    /// Returns the person's decision about reading and changing; `authorized` also for limited access.
    ///
    /// For apps older than limited access. Use `authorizationStatus(for:)`.
    @discardableResult
    open class func authorizationStatus() -> PHAuthorizationStatus {
        authorizationStatus(for: .readWrite).withoutLimited
    }

    /// Asks the person unless they have decided, and waits for the decision without a time limit.
    ///
    /// Returns `notDetermined` when the task is cancelled, which withdraws the question, and without an agent or a
    /// server, which is reported on standard error once.
    @discardableResult
    open class func requestAuthorization(for accessLevel: PHAccessLevel) async -> PHAuthorizationStatus {
        do throws(LibraryError) {
            return PHAuthorizationStatus(try await shared().client.requestAuthorization(for: AccessLevel(accessLevel)))
        } catch {
            UnreachableNotice.shared.report(error)
            return PHAuthorizationStatus(error)
        }
    }

    /// Asks the person unless they have decided. Calls `handler` once, on an arbitrary thread.
    @preconcurrency
    open class func requestAuthorization(
        for accessLevel: PHAccessLevel,
        handler: @escaping @Sendable (PHAuthorizationStatus) -> Void
    ) {
        // Unstructured: Apple's signature returns before the person decides.
        Task { handler(await requestAuthorization(for: accessLevel)) }
    }

    /// Asks the person about reading and changing; the status is `authorized` also for limited access.
    ///
    /// For apps older than limited access. Use `requestAuthorization(for:handler:)`.
    @preconcurrency
    open class func requestAuthorization(_ handler: @escaping @Sendable (PHAuthorizationStatus) -> Void) {
        requestAuthorization(for: .readWrite) { handler($0.withoutLimited) }
    }

    // MARK: Changes

    /// Performs the changes that a block requests, all or none.
    ///
    /// Runs the block on an arbitrary serial queue, and calls the handler on another once the changes are durable and
    /// visible to fetches. Opens files after the block, so their errors reach the handler. Combine related changes in
    /// one block. Nesting blocks stops the program.
    @preconcurrency
    open func performChanges(
        _ changeBlock: @escaping () -> Void,
        completionHandler: (@Sendable (Bool, (any Error)?) -> Void)? = nil
    ) {
        ChangeTransaction.requireNone()
        // Apple's signature lets the block capture anything. It runs once, on the queue, and shares its captures with
        // the app only.
        nonisolated(unsafe) let block = changeBlock
        changeQueue.async { [self] in
            let transaction = ChangeTransaction.recording(unsafe block, client: client)
            var failure: PHPhotosError?
            do throws(PHPhotosError) {
                if let unconfirmed = try transaction.commit() {
                    // Unstructured, as Apple's signature requires. Does not block the queue, because the person may
                    // take their time.
                    Task {
                        var failure: PHPhotosError?
                        do throws(PHPhotosError) { try await unconfirmed.commit() } catch { failure = error }
                        complete(completionHandler, failure)
                    }
                    return
                }
            } catch { failure = error }
            complete(completionHandler, failure)
        }
    }

    private func complete(_ handler: (@Sendable (Bool, (any Error)?) -> Void)?, _ failure: PHPhotosError?) {
        guard let handler else { return }
        completionQueue.async { handler(failure == nil, failure) }
    }

    /// Performs the changes that a block requests, all or none. Returns once they are durable.
    ///
    /// Runs the block in the caller's context; Apple's on an arbitrary queue. Changes of objects that the app did not
    /// add may need the person's confirmation; other changes go on meanwhile. Throws `userCancelled` when the person
    /// declines, or the task is cancelled before they decide.
    open func performChanges(_ changeBlock: @escaping () -> Void) async throws {
        let transaction = ChangeTransaction.recording(changeBlock, client: client)
        let unconfirmed = try await withCheckedThrowingContinuation {
            (continuation: CheckedContinuation<UnconfirmedChanges?, any Error>) in
            changeQueue.async {
                do throws(PHPhotosError) {
                    continuation.resume(returning: try transaction.commit())
                } catch {
                    continuation.resume(throwing: error)
                }
            }
        }
        try await unconfirmed?.commit()
    }

    /// Performs the changes that a block requests, all or none. Blocks the thread until they are durable, which can
    /// take minutes when the person has to confirm them.
    ///
    /// Runs the block on the calling thread.
    open func performChangesAndWait(_ changeBlock: @escaping () -> Void) throws {
        let transaction = ChangeTransaction.recording(changeBlock, client: client)
        let unconfirmed = try changeQueue.sync { () throws in try transaction.commit() }
        try unconfirmed?.commitAndWait()
    }

    // MARK: Observers

    /// Notifies an observer of all later changes, including this app's. Holds the observer weakly.
    open func register(_ observer: any PHPhotoLibraryChangeObserver) {
        observers.add(WeakObserver(observer, .changes, of: self))
    }

    /// Removes an observer. A running notification may still end after this returns.
    open func unregisterChangeObserver(_ observer: any PHPhotoLibraryChangeObserver) {
        observers.remove(WeakObserver(observer, .changes, of: self))
    }

    /// Notifies an observer whenever `fetchPersistentChanges(since:)` has more. Holds the observer weakly.
    open func register(_ observer: any PHPhotoLibraryPersistentChangesObserver) {
        observers.add(WeakObserver(observer, .persistentChanges, of: self))
    }

    /// Removes an observer. A running notification may still end after this returns.
    open func unregisterPersistentChangesObserver(_ observer: any PHPhotoLibraryPersistentChangesObserver) {
        observers.remove(WeakObserver(observer, .persistentChanges, of: self))
    }

    /// Notifies an observer when the library's server becomes unreachable for longer than a moment. Holds the observer
    /// weakly.
    open func register(_ observer: any PHPhotoLibraryAvailabilityObserver) {
        observers.add(WeakObserver(observer, .availability, of: self))
    }

    /// Removes an observer. A running notification may still end after this returns.
    open func unregisterAvailabilityObserver(_ observer: any PHPhotoLibraryAvailabilityObserver) {
        observers.remove(WeakObserver(observer, .availability, of: self))
    }

    /// Why the library is unavailable, a `PHPhotosError`; nil when it is available, or the person denies access. Blocks
    /// for a call to the library, and connects first if needed.
    open var unavailabilityReason: (any Error)? {
        do throws(LibraryError) {
            _ = try client.authorizationStatus(for: .readWrite)
            return nil
        } catch {
            return error.code == .unavailable ? PHPhotosError(error) : nil
        }
    }

    // MARK: History

    /// The token of the current state. Blocks for a call to the library.
    ///
    /// When the library is unreachable or denies access, a token that `fetchPersistentChanges(since:)` always rejects
    /// as expired, so that an app that stores it misses nothing.
    open var currentChangeToken: PHPersistentChangeToken {
        do throws(LibraryError) {
            return PHPersistentChangeToken(try client.currentToken())
        } catch {
            return .ofNoLibrary
        }
    }

    /// Fetches the changes since a token to objects visible to this app, by any author, oldest first.
    ///
    /// Throws `persistentChangeTokenExpired` when the token is older than the stored history, belongs to another
    /// library, or is damaged. Blocks, and can take long: call it on a background thread.
    @discardableResult
    open func fetchPersistentChanges(since token: PHPersistentChangeToken) throws -> PHPersistentChangeFetchResult {
        try fetchPersistentChanges(since: token, matching: PHPersistentChange.Filter())
    }
}
