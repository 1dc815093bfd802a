/// The configuration of a picker, Apple's `PHPickerConfiguration`, on the wire.
package struct PickerConfiguration: Hashable, Sendable {
    /// The most assets of one selection, and the meaning of a limit of 0. Their event fits into half of a stream's
    /// credit, so there is room for one however many were sent before.
    package static let maximumSelection = 5_000
    /// Bytes of a search text.
    package static let maximumSearchTextLength = 4_096
    /// Bytes of a packed filter. With the largest selection and the longest claims of an app, a prompt fits into half
    /// of a stream's credit, so that no app's prompt keeps others from the agent.
    package static let maximumFilterSize = 32_768

    /// Only assets that match it are offered.
    package var filter: PredicateProgram?
    /// 0: `maximumSelection`.
    package var selectionLimit = 1
    /// Results are in the order of selection.
    package var isOrdered = false
    /// The app gets an event for every change of the selection.
    package var isContinuous = false
    /// Selected at first. The app gets no access to them that it did not have.
    package var preselected: [ObjectID] = []
    /// The app gets identifiers of picked assets.
    package var givesIdentifiers = false
    /// `PHPickerCapabilities` that the picker does not offer.
    package var disabledCapabilities: UInt32 = 0
    /// `NSDirectionalRectEdge`.
    package var edgesWithoutMargins: UInt32 = 0
    package var searchText: String?
    /// Metadata that picked files lack. The person may remove more.
    package var removal: MetadataRemoval = []

    package init() {}

    /// The most assets to select.
    package var effectiveLimit: Int {
        let most = PickerConfiguration.maximumSelection
        return selectionLimit == 0 ? most : min(selectionLimit, most)
    }
}

extension PickerConfiguration {
    /// Applies an update, for agents that subscribe after it.
    package mutating func apply(_ update: PickerUpdate) {
        if let limit = update.selectionLimit { selectionLimit = limit }
        if let edges = update.edgesWithoutMargins { edgesWithoutMargins = edges }
        if let text = update.searchText { searchText = text }
        let deselected = Set(update.deselected)
        preselected.removeAll { deselected.contains($0) }
        guard let move = update.move, preselected.contains(move.asset), move.asset != move.after else { return }
        let before = preselected
        preselected.removeAll { $0 == move.asset }
        guard let after = move.after else {
            preselected.insert(move.asset, at: 0)
            return
        }
        guard let place = preselected.firstIndex(of: after) else {
            preselected = before
            return
        }
        preselected.insert(move.asset, at: place + 1)
    }
}

/// Changes an open picker. Nil leaves a property unchanged.
package struct PickerUpdate: Hashable, Sendable {
    package struct Move: Hashable, Sendable {
        package var asset: ObjectID
        /// Nil: to the front.
        package var after: ObjectID?

        package init(_ asset: ObjectID, after: ObjectID?) {
            self.asset = asset
            self.after = after
        }
    }

    package var selectionLimit: Int?
    package var edgesWithoutMargins: UInt32?
    package var searchText: String?
    /// Removed from the selection. Ignores assets that are not selected.
    package var deselected: [ObjectID] = []
    package var move: Move?

    package init() {}
}

/// An event for the app of a picker.
package struct PickEvent: Hashable, Sendable {
    package struct Item: Hashable, Sendable {
        /// Identifies the item in calls about the pick; 0 for a preselected asset, which cannot be read.
        package var number: UInt32
        /// Nil unless the configuration asks for identifiers.
        package var asset: ObjectID?

        package init(_ number: UInt32, asset: ObjectID?) {
            self.number = number
            self.asset = asset
        }
    }

    /// Identifies the pick in calls on the same connection.
    package var pick: UInt64
    package var items: [Item]
    package var isFinal: Bool
    package var isCancelled: Bool

    package init(_ pick: UInt64, items: [Item] = [], isFinal: Bool = false, isCancelled: Bool = false) {
        self.pick = pick
        self.items = items
        self.isFinal = isFinal
        self.isCancelled = isCancelled
    }
}
