internal import LibraryModel
internal import SQLiteDatabase

/// Titles, captions and keywords. In tables of their own, because most assets have none.
enum AssetTexts {
    static func titleAndCaption(of asset: Int64, _ connection: Connection) throws -> (title: String?, caption: String?)
    {
        let select = try connection.statement("SELECT title, caption FROM asset_text WHERE asset = ?")
        try select.bind(asset, at: 1)
        guard try select.step() else { return (nil, nil) }
        return (select.optionalText(0), select.optionalText(1))
    }

    static func keywords(of asset: Int64, _ connection: Connection) throws -> [String] {
        let select = try connection.statement("SELECT keyword FROM keyword WHERE asset = ? ORDER BY position")
        try select.bind(asset, at: 1)
        var keywords: [String] = []
        while try select.step() { keywords.append(select.text(0)) }
        return keywords
    }

    /// Performs the changes. Returns the fields that differ from before.
    static func apply(_ update: AssetUpdate, to asset: Int64, _ connection: Connection) throws -> ChangedFields {
        var fields: ChangedFields = []
        if update.title != nil || update.caption != nil {
            let before = try titleAndCaption(of: asset, connection)
            var after = before
            if let title = update.title { after.title = title.text }
            if let caption = update.caption { after.caption = caption.text }
            if after.title != before.title { fields.insert(.title) }
            if after.caption != before.caption { fields.insert(.caption) }
            if !fields.isEmpty { try write(after.title, after.caption, asset, connection) }
        }
        if update.keywords != nil || !update.removedKeywords.isEmpty || !update.addedKeywords.isEmpty {
            let before = try keywords(of: asset, connection)
            let removed = Set(update.removedKeywords)
            var seen: Set<String> = []
            let after = ((update.keywords ?? before).filter { !removed.contains($0) } + update.addedKeywords)
                .filter { seen.insert($0).inserted }
            guard after.count <= AssetUpdate.maximumKeywords else {
                throw LibraryError(.limitExceeded, "the asset has too many keywords", details: ["key": "keywords"])
            }
            if after != before {
                try write(after, asset, connection)
                fields.insert(.keywords)
            }
        }
        return fields
    }

    private static func write(
        _ title: String?,
        _ caption: String?,
        _ asset: Int64,
        _ connection: Connection
    ) throws {
        let write = try connection.statement(
            """
            INSERT INTO asset_text (asset, title, caption) VALUES (?, ?, ?)
            ON CONFLICT (asset) DO UPDATE SET title = excluded.title, caption = excluded.caption
            """
        )
        try write.bind(asset, at: 1)
        try write.bind(title, at: 2)
        try write.bind(caption, at: 3)
        try write.run()
    }

    private static func write(_ keywords: [String], _ asset: Int64, _ connection: Connection) throws {
        let clear = try connection.statement("DELETE FROM keyword WHERE asset = ?")
        try clear.bind(asset, at: 1)
        try clear.run()
        let insert = try connection.statement("INSERT INTO keyword (asset, position, keyword) VALUES (?, ?, ?)")
        for (position, keyword) in keywords.enumerated() {
            try insert.bind(asset, at: 1)
            try insert.bind(Int64(position), at: 2)
            try insert.bind(keyword, at: 3)
            try insert.run()
        }
    }
}

extension AssetUpdate.Setting<String> {
    /// Nil for an empty text.
    fileprivate var text: String? {
        guard case .set(let text) = self, !text.isEmpty else { return nil }
        return text
    }

    func isLonger(than limit: Int) -> Bool {
        guard case .set(let text) = self else { return false }
        return text.utf8.count > limit
    }
}
