internal import LibraryModel
internal import SQLiteDatabase

/// Chooses a burst's representative, which is on the ordinary shelf; all other members are on `Shelf.burstMember`.
///
/// 1. A burst has one origin: the person, or one app. So an app that adds a photo neither hides one of others nor
///    learns which bursts exist.
/// 2. The representative is the camera's pick, else the photo that was taken first. Hidden and recently deleted photos
///    are skipped; a burst of nothing else has no representative.
/// 3. A new date has no effect until a photo is added or removed.
extension BlockApplication {
    /// Call this after adding a photo, and after changing its shelf.
    mutating func settleBurst(of asset: Int64) throws {
        guard let member = try BurstMember(asset, connection) else { return }
        if member.shelf.isDisjoint(with: [.hidden, .trashed]) {
            guard !member.represents else { return }
            let standing = try first(of: member, on: [])
            if let standing, !member.precedes(standing) { return }
            if let standing { try set(standing, represents: false) }
            try set(member, represents: true)
        } else if member.represents {
            try set(member, represents: false)
            if let next = try first(of: member, on: .burstMember) { try set(next, represents: true) }
        }
    }

    /// The first photo of the same burst on a shelf.
    private func first(of member: BurstMember, on shelf: Shelf) throws -> BurstMember? {
        // The columns of the index asset_by_burst, in its order.
        let select = try connection.statement(
            """
            SELECT row FROM asset WHERE burst_identifier = ? AND added_by IS ? AND shelf = ?
            ORDER BY traits & 4096 DESC, creation_date, row LIMIT 1
            """
        )
        try select.bind(member.burst, at: 1)
        try select.bind(member.addedBy, at: 2)
        try select.bind(shelf.rawValue, at: 3)
        guard try select.step() else { return nil }
        let row = select.integer(0)
        select.reset()
        return try BurstMember(row, connection)
    }

    private mutating func set(_ member: BurstMember, represents: Bool) throws {
        let update = try connection.statement(
            """
            UPDATE asset SET shelf = CASE WHEN ?2 THEN shelf & ~?3 ELSE shelf | ?3 END,
                traits = CASE WHEN ?2 THEN traits | ?4 ELSE traits & ~?4 END
            WHERE row = ?1
            """
        )
        try update.bind(member.row, at: 1)
        try update.bind(represents, at: 2)
        try update.bind(Shelf.burstMember.rawValue, at: 3)
        try update.bind(Int64(AssetPage.Flags.representsBurst.rawValue), at: 4)
        try update.run()
        for album in try albums(of: member.row) { try willChangeSummary(of: album, by: member.row) }
        recorder.updated(ChangeRecorder.Object(kind: .asset, row: member.row, id: member.id), .burst)
    }
}

/// A photo of a burst, with all that decides about the representative.
private struct BurstMember {
    var row: Int64
    var id: ObjectID
    var burst: String
    var addedBy: Int64?
    var shelf: Shelf
    var represents: Bool
    private var isPick: Bool
    private var creationDate: Int64?

    /// Returns nil for an asset without a burst.
    init?(_ row: Int64, _ connection: Connection) throws {
        let select = try connection.statement(
            "SELECT id, burst_identifier, added_by, shelf, traits, creation_date FROM asset WHERE row = ?"
        )
        try select.bind(row, at: 1)
        guard try select.step(), let burst = select.optionalText(1) else { return nil }
        self.row = row
        self.burst = burst
        id = try select.identifier(0)
        addedBy = select.optionalInteger(2)
        shelf = Shelf(rawValue: select.integer(3))
        let traits = AssetPage.Flags(rawValue: UInt32(truncatingIfNeeded: select.integer(4)))
        represents = traits.contains(.representsBurst)
        isPick = traits.contains(.burstPick)
        creationDate = select.optionalInteger(5)
    }

    /// In the order of the index; SQLite's NULL comes first.
    func precedes(_ other: BurstMember) -> Bool {
        if isPick != other.isPick { return isPick }
        let (date, otherDate) = (creationDate ?? .min, other.creationDate ?? .min)
        return date != otherDate ? date < otherDate : row < other.row
    }
}
