import AppLibrary
package import LibraryClient
import LibraryModel
import Synchronization

/// The person's photo library, shared by all apps.
///
/// It may be used from any thread. Apps may subclass it for test doubles.
//
// `@unchecked`, as every open class that is Sendable must be: all stored properties are constants of Sendable types.
open class PHPhotoLibrary: NSObject, @unchecked Sendable {
    private static let sharedLibrary = Mutex(PHPhotoLibrary(client: AppLibrary.client))

    /// The library at the socket that `PHOTOLIBRARY_SOCKET`, or the environment's defaults, name.
    ///
    /// There is no connection until the first call that needs one.
    @discardableResult
    open class func shared() -> PHPhotoLibrary { sharedLibrary.withLock { $0 } }

    /// Makes another client's library the shared one, for a process that holds its server itself.
    package static func share(_ client: LibraryClient) {
        AppLibrary.use(client)
        sharedLibrary.withLock { $0 = PHPhotoLibrary(client: client) }
    }

    package let client: LibraryClient
    /// Change blocks and their commits, one after the other.
    let changeQueue = DispatchQueue(label: "photos.changes")
    /// Completion handlers, one after the other: a queue of its own, so that one may make further changes and wait.
    let completionQueue = DispatchQueue(label: "photos.completions")
    let observers: ChangeObservers

    init(client: LibraryClient) {
        self.client = client
        observers = ChangeObservers(client: client)
        super.init()
    }

    /// The library that `shared()` gives too, for an app's own subclasses.
    public override init() {
        client = PHPhotoLibrary.shared().client
        observers = ChangeObservers(client: client)
        super.init()
    }

    // MARK: Access

    /// What the person decided, without asking them. `notDetermined` also when the library cannot be reached.
    @discardableResult
    open class func authorizationStatus(for accessLevel: PHAccessLevel) -> PHAuthorizationStatus {
        do throws(LibraryError) {
            return PHAuthorizationStatus(try shared().client.authorizationStatus(for: AccessLevel(accessLevel)))
        } catch {
            return PHAuthorizationStatus(error)
        }
    }

    /// What the person decided about reading and changing; `authorized` also where access is limited.
    ///
    /// Apple keeps this for apps from before limited access. Ask `authorizationStatus(for:)`.
    @discardableResult
    open class func authorizationStatus() -> PHAuthorizationStatus {
        authorizationStatus(for: .readWrite).withoutLimited
    }

    /// Asks the person unless they have decided, and waits for their answer, however long it takes.
    ///
    /// Cancelling the task withdraws the question and returns `notDetermined`. So does a missing agent or server;
    /// standard error says so, once.
    @discardableResult
    open class func requestAuthorization(for accessLevel: PHAccessLevel) async -> PHAuthorizationStatus {
        do throws(LibraryError) {
            return PHAuthorizationStatus(try await shared().client.requestAuthorization(for: AccessLevel(accessLevel)))
        } catch {
            UnreachableNotice.shared.report(error)
            return PHAuthorizationStatus(error)
        }
    }

    /// Asks the person, where they have not decided yet. `handler` is called once, on an arbitrary thread.
    @preconcurrency
    open class func requestAuthorization(
        for accessLevel: PHAccessLevel,
        handler: @escaping @Sendable (PHAuthorizationStatus) -> Void
    ) {
        // Not structured: the call has returned before the person answers, as Apple's signature wants it.
        Task { handler(await requestAuthorization(for: accessLevel)) }
    }

    /// Asks the person about reading and changing; says `authorized` also where access is limited.
    ///
    /// Apple keeps this for apps from before limited access. Use `requestAuthorization(for:handler:)`.
    @preconcurrency
    open class func requestAuthorization(_ handler: @escaping @Sendable (PHAuthorizationStatus) -> Void) {
        requestAuthorization(for: .readWrite) { handler($0.withoutLimited) }
    }

    // MARK: Changes

