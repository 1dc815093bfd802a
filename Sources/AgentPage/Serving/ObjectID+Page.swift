internal import LibraryModel

// The page names objects by the part of their local identifiers that is a UUID.
extension ObjectID {
    var uuidText: String { String(LocalIdentifier(.asset, self).string.prefix(36)) }

    init(uuidText: String) throws(RequestFailure) {
        guard uuidText.utf8.count == 36, let identifier = LocalIdentifier(uuidText + "/L0/001") else {
            throw RequestFailure(400, "that is no identifier")
        }
        self = identifier.id
    }

    /// All of them, or a failure when one is none.
    static func list(_ texts: [String]) throws(RequestFailure) -> [ObjectID] {
        var result: [ObjectID] = []
        result.reserveCapacity(texts.count)
        for text in texts { result.append(try ObjectID(uuidText: text)) }
        return result
    }
}
