internal import CloudSync
internal import LibraryModel

/// The values of a change as the library takes them. One that it cannot show (a rating of 9, a title of a megabyte) is
/// not applied; the record keeps it.
struct SyncedValues {
    let change: SyncedChange

    private func field(_ number: FieldNumber) -> SyncedChange.Field? {
        change.fields.last { $0.number == number.rawValue }
    }

    private func changedSet(_ number: SetNumber) -> SyncedChange.Elements? {
        change.sets.last { $0.number == number.rawValue }
    }

    private func elements(_ number: SetNumber) -> [[UInt8]]? { changedSet(number)?.elements }

    private func text(_ number: FieldNumber, upTo length: Int) -> AssetUpdate.Setting<String>? {
        guard let field = field(number) else { return nil }
        guard let value = field.value else { return .clear }
        guard value.count <= length, let text = FieldValue.text(from: value) else { return nil }
        return .set(text)
    }

    /// Outer nil: unchanged. Inner nil: cleared.
    private func integer(_ number: FieldNumber) -> Int64?? {
        guard let field = field(number) else { return nil }
        guard let value = field.value else { return .some(nil) }
        return FieldValue.integer(from: value).map { .some($0) }
    }

    // MARK: Assets

    var update: AssetUpdate {
        var update = AssetUpdate()
        if let date = integer(.creationDate) { update.creationDate = date.map { .set($0) } ?? .clear }
        if let field = field(.location) {
            if field.value == nil { update.location = .clear }
            if let place = field.value.flatMap(FieldValue.coordinate) {
                let coordinate = Coordinate(
                    latitude: place.latitude,
                    longitude: place.longitude,
                    altitude: place.altitude
                )
                if coordinate.isValid { update.location = .set(coordinate) }
            }
        }
        if let rating = integer(.rating), let rating = UInt32(exactly: rating ?? 0), rating <= AssetUpdate.maximumRating
        {
            update.rating = rating
        }
        update.title = text(.title, upTo: AssetUpdate.maximumTitleLength)
        update.caption = text(.caption, upTo: AssetUpdate.maximumCaptionLength)
        if let marks = elements(.marks) {
            update.isFavorite = marks.contains([Mark.favorite.rawValue])
            update.isHidden = marks.contains([Mark.hidden.rawValue])
        }
        if let keywords = elements(.keywords) {
            let texts = keywords.filter { !$0.isEmpty && $0.count <= AssetUpdate.maximumKeywordLength }
                .compactMap(FieldValue.text)
            update.keywords = Array(texts.prefix(AssetUpdate.maximumKeywords))
        }
        return update
    }

    /// Of an asset that is new here: what has no field is empty, whatever its file says.
    var wholeUpdate: AssetUpdate {
        var update = update
        update.creationDate = update.creationDate ?? .clear
        update.location = update.location ?? .clear
        update.rating = update.rating ?? 0
        update.title = update.title ?? .clear
        update.caption = update.caption ?? .clear
        update.keywords = update.keywords ?? []
        return update
    }

    var trashed: Int64?? { integer(.trashed) }
    var addedDate: Int64? { integer(.addedDate) ?? nil }

    /// The fields that name files.
    var originals: SyncedChange.Field? { field(.originals) }
    var edit: SyncedChange.Field? { field(.edit) }
    /// The files that are not shown.
    var otherFiles: SyncedChange.Elements? { changedSet(.files) }

    // MARK: Albums and folders

    var title: String? {
        switch text(.title, upTo: ChangeOperation.maximumCollectionTitleLength) {
        case .set(let title): title
        case .clear: ""
        case nil: nil
        }
    }

    /// The folder's record. Outer nil: unchanged. Inner nil: the top level.
    var parent: ObjectID?? {
        guard let field = field(.parent) else { return nil }
        guard let value = field.value else { return .some(nil) }
        guard let record = ObjectID(bytes: value) else { return nil }
        return .some(record)
    }

    var place: Position? {
        guard let digits = field(.place)?.value, digits.count <= Position.maximumLength else { return nil }
        return Position(digits: digits)
    }

    var members: [ObjectID]? { elements(.members).map { $0.compactMap { ObjectID(bytes: $0) } } }
}
