import LibraryClient
import LibraryModel
import LinuxSystem
import Photos
import Synchronization

/// An open picker: a thread that waits for the person, and the app's updates meanwhile.
///
/// Ends with the final selection, with an error, or with `dismiss`. The delegate is not called afterwards.
final class PickerPresentation: Sendable {
    enum Event: Sendable {
        case selection([PHPickerResult], isFinal: Bool)
        case failure(PHPhotosError)

        /// Over.
        var isLast: Bool { if case .selection(_, isFinal: false) = self { false } else { true } }
    }

    private enum State {
        /// With the app's updates before the picker was open.
        case starting([PickerUpdate])
        case shown(Pick)
        case over
    }

    private let client: LibraryClient
    private let configuration: PHPickerConfiguration
    private let state = Mutex(State.starting([]))
    /// Performs the app's updates, in order.
    private let updates = DispatchQueue(label: "photosui.updates")

    private init(_ client: LibraryClient, _ configuration: PHPickerConfiguration) {
        self.client = client
        self.configuration = configuration
    }

    /// Shows a picker. Calls `tell` in order, on a thread of the presentation.
    static func begin(
        _ client: LibraryClient,
        _ configuration: PHPickerConfiguration,
        tell: @escaping @Sendable (Event) -> Void
    ) -> PickerPresentation {
        let presentation = PickerPresentation(client, configuration)
        do throws(SystemCallError) {
            _ = try SystemThread(name: "picker") { presentation.run(tell) }
        } catch {
            tell(.failure(PHPhotosError(.internalError, reason: "no thread for a picker", cause: error.asNSError)))
        }
        return presentation
    }

    private func run(_ tell: (Event) -> Void) {
        do throws(LibraryError) {
            let pick = try client.pick(PickerConfiguration(configuration))
            guard begin(pick) else { return }
            var providers: [UInt32: NSItemProvider] = [:]
            while true {
                let event = try pick.next()
                let results = try results(of: event, pick, &providers)
                // The person has decided: updates by the app have no effect from here on.
                guard !event.isFinal || end() else { return }
                tell(.selection(results, isFinal: event.isFinal))
                if event.isFinal { return }
            }
        } catch {
            guard end() else { return }
            UnreachableNotice.shared.report(error)
            tell(.failure(PHPhotosError(error)))
        }
    }

    /// `providers`: those of the last event by item number, replaced by those of this event.
    private func results(
        of event: PickEvent,
        _ pick: Pick,
        _ providers: inout [UInt32: NSItemProvider]
    ) throws(LibraryError) -> [PHPickerResult] {
        let former = providers
        providers = [:]
        var results: [PHPickerResult] = []
        for item in event.items {
            let identifier = item.asset.map { LocalIdentifier(.asset, $0).string }
            // A preselected asset, which the app has already.
            guard item.number > 0 else {
                results.append(PHPickerResult(itemProvider: NSItemProvider(), assetIdentifier: identifier))
                continue
            }
            let provider: NSItemProvider
            if let known = former[item.number] {
                provider = known
            } else {
                let picked = PickedItem(pick: pick, number: item.number, asset: item.asset)
                let resources: [ResourceInfo]
                do throws(LibraryError) { resources = try picked.resources() } catch {
                    // Deleted or deselected since.
                    guard error.code == .notFound else { throw error }
                    continue
                }
                provider = picked.provider(of: resources, configuration.preferredAssetRepresentationMode)
            }
            providers[item.number] = provider
            results.append(PHPickerResult(itemProvider: provider, assetIdentifier: identifier))
        }
        return results
    }

    // MARK: The app

    /// Updates the picker. Has no effect when the person is done.
    func update(_ update: PickerUpdate) {
        updates.async { [self] in
            let pick = state.withLock { state -> Pick? in
                switch state {
                case .starting(let earlier):
                    state = .starting(earlier + [update])
                    return nil
                case .shown(let pick): return pick
                case .over: return nil
                }
            }
            if let pick { Self.send(update, to: pick) }
        }
    }

    /// Closes the picker. The delegate is not called afterwards; what a continuous selection reported stays readable.
    func dismiss() {
        let pick = state.withLock { state -> Pick? in
            defer { state = .over }
            if case .shown(let pick) = state { return pick }
            return nil
        }
        guard let pick else { return }
        guard PickerConfiguration(configuration).isContinuous else { return pick.cancel() }
        updates.async {
            do throws(LibraryError) { try pick.dismiss() } catch {
                // The server did not get the call: cancels the stream, which closes the picker and ends the access.
                pick.cancel()
            }
        }
    }

    // MARK: State

    /// Returns false when the app has closed the picker meanwhile.
    private func begin(_ pick: Pick) -> Bool {
        // Before all later updates by the app.
        updates.sync {
            let (isWanted, earlier) = state.withLock { state -> (Bool, [PickerUpdate]) in
                guard case .starting(let earlier) = state else { return (false, []) }
                state = .shown(pick)
                return (true, earlier)
            }
            for update in earlier { Self.send(update, to: pick) }
            return isWanted
        }
    }

    /// Returns false when it was over already.
    private func end() -> Bool {
        state.withLock { state in
            if case .over = state { return false }
            state = .over
            return true
        }
    }

    private static func send(_ update: PickerUpdate, to pick: Pick) {
        do throws(LibraryError) { try pick.update(update) } catch {
            // The pick has ended. Its own thread gets the reason.
        }
    }
}
