import LibraryClient
import LibraryModel

/// What an app hears of its picker.
enum Heard: Hashable {
    case changed([ObjectID])
    case picked([ObjectID])
    /// With what was selected before.
    case cancelled([ObjectID])

    init(_ event: PickEvent) {
        let assets = event.items.compactMap(\.asset)
        self = !event.isFinal ? .changed(assets) : event.isCancelled ? .cancelled(assets) : .picked(assets)
    }
}

extension Pick {
    /// Waits for the next event.
    func following() async throws -> Heard { Heard(try await Background.run { try self.next() }) }
}

extension Scene {
    /// Shows a picker of this test program's.
    func begin(_ configuration: PickerConfiguration) async throws -> Pick {
        try await Background.run { try self.app().pick(configuration) }
    }

    /// Shows a picker and waits until the person is done with it.
    func pick(_ configuration: PickerConfiguration) async throws -> Heard {
        try await begin(configuration).following()
    }
}
