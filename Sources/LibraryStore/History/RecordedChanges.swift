internal import LibraryModel
internal import SQLiteDatabase

/// Changes as they are recorded, in columns, with what decides who sees each (`ChangeSight`).
struct RecordedChanges {
    private(set) var objectKinds: [UInt8] = []
    private(set) var changeKinds: [UInt8] = []
    private(set) var fields: [UInt32] = []
    private(set) var objects: [ObjectID] = []
    /// Of a change that only one app sees (of its selection), that app's row below zero; of one of an album or folder
    /// its owner, an app's row; else 0.
    private(set) var holders: [Int32] = []
    /// Of an asset's change the asset's row, of others the fields that an owner with limited access sees.
    private(set) var details: [UInt32] = []

    var count: Int { objects.count }

    /// Appends a row of `recorded_change`, whose first column is not looked at. Returns false for one with numbers that
    /// have no room here, or without an identifier.
    mutating func append(_ row: borrowing FunctionArguments) -> Bool {
        guard let holder = Int32(exactly: row.integer(5)), let detail = UInt32(exactly: row.integer(6)),
            let object = row.words(4)
        else { return false }
        append(
            (UInt8(truncatingIfNeeded: row.integer(1)), UInt8(truncatingIfNeeded: row.integer(2))),
            UInt32(truncatingIfNeeded: row.integer(3)),
            ObjectID(high: object.high, low: object.low),
            holder: holder,
            detail: detail
        )
        return true
    }

    mutating func append(
        _ kinds: (object: UInt8, change: UInt8),
        _ fields: UInt32,
        _ object: ObjectID,
        holder: Int32,
        detail: UInt32
    ) {
        objectKinds.append(kinds.object)
        changeKinds.append(kinds.change)
        self.fields.append(fields)
        objects.append(object)
        holders.append(holder)
        details.append(detail)
    }

    mutating func reserveCapacity(_ count: Int) {
        objectKinds.reserveCapacity(count)
        changeKinds.reserveCapacity(count)
        fields.reserveCapacity(count)
        objects.reserveCapacity(count)
        holders.reserveCapacity(count)
        details.reserveCapacity(count)
    }

    mutating func append(_ rows: Range<Int>, of others: RecordedChanges) {
        objectKinds += others.objectKinds[rows]
        changeKinds += others.changeKinds[rows]
        fields += others.fields[rows]
        objects += others.objects[rows]
        holders += others.holders[rows]
        details += others.details[rows]
    }

    mutating func removeFirst(_ count: Int) {
        objectKinds.removeFirst(count)
        changeKinds.removeFirst(count)
        fields.removeFirst(count)
        objects.removeFirst(count)
        holders.removeFirst(count)
        details.removeFirst(count)
    }
}
