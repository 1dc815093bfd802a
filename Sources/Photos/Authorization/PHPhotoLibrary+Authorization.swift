import LibraryClient
import LibraryModel

extension PHPhotoLibrary {
    /// What the person decided, without asking them. `notDetermined` also when the library cannot be reached.
    public class func authorizationStatus(for accessLevel: PHAccessLevel) -> PHAuthorizationStatus {
        do throws(LibraryError) {
            return PHAuthorizationStatus(try shared().client.authorizationStatus(for: AccessLevel(accessLevel)))
        } catch {
            return PHAuthorizationStatus(error)
        }
    }

    /// What the person decided about reading and changing; `authorized` also where access is limited.
    ///
    /// Apple keeps this for apps from before limited access. Ask `authorizationStatus(for:)`.
    public class func authorizationStatus() -> PHAuthorizationStatus {
        authorizationStatus(for: .readWrite).withoutLimited
    }

    /// Asks the person, where they have not decided yet, and waits for their answer however long it takes.
    ///
    /// When the task is cancelled, the question is taken back and the answer is `notDetermined`.
    public class func requestAuthorization(for accessLevel: PHAccessLevel) async -> PHAuthorizationStatus {
        do throws(LibraryError) {
            return PHAuthorizationStatus(try await shared().client.requestAuthorization(for: AccessLevel(accessLevel)))
        } catch {
            return PHAuthorizationStatus(error)
        }
    }

    /// Asks the person, where they have not decided yet. `handler` is called once, on an arbitrary thread.
    public class func requestAuthorization(
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
    public class func requestAuthorization(_ handler: @escaping @Sendable (PHAuthorizationStatus) -> Void) {
        requestAuthorization(for: .readWrite) { handler($0.withoutLimited) }
    }
}

extension AccessLevel {
    fileprivate init(_ level: PHAccessLevel) {
        self =
            switch level {
            case .addOnly: .addOnly
            case .readWrite: .readWrite
            }
    }
}

extension PHAuthorizationStatus {
    fileprivate init(_ status: AuthorizationStatus) {
        self =
            switch status {
            case .notDetermined: .notDetermined
            case .restricted: .restricted
            case .denied: .denied
            case .authorized: .authorized
            case .limited: .limited
            }
    }

    /// What to say when the library could not answer.
    fileprivate init(_ error: LibraryError) {
        self =
            switch error.code {
            case .accessDenied: .denied
            case .accessRestricted: .restricted
            default: .notDetermined
            }
    }

    fileprivate var withoutLimited: PHAuthorizationStatus { self == .limited ? .authorized : self }
}
