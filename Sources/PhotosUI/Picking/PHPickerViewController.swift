import LibraryClient
import LibraryModel
import Photos

/// A picker: the person selects photos and videos of their library outside of the app, and the app gets these.
///
/// Neither needs nor grants access to the library: the app can read the picked items while it holds the results, and
/// nothing else.
///
/// The app displays no views: `present()` lets the person's agent show the picker, in a browser or a terminal; `pick()`
/// and `selections()` do the same for async code. The picker closes when the person is done, when the app calls
/// `dismiss(animated:completion:)`, and when the program ends.
@MainActor @preconcurrency
public final class PHPickerViewController: NSObject {
    /// The configuration of the picker.
    public nonisolated let configuration: PHPickerConfiguration

    /// Receives the results. Held weakly.
    public weak var delegate: (any PHPickerViewControllerDelegate)?

    /// Why the picker could not be shown or failed; nil otherwise. The delegate has got the results of a cancellation.
    public private(set) var presentationError: PHPhotosError?

    private var presentation: PickerPresentation?
    /// The number of presentations so far.
    private var presentationCount = 0
    /// Those who wait for the current presentation.
    private var listeners: [(PickerPresentation.Event) -> Void] = []

    /// Creates a picker without showing it.
    public nonisolated init(configuration: PHPickerConfiguration) {
        self.configuration = configuration
        super.init()
    }

    // MARK: Showing

    /// Shows the picker and returns at once. Has no effect while it is open.
    ///
    /// Retains the controller while the picker is open.
    public func present() {
        guard presentation == nil else { return }
        presentationError = nil
        presentationCount += 1
        let number = presentationCount
        let client = (configuration.photoLibrary ?? .shared()).client
        presentation = PickerPresentation.begin(client, configuration) { event in
            // In order, which tasks do not guarantee.
            DispatchQueue.main.async { MainActor.assumeIsolated { self.take(event, of: number) } }
        }
    }

    /// Closes the picker without calling the delegate. What the person has confirmed, or a continuous selection has
    /// reported, stays readable.
    ///
    /// `flag` has no effect. Calls `completion` before it returns.
    public func dismiss(animated flag: Bool = false, completion: (() -> Void)? = nil) {
        presentation?.dismiss()
        presentation = nil
        let waiting = listeners
        listeners = []
        let reason = "the picker was taken away"
        for listener in waiting { listener(.failure(PHPhotosError(.userCancelled, reason: reason))) }
        completion?()
    }

    /// Whether the picker is open, as far as this app knows.
    public var isPresented: Bool { presentation != nil }

    private func take(_ event: PickerPresentation.Event, of number: Int) {
        // An event that was under way when the app closed the picker.
        guard number == presentationCount, presentation != nil else { return }
        let told = listeners
        if event.isLast {
            presentation = nil
            listeners = []
        }
        switch event {
        case .selection(let results, _): delegate?.picker(self, didFinishPicking: results)
        case .failure(let error):
            presentationError = error
            delegate?.picker(self, didFinishPicking: cancelledResults)
        }
        for listener in told { listener(event) }
    }

    /// The results of a cancellation: the preselected assets.
    private var cancelledResults: [PHPickerResult] {
        PickerConfiguration(configuration).preselected.map { asset in
            PHPickerResult(
                itemProvider: NSItemProvider(),
                assetIdentifier: LocalIdentifier(.asset, asset).string
            )
        }
    }

    // MARK: With Swift's concurrency

    /// Shows the picker and returns the picked items; after a cancellation the preselected assets.
    ///
    /// Throws a `PHPhotosError`: `operationInterrupted` without an agent, `libraryVolumeOffline` when the library is
    /// unreachable, `userCancelled` when the person has silenced this app, when the app dismissed the picker, and when
    /// the task is cancelled, which closes the picker.
    public func pick() async throws -> [PHPickerResult] {
        var last: [PHPickerResult]?
        for try await results in selections() { last = results }
        guard let last, !Task.isCancelled else {
            throw PHPhotosError(.userCancelled, reason: "the task that picks was cancelled")
        }
        return last
    }

    /// Shows the picker and returns every selection, the final one last; only that unless the selection is continuous.
    /// Skips selections that were replaced before the app read them. Throws like `pick()`.
    ///
    /// The picker closes when nobody iterates any more.
    public func selections() -> AsyncThrowingStream<[PHPickerResult], any Error> {
        let (stream, continuation) = AsyncThrowingStream<[PHPickerResult], any Error>.makeStream(
            bufferingPolicy: .bufferingNewest(1)
        )
        present()
        listeners.append { event in
            switch event {
            case .selection(let results, let isFinal):
                continuation.yield(results)
                if isFinal { continuation.finish() }
            case .failure(let error): continuation.finish(throwing: error)
            }
        }
        let number = presentationCount
        continuation.onTermination = { [weak self] reason in
            guard case .cancelled = reason else { return }
            DispatchQueue.main.async {
                MainActor.assumeIsolated {
                    guard let self, self.presentationCount == number else { return }
                    self.dismiss()
                }
            }
        }
        return stream
    }

    // MARK: While it is shown

    /// Updates the picker.
    public func updatePicker(using configuration: PHPickerConfiguration.Update) {
        presentation?.update(PickerUpdate(configuration))
    }

    /// Deselects assets. Ignores those that are not selected. Has no effect without a photo library in the
    /// configuration.
    public func deselectAssets(withIdentifiers identifiers: [String]) {
        guard configuration.photoLibrary != nil else { return }
        var update = PickerUpdate()
        update.deselected = identifiers.assets
        presentation?.update(update)
    }

    /// Moves a selected asset behind another, or to the front. Has no effect when one of them is not selected, and
    /// without a photo library in the configuration.
    public func moveAsset(
        withIdentifier identifier: String,
        afterAssetWithIdentifier afterIdentifier: String?
    ) {
        guard configuration.photoLibrary != nil, let asset = [identifier].assets.first else { return }
        let after = afterIdentifier.map { [$0].assets.first }
        // A malformed identifier is of no selected asset.
        if case .some(nil) = after { return }
        var update = PickerUpdate()
        update.move = PickerUpdate.Move(asset, after: after ?? nil)
        presentation?.update(update)
    }

    /// Has no effect: the person scrolls the agent's view.
    public func scrollToInitialPosition() {}

    /// Has no effect: the person zooms the agent's view.
    public func zoomIn() {}

    /// Has no effect: the person zooms the agent's view.
    public func zoomOut() {}
}
