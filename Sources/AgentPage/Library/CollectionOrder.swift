internal import LibraryClient
internal import LibraryModel
internal import PhotoSearch

/// What the albums and folders of one folder can be put in order by, once; those that come into it later are at its
/// end.
enum CollectionOrder: String, Sendable {
    case name
    /// By the latest photo in each; those without any come last.
    case newest
    case oldest

    /// Puts what is in a folder, or at the top level, in order.
    func arrange(in folder: ObjectID?, _ client: LibraryClient) throws {
        let lines = try CollectionLine.all(of: FetchRequest(.children(ofList: folder)), client)
        let sorted = lines.enumerated().sorted { one, other in
            precedes(one.element, other.element) ?? (one.offset < other.offset)
        }
        if sorted.isEmpty { return }
        let members = sorted.map(\.element.identifier)
        _ = try client.perform(ChangeBlock(operations: [.moveMembers(.inside(folder), members, to: 0)]))
    }

    /// Nil for those that are equal.
    private func precedes(_ one: CollectionLine, _ other: CollectionLine) -> Bool? {
        switch self {
        case .name:
            let names = (one.title.lowercased(), other.title.lowercased())
            return names.0 == names.1 ? nil : names.0 < names.1
        case .newest: return latest(one, other, >)
        case .oldest: return latest(one, other, <)
        }
    }

    private func latest(_ one: CollectionLine, _ other: CollectionLine, _ isBefore: (Int64, Int64) -> Bool) -> Bool? {
        switch (one.dates?.upperBound, other.dates?.upperBound) {
        case (let one?, let other?): one == other ? nil : isBefore(one, other)
        case (nil, nil): nil
        case (let one, _): one != nil
        }
    }
}

extension ChangeOperation.Container {
    /// A folder, or the top level for none.
    static func inside(_ folder: ObjectID?) -> Self { folder.map { .folder($0) } ?? .topLevel }
}
