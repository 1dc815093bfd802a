internal import CivilDates
internal import LibraryClient
internal import LibraryModel
internal import OwnerTools
internal import TerminalText

/// The outcome of an undo.
struct UndoJSON: Encodable {
    /// One thing that was not undone.
    struct Conflict: Encodable {
        /// An asset, to be shown; null for an album or folder.
        var asset: OrNull<String>
        /// What an album or folder is called; null for an asset, and for what is not there.
        var title: OrNull<String>
        /// The name of the field; `object` for whether it is there.
        var field: String
        var isGone: Bool
        var former: OrNull<Value>
        var present: OrNull<Value>
    }

    enum Value: Encodable {
        case text(String)
        case date(String)
        case number(Int64)

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            switch self {
            case .text(let text): try container.encode(text, forKey: .text)
            case .date(let date): try container.encode(date, forKey: .date)
            case .number(let number): try container.encode(number, forKey: .number)
            }
        }

        private enum Key: CodingKey {
            case text
            case date
            case number
        }
    }

    /// Conflicts that are shown; the others are counted.
    private static let maximumConflicts = 50

    var photos: Int
    var collections: Int
    var conflicts: [Conflict]
    var conflictCount: Int
    /// Why it ended early; null when it did not.
    var interruption: OrNull<String>

    /// `title`: of an album or folder.
    init(_ outcome: UndoOutcome, title: (ObjectID) -> String?) {
        photos = outcome.objects.count { $0.kind == .asset }
        collections = outcome.objects.count - photos
        conflicts = outcome.conflicts.prefix(UndoJSON.maximumConflicts).map { Conflict($0, title) }
        conflictCount = outcome.conflicts.count
        interruption = OrNull(outcome.interruption?.localizedReason)
    }

    /// Albums and folders whose titles are shown.
    static func titled(in outcome: UndoOutcome) -> [ObjectID] {
        outcome.conflicts.prefix(maximumConflicts).filter { $0.object.kind != .asset }.map(\.object.id)
    }
}

extension UndoJSON.Conflict {
    fileprivate init(_ change: FieldChange, _ title: (ObjectID) -> String?) {
        let isAsset = change.object.kind == .asset
        asset = OrNull(isAsset ? change.object.id.uuidText : change.member?.uuidText)
        self.title = OrNull(isAsset ? nil : title(change.object.id)?.sanitized)
        field = change.fieldName
        isGone = change.standing == .gone
        former = OrNull(UndoJSON.Value(change.former, of: change.field))
        present = OrNull(UndoJSON.Value(change.present, of: change.field))
    }
}

extension UndoJSON.Value {
    /// Nil for nothing.
    fileprivate init?(_ value: FieldValue, of field: ChangedFields) {
        switch value {
        case .nothing: return nil
        case .number(let number): self = field == .creationDate ? .date(DateText.universal(number)) : .number(number)
        case .place(let place): self = .text("\(place.latitude), \(place.longitude)")
        case .text(let text): self = .text(text.sanitized)
        case .texts(let texts): self = .text(texts.map(\.sanitized).joined(separator: ", "))
        case .folder: self = .number(1)
        }
    }
}