    /// Makes the changes that a block asks for: all of them, or none.
    ///
    /// The block runs on an arbitrary serial queue, the handler on another, after the changes are durable and fetches
    /// show them. Files are opened after the block ends: what is wrong with them is told to the handler. Several
    /// changes belong in one block. A block inside a block is misuse and stops the program.
    @preconcurrency
    open func performChanges(
        _ changeBlock: @escaping () -> Void,
        completionHandler: (@Sendable (Bool, (any Error)?) -> Void)? = nil
    ) {
        guard ChangeTransaction.current == nil else { raise("a change block may not start another") }
        // Apple's signature lets the block hold anything. It runs once, on the queue; what it holds it shares with
        // nobody but the app.
        nonisolated(unsafe) let block = changeBlock
        changeQueue.async { [self] in
            let transaction = ChangeTransaction.recording(unsafe block, client: client)
            var failure: PHPhotosError?
            do throws(PHPhotosError) {
                if let unconfirmed = try transaction.commit() {
                    // Not structured, as Apple's signature wants it; and the queue goes on, for the person may take
                    // their time.
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

    /// Makes the changes that a block asks for: all of them, or none. Returns when they are durable.
    ///
    /// The block runs where the caller runs (on Apple's systems: on an arbitrary queue). Changes of what the app did
    /// not add may have to be confirmed by the person; other changes go on meanwhile. `userCancelled` when they say no,
    /// and when the task is cancelled before they answer.
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

    /// Makes the changes that a block asks for: all of them, or none. Blocks the thread until they are durable, which
    /// can be minutes where the person has to confirm them.
    ///
    /// The block runs on the calling thread.
    open func performChangesAndWait(_ changeBlock: @escaping () -> Void) throws {
        let transaction = ChangeTransaction.recording(changeBlock, client: client)
        let unconfirmed = try changeQueue.sync { () throws in try transaction.commit() }
        try unconfirmed?.commitAndWait()
    }

    // MARK: Observers

    /// Tells an observer of every change from now on, of this app's own too. Observers are not kept alive.
    open func register(_ observer: any PHPhotoLibraryChangeObserver) {
        observers.add(WeakObserver(observer, .changes, of: self))
    }

    /// Tells an observer no more. A call that is under way may still end after this returned.
    open func unregisterChangeObserver(_ observer: any PHPhotoLibraryChangeObserver) {
        observers.remove(WeakObserver(observer, .changes, of: self))
    }

    /// Tells an observer from now on that there is more in `fetchPersistentChanges(since:)`. Observers are not kept
    /// alive.
    open func register(_ observer: any PHPhotoLibraryPersistentChangesObserver) {
        observers.add(WeakObserver(observer, .persistentChanges, of: self))
    }

    /// Tells an observer no more. A call that is under way may still end after this returned.
    open func unregisterPersistentChangesObserver(_ observer: any PHPhotoLibraryPersistentChangesObserver) {
        observers.remove(WeakObserver(observer, .persistentChanges, of: self))
    }

    /// Tells an observer when the library's server goes away and does not come back at once. Observers are not kept
    /// alive.
    open func register(_ observer: any PHPhotoLibraryAvailabilityObserver) {
        observers.add(WeakObserver(observer, .availability, of: self))
    }

    /// Tells an observer no more. A call that is under way may still end after this returned.
    open func unregisterAvailabilityObserver(_ observer: any PHPhotoLibraryAvailabilityObserver) {
        observers.remove(WeakObserver(observer, .availability, of: self))
    }

    /// Why the library cannot be used, a `PHPhotosError`; nil when it can, or when it is the person who gives no
    /// access. Asks the library, and connects to it where there is no connection.
    open var unavailabilityReason: (any Error)? {
        do throws(LibraryError) {
            _ = try client.authorizationStatus(for: .readWrite)
            return nil
        } catch {
            return error.code == .unavailable ? PHPhotosError(error) : nil
        }
    }

    // MARK: History

    /// The token of this moment.
    ///
    /// Where the library cannot be reached or gives this app no access it is the token of no library, which every
    /// later `fetchPersistentChanges(since:)` refuses as expired: nothing is missed by keeping it.
    open var currentChangeToken: PHPersistentChangeToken {
        do throws(LibraryError) {
            return PHPersistentChangeToken(try client.currentToken())
        } catch {
            return .ofNoLibrary
        }
    }

    /// What happened to the objects that this app may see since a token, by whomever, the oldest first.
    ///
    /// Throws `persistentChangeTokenExpired` when the token is older than the history that is kept, is of another
    /// library or was altered. Can take long; ask on a background thread.
    @discardableResult
    open func fetchPersistentChanges(since token: PHPersistentChangeToken) throws -> PHPersistentChangeFetchResult {
        try fetchPersistentChanges(since: token, matching: PHPersistentChange.Filter())
    }
}
