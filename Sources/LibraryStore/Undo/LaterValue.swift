internal import LibraryModel

/// What an app's transaction left in a field, as far as it takes to see whether it was changed again: short values as
/// they are, and of long ones a keyed hash.
struct LaterValue: Hashable {
    /// Bytes of the longest value that is kept as it is.
    private static let maximumKept = 64
    /// Comes first where it is a hash. No value begins with it.
    private static let hashed: UInt8 = 0xFF

    let bytes: [UInt8]
    /// Where it left a member.
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

/// What was in a field, and what one transaction of an app's made of it.
struct FormerEntry {
    var key: FieldKey
    var object: ObjectID
    var sequence: UInt64
    var former: FormerValue
    var later: LaterValue

    /// Where a value stands with regard to this entry. Members that came or went are compared by whether they are in,
    /// and not by where: others may have moved them, or what is around them.
    func standing(of present: FormerValue, _ tag: ([UInt8]) -> [UInt8]) -> FieldChange.Standing {
        if LaterValue(present, tag) == later { return .asLeft }
        if present == former { return .asBefore }
        switch (former, present) {
        // An album or folder that was deleted is there again.
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
