import LibraryClient
import LibraryModel
import Photos

/// A picker: the person selects photos and movies of their library, outside of the app, and the app gets those.
///
/// No access to the library is needed, and none is given by it: what was picked can be read as long as the app holds
/// the results, and nothing else.
///
/// There are no views of the app's here. `present()` has the person's agent show the picker, in a browser or a
/// terminal; `pick()` and `selections()` do the same for code with Swift's concurrency. It disappears when the person
/// is done, when the app calls `dismiss(animated:completion:)`, and with the program.
@MainActor @preconcurrency
public final class PHPickerViewController: NSObject {
    /// What the picker offers.
    public nonisolated let configuration: PHPickerConfiguration

    /// Is told what the person picked. Not kept alive.
    public weak var delegate: (any PHPickerViewControllerDelegate)?

    /// Why the person could not be asked, or not to the end; nil otherwise. The delegate was told what a cancellation
    /// would have told it.
    public private(set) var presentationError: PHPhotosError?

    private var presentation: PickerPresentation?
    /// How many there were.
    private var presentationCount = 0
    /// Of the presentation that goes on.
    private var listeners: [(PickerPresentation.News) -> Void] = []

    /// A picker that is not shown yet.
    public nonisolated init(configuration: PHPickerConfiguration) {
        self.configuration = configuration
        super.init()
    }

    // MARK: Showing

    /// Has the picker shown, and returns at once. Nothing happens when it is shown already.
    ///
    /// It lives as long as it is shown, whoever else holds it.
    public func present() {
        guard presentation == nil else { return }
        presentationError = nil
        presentationCount += 1
        let number = presentationCount
        let client = (configuration.photoLibrary ?? .shared()).client
        presentation = PickerPresentation.begin(client, configuration) { news in
            // In order, which tasks would not promise.
            DispatchQueue.main.async { MainActor.assumeIsolated { self.take(news, of: number) } }
        }
    }

    /// Takes the picker away; the delegate is not told. What the person has confirmed stays readable, and so does what
    /// they gave in a continuous selection by then.
    ///
    /// There is nothing to be animated. `completion` is called before this returns.
    public func dismiss(animated flag: Bool = false, completion: (() -> Void)? = nil) {
        presentation?.dismiss()
        presentation = nil
        let waiting = listeners
        listeners = []
        let reason = "the picker was taken away"
        for listener in waiting { listener(.failure(PHPhotosError(.userCancelled, reason: reason))) }
        completion?()
    }

    /// Whether the picker is shown, as far as this app has heard.
    public var isPresented: Bool { presentation != nil }

    private func take(_ news: PickerPresentation.News, of number: Int) {
        // What was on its way when the app took the picker away.
        guard number == presentationCount, presentation != nil else { return }
        let told = listeners
        if news.isLast {
            presentation = nil
            listeners = []
        }
        switch news {
        case .selection(let results, _): delegate?.picker(self, didFinishPicking: results)
        case .failure(let error):
            presentationError = error
            delegate?.picker(self, didFinishPicking: cancelledResults)
        }
        for listener in told { listener(news) }
    }

    /// What a cancellation gives: what was preselected.
    private var cancelledResults: [PHPickerResult] {
        PickerConfiguration(configuration).preselected.map { asset in
            PHPickerResult(
                itemProvider: NSItemProvider(),
                assetIdentifier: LocalIdentifier(.asset, asset).string
            )
        }
    }

    // MARK: With Swift's concurrency

    /// Shows the picker and returns what the person picked; after a cancellation, what was preselected or nothing.
    ///
    /// Throws a `PHPhotosError`: `operationInterrupted` when nobody is there to show the picker, `libraryVolumeOffline`
    /// when the library's server is not, `userCancelled` when the person does not want to be asked by this app, when
    /// the picker was dismissed, and when the task is cancelled, which takes the picker away.
    public func pick() async throws -> [PHPickerResult] {
        var last: [PHPickerResult]?
        for try await results in selections() { last = results }
        guard let last, !Task.isCancelled else {
            throw PHPhotosError(.userCancelled, reason: "the task that picks was cancelled")
        }
        return last
    }

    /// Shows the picker and tells every selection, the last one at the end; one, if the configuration's selection is
    /// not continuous. Selections that nobody waited for are left out in favour of later ones. Throws as `pick()` does.
    ///
    /// When nobody listens any more, the picker is taken away.
    public func selections() -> AsyncThrowingStream<[PHPickerResult], any Error> {
        let (stream, continuation) = AsyncThrowingStream<[PHPickerResult], any Error>.makeStream(
            bufferingPolicy: .bufferingNewest(1)
        )
        present()
        listeners.append { news in
            switch news {
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

    /// Changes what the picker offers.
    public func updatePicker(using configuration: PHPickerConfiguration.Update) {
        presentation?.update(PickerUpdate(configuration))
    }

    /// Takes assets out of the selection. What is not selected is passed over; nothing happens without a photo library
    /// in the configuration.
    public func deselectAssets(withIdentifiers identifiers: [String]) {
        guard configuration.photoLibrary != nil else { return }
        var update = PickerUpdate()
        update.deselected = identifiers.assets
        presentation?.update(update)
    }

    /// Moves a selected asset behind another; to the front, without one. Nothing happens when one of them is not
    /// selected, and without a photo library in the configuration.
    public func moveAsset(
        withIdentifier identifier: String,
        afterAssetWithIdentifier afterIdentifier: String?
    ) {
        guard configuration.photoLibrary != nil, let asset = [identifier].assets.first else { return }
        let after = afterIdentifier.map { [$0].assets.first }
        // An identifier of nothing is of nothing that is selected.
        if case .some(nil) = after { return }
        var update = PickerUpdate()
        update.move = PickerUpdate.Move(asset, after: after ?? nil)
        presentation?.update(update)
    }

    /// Does nothing: the person decides what the agent shows them of the library.
    public func scrollToInitialPosition() {}

    /// Does nothing: the person decides how large the agent shows them the photos.
    public func zoomIn() {}

    /// Does nothing: the person decides how large the agent shows them the photos.
    public func zoomOut() {}
}
