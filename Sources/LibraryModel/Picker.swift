/// What a picker offers: Apple's `PHPickerConfiguration`, as it crosses the wire.
package struct PickerConfiguration: Hashable, Sendable {
    /// The most assets that can be picked at once, and what a limit of 0 means: an event of so many fits into half of
    /// a stream's credit, so there is room for one however many were sent before.
    package static let maximumSelection = 5_000
    /// Bytes of a search text.
    package static let maximumSearchTextLength = 4_096
    /// Bytes of a filter as it is packed. Together with the most that can be selected and all that an app says of
    /// itself, a prompt fits into half of a stream's credit, so that no app's prompt keeps others from the agent.
    package static let maximumFilterSize = 32_768

    /// Only assets that satisfy it are offered.
    package var filter: PredicateProgram?
    /// 0: `maximumSelection`.
    package var selectionLimit = 1
    /// The result has the person's order.
    package var isOrdered = false
    /// The app gets an event for every change of the selection.
    package var isContinuous = false
    /// Selected when it appears. The app gets nothing of them that it did not have.
    package var preselected: [ObjectID] = []
    /// The app gets identifiers of what was picked.
    package var givesIdentifiers = false
    /// `PHPickerCapabilities` that are not offered.
    package var disabledCapabilities: UInt32 = 0
    /// `NSDirectionalRectEdge`.
    package var edgesWithoutMargins: UInt32 = 0
    package var searchText: String?
    /// What the app does not want to have of what is picked. The person may leave out more.
    package var removal: MetadataRemoval = []

    package init() {}

    /// How many may be selected.
    package var effectiveLimit: Int {
        let most = PickerConfiguration.maximumSelection
        return selectionLimit == 0 ? most : min(selectionLimit, most)
    }
}

extension PickerConfiguration {
    /// The picker as an agent shows it that did not see it before.
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

/// Changes a picker while it is shown. Nil leaves something as it is.
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
    /// Taken out of the selection. What is not selected is passed over.
    package var deselected: [ObjectID] = []
    package var move: Move?

    package init() {}
}

/// What a picker tells its app.
package struct PickEvent: Hashable, Sendable {
    package struct Item: Hashable, Sendable {
        /// Names the item in calls about the pick; 0 for a preselected asset, of which nothing can be read.
        package var number: UInt32
        /// Nil unless the configuration asks for identifiers.
        package var asset: ObjectID?

        package init(_ number: UInt32, asset: ObjectID?) {
            self.number = number
            self.asset = asset
        }
    }

    /// Names the pick in calls on the same connection.
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
