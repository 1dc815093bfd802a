internal import CloudSync
internal import LibraryModel
internal import SQLiteDatabase

/// The order of albums and folders in a folder, by the places that all devices agree on.
struct SiblingOrder {
    let connection: Connection

    struct Sibling {
        var row: Int64
        var place: Position?
        var record: ObjectID?
    }

    /// The row of a collection's folder; 0 for the top level.
    func folder(of collection: Int64) throws -> Int64? {
        let select = try connection.statement("SELECT container FROM folder_member WHERE member = ?")
        try select.bind(collection, at: 1)
        return try select.step() ? select.integer(0) : nil
    }

    func set(_ place: Position, of collection: Int64) throws {
        let update = try connection.statement("UPDATE collection SET place = ? WHERE row = ?")
        try update.bind(place.digits, at: 1)
        try update.bind(collection, at: 2)
        try update.run()
    }

    /// The members of a folder as their places want them; nil where they are in this order already. One without a place
    /// stays behind its neighbour.
    func wantedOrder(in folder: Int64) throws -> [Int64]? {
        let now = try siblings(in: folder)
        var groups: [(head: Sibling, followers: [Sibling])] = []
        var leading: [Sibling] = []
        for sibling in now {
            if sibling.place != nil {
                groups.append((sibling, []))
            } else if groups.isEmpty {
                leading.append(sibling)
            } else {
                groups[groups.count - 1].followers.append(sibling)
            }
        }
        groups.sort { SiblingOrder.precedes($0.head, $1.head) }
        let wanted = leading.map(\.row) + groups.flatMap { [$0.head.row] + $0.followers.map(\.row) }
        return wanted == now.map(\.row) ? nil : wanted
    }

    private static func precedes(_ left: Sibling, _ right: Sibling) -> Bool {
        if let first = left.place, let second = right.place, first != second { return first < second }
        if let first = left.record, let second = right.record { return first < second }
        return left.row < right.row
    }

    func siblings(in folder: Int64) throws -> [Sibling] {
        let select = try connection.statement(
            """
            SELECT f.member, c.place, i.record FROM folder_member f CROSS JOIN collection c ON c.row = f.member
            LEFT JOIN cloud_identifier i ON i.kind = c.kind AND i.object = c.row
            WHERE f.container = ? ORDER BY f.position
            """
        )
        try select.bind(folder, at: 1)
        var siblings: [Sibling] = []
        while try select.step() {
            siblings.append(
                Sibling(
                    row: select.integer(0),
                    place: select.isNull(1) ? nil : Position(digits: select.blob(1)),
                    record: select.isNull(2) ? nil : try select.identifier(2)
                )
            )
        }
        return siblings
    }
}
