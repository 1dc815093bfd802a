internal import LibraryModel
internal import SQLiteDatabase

/// Restoring former values. Goes through the steps of ordinary changes where they exist, so that dates, history and
/// limited visibility follow as for any change of the person.
extension BlockApplication {
    /// Recreates a deleted album or folder. It has no parent until its position is restored, too.
    mutating func restore(_ id: ObjectID, _ key: FieldKey, _ former: FormerCollection) throws {
        let owner = try former.owner.flatMap { try isApp($0) ? $0 : nil }
        let insert = try connection.statement(
            "INSERT INTO collection (row, id, kind, title, owner, owner_modification_date) VALUES (?, ?, ?, ?, ?, ?)"
        )
        try insert.bind(key.row, at: 1)
        try insert.bind(id, at: 2)
        try insert.bind(Int64(key.kind.rawValue), at: 3)
        try insert.bind(former.title, at: 4)
        try insert.bind(owner, at: 5)
        try insert.bind(former.ownerModificationDate, at: 6)
        try insert.run()
        // Other devices have purged a record for good: the object then comes back under a new one.
        if let record = former.record, try !LocalChanges.isPurged(record, connection) {
            let insert = try connection.statement(
                "INSERT OR IGNORE INTO cloud_identifier (kind, object, record) VALUES (?, ?, ?)"
            )
            try insert.bind(Int64(key.kind.rawValue), at: 1)
            try insert.bind(key.row, at: 2)
            try insert.bind(record, at: 3)
            try insert.run()
        }
        let member = try connection.statement(
            """
            INSERT INTO album_member (member, container, position)
            SELECT row, ?2, ?3 FROM asset WHERE row = ?1
            """
        )
        for entry in former.members {
            try member.bind(entry.row, at: 1)
            try member.bind(key.row, at: 2)
            try member.bind(entry.position, at: 3)
            try member.run()
        }
        recorder.inserted(
            ChangeRecorder.Object(kind: key.kind, row: key.row, id: id),
            owner: owner
        )
    }

    /// Restores fields of an asset. Returns those that cannot be restored any more.
    mutating func restoreAsset(_ id: ObjectID, _ row: Int64, _ targets: [FormerEntry]) throws -> [FormerEntry] {
        let existence = targets.first { $0.key.field.isEmpty }?.former
        // Recently deleted assets cannot be changed.
        if existence != nil, try isTrashed(id, row) { try recoverAssets([id]) }
        guard try snapshot.assetRow(id) == row else { return targets }
        var failed: [FormerEntry] = []
        var update = AssetUpdate()
        var date: FormerValue?
        for target in targets where !target.key.field.isEmpty {
            switch (target.key.field, target.former) {
            case (.content, let former): try restoreEdit(id, former)
            case (let field, let former):
                if !update.take(former, into: field) { failed.append(target) }
                if case .date = former { date = former }
            }
        }
        if update != AssetUpdate() { try updateAsset(id, update) }
        if case .date(_, let offset, let source) = date {
            // With the source of the date.
            let write = try connection.statement(
                "UPDATE asset SET capture_offset = ?, capture_source = ? WHERE row = ?"
            )
            try write.bind(offset, at: 1)
            try write.bind(source, at: 2)
            try write.bind(row, at: 3)
            try write.run()
        }
        // The 30 days begin again now.
        if case .trashed = existence { try deleteAssets([id]) }
        return failed
    }

    private func isTrashed(_ id: ObjectID, _ row: Int64) throws -> Bool {
        let lookup = try connection.statement("SELECT 1 FROM asset WHERE row = ? AND id = ? AND shelf >= 4")
        try lookup.bind(row, at: 1)
        try lookup.bind(id, at: 2)
        return try lookup.step()
    }

    private mutating func restoreEdit(_ id: ObjectID, _ former: FormerValue) throws {
        guard case .edit(let edit) = former else { return try revertAdjustment(id) }
        var adjustment = Adjustment(
            rendered: takeBack(edit.picture, .image) { _ in },
            formatIdentifier: edit.formatIdentifier,
            formatVersion: edit.formatVersion,
            data: edit.data
        )
        adjustment.renderedMovie = edit.movie.map { movie in
            takeBack(movie.file, .video) { metadata in
                metadata.duration = movie.duration
                metadata.stillTime = movie.stillTime
            }
        }
        try setAdjustment(id, adjustment)
    }

    /// A rendered file of a former edit, as a staged file.
    private mutating func takeBack(
        _ file: FormerFile,
        _ kind: MediaKind,
        _ complete: (inout MediaMetadata) -> Void
    ) -> ObjectID {
        var metadata = MediaMetadata(
            kind: kind,
            contentType: file.contentType,
            pixelWidth: UInt32(clamping: file.pixelWidth),
            pixelHeight: UInt32(clamping: file.pixelHeight)
        )
        complete(&metadata)
        let name = ObjectID.random()
        files[name] = StagedFile(
            metadata: metadata,
            filename: file.filename,
            relativePath: file.path,
            size: file.size,
            sha256: file.digest
        )
        return name
    }

    private func isApp(_ row: Int64) throws -> Bool {
        let select = try connection.statement("SELECT 1 FROM app WHERE row = ?")
        try select.bind(row, at: 1)
        return try select.step()
    }
}

extension AssetUpdate {
    /// Returns false for a field that is no property.
    fileprivate mutating func take(_ former: FormerValue, into field: ChangedFields) -> Bool {
        switch (field, former) {
        case (.creationDate, .date(let date, _, _)): creationDate = .set(date)
        case (.creationDate, .nothing): creationDate = .clear
        case (.location, .place(let place)): location = .set(place)
        case (.location, .nothing): location = .clear
        case (.favorite, _): isFavorite = former == .number(1)
        case (.hidden, _): isHidden = former == .number(1)
        case (.rating, .number(let number)): rating = UInt32(clamping: number)
        case (.title, .text(let text)): title = .set(text)
        case (.title, .nothing): title = .clear
        case (.caption, .text(let text)): caption = .set(text)
        case (.caption, .nothing): caption = .clear
        case (.keywords, .texts(let texts)): keywords = texts
        case (.keywords, .nothing): keywords = []
        default: return false
        }
        return true
    }
}
