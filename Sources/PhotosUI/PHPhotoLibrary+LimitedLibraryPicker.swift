import LibraryClient
import LibraryModel
import Photos

// Apple's functions take the presenting `UIViewController`. These take any object or nil.
extension PHPhotoLibrary {
    /// Asks the person to change the app's selection. Has no effect unless access is limited.
    ///
    /// Returns at once. Change observers are notified of the new selection.
    public func presentLimitedLibraryPicker(from controller: AnyObject? = nil) {
        // Unstructured, as Apple's signature requires.
        Task { _ = await presentLimitedLibraryPicker() }
    }

    /// Asks the person to change the app's selection. Calls `completionHandler` once, on an arbitrary thread, with the
    /// identifiers of the added assets; with none unless access is limited, and without an agent.
    @preconcurrency
    public func presentLimitedLibraryPicker(
        from controller: AnyObject? = nil,
        completionHandler: @escaping @Sendable ([String]) -> Void
    ) {
        // Unstructured, as Apple's signature requires.
        Task { completionHandler(await presentLimitedLibraryPicker()) }
    }

    /// Asks the person to change the app's selection, and returns the identifiers of the added assets: none unless
    /// access is limited, and without an agent, which `changeLimitedLibrarySelection()` reports.
    ///
    /// Cancelling the task withdraws the question.
    @discardableResult
    public func presentLimitedLibraryPicker(from controller: AnyObject? = nil) async -> [String] {
        do { return try await changeLimitedLibrarySelection() } catch {
            // Apple's signature has no error.
            return []
        }
    }

    /// Asks the person to change the app's selection, and returns the identifiers of the added assets; none, at once,
    /// unless access is limited.
    ///
    /// Throws a `PHPhotosError`: `operationInterrupted` without an agent, `libraryVolumeOffline` when the library is
    /// unreachable, `userCancelled` when the person has silenced this app or the task is cancelled, which withdraws the
    /// question.
    public func changeLimitedLibrarySelection() async throws -> [String] {
        do throws(LibraryError) {
            return try await client.changeSelectionWithoutBlocking().map { LocalIdentifier(.asset, $0).string }
        } catch {
            UnreachableNotice.shared.report(error)
            throw PHPhotosError(error)
        }
    }
}
