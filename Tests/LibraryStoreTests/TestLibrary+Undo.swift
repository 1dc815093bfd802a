import LibraryModel
import LibraryStore

/// Taking back, and what is compared then.
extension TestLibrary {
    /// Takes back all that an app changed, or the person, or what is asked for, step by step.
    @discardableResult
    func undo(_ app: String?, _ configure: (inout UndoRequest) -> Void = { _ in }) throws -> UndoResult {
        var request = UndoRequest(app: app)
        configure(&request)
        var whole = UndoResult()
        repeat {
            let result = try store.undo(request)
            whole.objects += result.objects
            whole.conflicts += result.conflicts
            request.position = result.next
        } while request.position != nil
        return whole
    }

    /// Every column of an asset but when it was changed.
    func columns(of asset: ObjectID) throws -> [String] {
        try [
            "shelf", "traits", "is_favorite", "creation_date", "rating", "latitude", "longitude", "altitude",
            "capture_offset", "capture_source", "pixel_width", "trashed_at",
            "(SELECT title FROM asset_text t WHERE t.asset = a.row)",
            "(SELECT caption FROM asset_text t WHERE t.asset = a.row)",
            "(SELECT group_concat(keyword) FROM keyword k WHERE k.asset = a.row)",
            "(SELECT group_concat(hex(data)) FROM adjustment j WHERE j.asset = a.row)",
            "(SELECT group_concat(path) FROM resource r WHERE r.asset = a.row ORDER BY kind)",
        ].map { column in
            try text("SELECT ifnull(\(column), 'NULL') FROM asset a WHERE id = x'\(asset.hexadecimal)'")
        }
    }

    /// Every album and folder with its title, where it is, and what is in it in order.
    func structure() throws -> [String] {
        try texts(
            """
            SELECT hex(c.id) || c.title || ' ' || c.kind || ' in ' || f.container || ' behind ' ||
                (SELECT count(*) FROM folder_member o WHERE o.container = f.container AND o.position < f.position) || ': ' ||
                ifnull((SELECT group_concat(member) FROM
                    (SELECT member FROM album_member WHERE container = c.row ORDER BY position)), '')
            FROM collection c JOIN folder_member f ON f.member = c.row ORDER BY c.row
            """
        )
    }
}
