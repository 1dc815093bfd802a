/// What a copy of a file leaves out. Raw values are on the wire and in the database.
package struct MetadataRemoval: OptionSet, Hashable, Sendable {
    package var rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Where the photo was taken.
    package static let location = MetadataRemoval(rawValue: 1)
    /// What people wrote into it: title, caption, keywords, rating, regions.
    package static let captions = MetadataRemoval(rawValue: 2)

    package static let all: MetadataRemoval = [.location, .captions]
}
