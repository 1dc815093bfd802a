import LibraryClient
import LibraryModel
import Photos

// Apple's functions take the `UIViewController` that presents. There is none here, so that any object does, and none.
extension PHPhotoLibrary {
    /// Asks the person which photos this app may see. Does nothing unless access is limited.
    ///
    /// What they change is told to observers, as any change is. Returns at once.
    public func presentLimitedLibraryPicker(from controller: AnyObject? = nil) {
        // Not structured, as Apple's signature wants it.
        Task { _ = await presentLimitedLibraryPicker() }
    }

    /// Asks the person which photos this app may see. `completionHandler` is called once, on an arbitrary thread, with
    /// the identifiers of those that they added; with none unless access is limited, or when nobody can be asked.
    @preconcurrency
    public func presentLimitedLibraryPicker(
        from controller: AnyObject? = nil,
        completionHandler: @escaping @Sendable ([String]) -> Void
    ) {
        // Not structured, as Apple's signature wants it.
        Task { completionHandler(await presentLimitedLibraryPicker()) }
    }

    /// Asks the person which photos this app may see, and returns the identifiers of those that they added: none unless
    /// access is limited, or when nobody can be asked, of which `changeLimitedLibrarySelection()` tells.
    ///
    /// Cancelling the task takes the question back.
    @discardableResult
    public func presentLimitedLibraryPicker(from controller: AnyObject? = nil) async -> [String] {
        do { return try await changeLimitedLibrarySelection() } catch {
            // Apple's form cannot say why nothing was added.
            return []
        }
    }

    /// Asks the person which photos this app may see, and returns the identifiers of those that they added; none, at
    /// once, unless access is limited.
    ///
    /// Throws a `PHPhotosError`: `operationInterrupted` when nobody is there to ask, `libraryVolumeOffline` when the
    /// library's server is not, `userCancelled` when the person does not want to be asked by this app, and when the
    /// task is cancelled, which takes the question back.
    public func changeLimitedLibrarySelection() async throws -> [String] {
        do throws(LibraryError) {
            return try await client.changeSelectionWithoutBlocking().map { LocalIdentifier(.asset, $0).string }
        } catch {
            UnreachableNotice.shared.report(error)
            throw PHPhotosError(error)
        }
    }
}
