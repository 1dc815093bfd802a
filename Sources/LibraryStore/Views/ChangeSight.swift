internal import AssetColumns
internal import LibraryModel

/// What a reader sees of recorded changes in memory: what the views `every_change` and `limited_change` say, in the
/// same order. A test compares the two.
struct ChangeSight {
    /// The app with limited access; nil for a reader with full access.
    private let app: Int32?
    /// What is selected for that app, and was when the changes happened.
    private let selected: RowSet
    private let hidesPlaces: Bool

    /// Of a reader with full access.
    init(hidesPlaces: Bool) {
        app = nil
        selected = RowSet()
        self.hidesPlaces = hidesPlaces
    }

    /// Of an app with limited access; nil if its row has no room in the columns.
    init?(of app: Int64, _ selected: RowSet, hidesPlaces: Bool) {
        guard let app = Int32(exactly: app), app > 0 else { return nil }
        self.app = app
        self.selected = selected
        self.hidesPlaces = hidesPlaces
    }

    /// Whether it shows all that readers with full access see.
    var isComplete: Bool { app == nil && !hidesPlaces }

    /// The fields of a change as the reader sees them; nil for a change that it does not see.
    func fields(ofChange row: Int, in changes: RecordedChanges) -> UInt32? {
        let isAsset = changes.objectKinds[row] == ObjectKind.asset.rawValue
        let isUpdate = changes.changeKinds[row] == ChangeKind.updated.rawValue
        var fields = changes.fields[row]
        if hidesPlaces, isAsset {
            fields &= ~ChangedFields.location.rawValue
            if isUpdate, fields == 0 { return nil }
        }
        let (holder, detail) = (changes.holders[row], changes.details[row])
        guard let app else { return holder < 0 ? nil : fields }
        if holder < 0 { return holder == -app ? fields : nil }
        if isAsset { return selected.contains(detail) ? fields : nil }
        return holder == app && (!isUpdate || detail != 0) ? detail : nil
    }
}
