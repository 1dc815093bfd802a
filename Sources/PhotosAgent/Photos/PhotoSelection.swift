internal import Languages
package import LibraryModel

/// The photos that the person has chosen, in their order.
package struct PhotoSelection: Sendable {
    /// The effect of choosing a photo.
    package enum Change: Hashable, Sendable {
        case done
        /// No more can be chosen.
        case full
    }

    package private(set) var chosen: [ObjectID]
    private var numbers: [ObjectID: Int]
    /// The most that can be chosen.
    package private(set) var limit: Int
    /// The initial selection.
    package let before: [ObjectID]
    /// The person's order matters, and is shown.
    package let isOrdered: Bool
    /// Metadata that the app does not get.
    package private(set) var removal: MetadataRemoval = []
    /// The part of `removal` that the app requested.
    private var wantedRemoval: MetadataRemoval = []
    /// Metadata that the person may leave out.
    private var offeredRemoval: MetadataRemoval = []
    /// Whether an empty selection is an answer by itself.
    private let takesNone: Bool

    /// The initial selection of a picker.
    package init(_ picker: PickerConfiguration) {
        self.init(picker.preselected, limit: picker.effectiveLimit, isOrdered: picker.isOrdered, takesNone: false)
        removal = picker.removal
        wantedRemoval = picker.removal
        offeredRemoval = .all
    }

    /// The photos that an app with limited access may see: `selected` until now.
    package init(visible selected: [ObjectID]) {
        self.init(selected, limit: PromptAnswer.maximumAssets, isOrdered: false, takesNone: true)
    }

    /// The photos that an app is to see that asks for access: `selected` if it had access before.
    package init(consentingTo selected: [ObjectID], removal: MetadataRemoval) {
        self.init(visible: selected)
        self.removal = removal
        offeredRemoval = .location
    }

    private init(_ chosen: [ObjectID], limit: Int, isOrdered: Bool, takesNone: Bool) {
        var seen: Set<ObjectID> = []
        let distinct = chosen.filter { seen.insert($0).inserted }
        self.chosen = distinct
        self.limit = limit
        self.isOrdered = isOrdered
        self.takesNone = takesNone
        before = distinct
        numbers = [:]
        renumber()
    }

    package var count: Int { chosen.count }

    /// Whether the person has chosen something, or taken something out.
    package var isChanged: Bool { chosen != before }

    /// Toggles whether a part of the metadata is left out, unless the app requested that. Returns a sentence with the
    /// result; nil if it cannot be left out.
    package mutating func turn(_ part: MetadataRemoval) -> String? {
        guard offeredRemoval.contains(part) else { return nil }
        if wantedRemoval.contains(part) { return localized("The app takes no {what}.", ["what": part.words]) }
        return removal.turn(part)
    }

    /// Its place in the order, from 1; nil when it is not chosen.
    package func number(of asset: ObjectID) -> Int? { numbers[asset] }

    package func contains(_ asset: ObjectID) -> Bool { numbers[asset] != nil }

    /// Whether this may be the answer. Apps can preselect more than may be chosen; and where some were chosen at first,
    /// none is an answer too.
    package var isAnswer: Bool { count <= limit && (count > 0 || !before.isEmpty || takesNone) }

    /// Chooses a photo or takes it out. With a limit of one it replaces the one chosen before.
    package mutating func toggle(_ asset: ObjectID) -> Change {
        if contains(asset) {
            remove([asset])
            return .done
        }
        if limit == 1, count == 1 { remove(chosen) }
        return add(asset)
    }

    package mutating func add(_ asset: ObjectID) -> Change {
        if contains(asset) { return .done }
        guard count < limit else { return .full }
        chosen.append(asset)
        numbers[asset] = count
        return .done
    }

    package mutating func remove(_ assets: [ObjectID]) {
        let gone = Set(assets)
        chosen.removeAll { gone.contains($0) }
        renumber()
    }

    /// The app has changed its picker.
    package mutating func apply(_ update: PickerUpdate) {
        if let newLimit = update.selectionLimit {
            var picker = PickerConfiguration()
            picker.selectionLimit = newLimit
            limit = picker.effectiveLimit
        }
        if !update.deselected.isEmpty { remove(update.deselected) }
        guard let move = update.move, contains(move.asset), move.after != move.asset else { return }
        var moved = chosen.filter { $0 != move.asset }
        if let after = move.after {
            guard let position = moved.firstIndex(of: after) else { return }
            moved.insert(move.asset, at: position + 1)
        } else {
            moved.insert(move.asset, at: 0)
        }
        chosen = moved
        renumber()
    }

    /// The number of chosen photos, and the limit.
    package var summary: String {
        let most = limit == PromptAnswer.maximumAssets || limit == PickerConfiguration.maximumSelection
        let left = removal.isEmpty ? "" : localized(", without {what}", ["what": removal.words])
        return
            (most
            ? localized("{count} selected", ["count": count])
            : localized("{count} selected of at most {limit}", ["count": count, "limit": limit])) + left
    }

    private mutating func renumber() {
        numbers = [:]
        for (position, asset) in chosen.enumerated() { numbers[asset] = position + 1 }
    }
}
