internal import LibraryModel

/// The value that an app's transaction left in a field, to detect whether it was changed again: short values literally,
/// long ones as a keyed hash.
struct LaterValue: Hashable {
    /// Bytes of the longest literal value.
    private static let maximumKept = 64
    /// The first byte of a hash. No value begins with it.
    private static let hashed: UInt8 = 0xFF

    let bytes: [UInt8]
    /// The position of a member.
    let container: Int64?

    init(stored bytes: [UInt8]) throws(LibraryError) {
        self.bytes = bytes
        if bytes.first != LaterValue.hashed, case .position(let container, _) = try FormerValue(bytes) {
            self.container = container
        } else {
            container = nil
        }
    }

    init(_ value: FormerValue, _ tag: ([UInt8]) -> [UInt8]) {
        let bytes = value.bytes
        self.bytes = bytes.count <= LaterValue.maximumKept ? bytes : [LaterValue.hashed] + tag(bytes)
        if case .position(let container, _) = value { self.container = container } else { container = nil }
    }
}

/// The value of a field before and after one transaction of an app.
struct FormerEntry {
    var key: FieldKey
    var object: ObjectID
    var sequence: UInt64
    var former: FormerValue
    var later: LaterValue

    /// Compares the present value with this entry. Ignores the positions of inserted and removed members: others may
    /// have moved them or their neighbours.
    func standing(of present: FormerValue, _ tag: ([UInt8]) -> [UInt8]) -> FieldChange.Standing {
        if LaterValue(present, tag) == later { return .asLeft }
        if present == former { return .asBefore }
        switch (former, present) {
        // A deleted album or folder exists again.
        case (.collection, .there), (.collection, .collection): return .asBefore
        case (.trashed, .trashed): return .asBefore
        case (.nothing, .position): return .asLeft
        case (.position(let before, _), .position(let now, _)):
            if now == before { return later.container == before ? .changedSince : .asBefore }
            return later.container == now ? .asLeft : .changedSince
        default: return .changedSince
        }
    }
}
