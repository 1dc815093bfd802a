/// What happened to one object in one transaction.
package struct HistoryChange: Hashable, Sendable {
    package var object: LocalIdentifier
    package var kind: ChangeKind
    package var fields: ChangedFields
}

// The columns of a page by row.
extension HistoryPage {
    /// For each transaction where its changes are in the columns.
    package var changeRanges: [Range<Int>] {
        var end = 0
        return changeCounts.map { count in
            let start = end
            end += Int(count)
            return start..<end
        }
    }

    /// A change; nil for kinds of later versions.
    package func change(at row: Int) -> HistoryChange? {
        guard let object = ObjectKind(rawValue: objectKinds[row]), let kind = ChangeKind(rawValue: changeKinds[row])
        else { return nil }
        return HistoryChange(
            object: LocalIdentifier(object, objects[row]),
            kind: kind,
            fields: ChangedFields(rawValue: fields[row])
        )
    }
}
