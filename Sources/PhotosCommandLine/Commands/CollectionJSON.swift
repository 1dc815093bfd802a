import CivilDates
import LibraryModel
import PhotoSearch

/// An album or a folder for programs.
struct CollectionJSON: Encodable, Hashable {
    var identifier: String
    /// `album` or `folder`.
    var type: String
    var title: String
    var count: UInt32
    var startDate: String?
    var endDate: String?
    /// What a folder contains, where that was asked for.
    var children: [CollectionJSON]?

    init(_ row: CollectionLine, children: [CollectionJSON]? = nil) {
        identifier = row.identifier.string
        type = row.identifier.kind.word
        title = row.title
        count = row.memberCount
        startDate = row.dates.map { DateText.universal($0.lowerBound) }
        endDate = row.dates.map { DateText.universal($0.upperBound) }
        self.children = children
    }

    init(_ node: CollectionNode) { self.init(node.row, children: node.children?.map { CollectionJSON($0) }) }
}
