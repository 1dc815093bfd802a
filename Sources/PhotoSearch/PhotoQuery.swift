package import LibraryModel
package import PlaceNames

/// A search of the person's: which photos of the library to show.
package struct PhotoQuery: Hashable, Sendable {
    /// What is kept apart from the rest of the library.
    package enum Shelf: String, Hashable, Sendable {
        case hidden
        /// In Recently Deleted.
        case deleted

        var album: SmartAlbum {
            switch self {
            case .hidden: .hidden
            case .deleted: .recentlyDeleted
            }
        }
    }

    /// The filter of the app's picker; nil offers everything.
    package var offered: PredicateProgram?
    package var text = ""
    package var kind: MediaFilter?
    /// Restricts the search to damaged pictures.
    package var isDamaged = false
    /// Restricts the search to hidden photos.
    package var isHidden = false
    /// Restricts the search to photos taken then, in microseconds since 1970.
    package var created: Range<Int64>?
    /// Restricts the search to photos taken there.
    package var area: GeographicArea?
    /// Restricts the search to photos taken in a country of the list of places.
    package var country: String?
    /// Restricts the search to the photos of a burst: to all of them, of which otherwise one is shown.
    package var burst: String?
    package var album: ObjectID?
    /// Searches what is kept apart, and nothing else. Without `album`.
    package var shelf: Shelf?
    package var albumTitle: String?
    /// Restricts the search to what the person selected for this app.
    package var app: String?

    package init(offered: PredicateProgram? = nil, text: String = "", app: String? = nil) {
        self.offered = offered
        self.text = text
        self.app = app
    }

    /// Whether results are in order of date, the latest first. Those of an album are in the album's order.
    package var isByDate: Bool { album == nil }

    /// Restricts the search to an album; nil searches the whole library.
    package mutating func look(in choice: AlbumChoice?) {
        album = choice?.album
        albumTitle = choice?.title
    }

    /// A description for people; nil for the whole library.
    package var words: String? {
        let parts = [
            albumTitle.map { "in \($0)" }, kind.map { "kind \($0.words)" }, text.isEmpty ? nil : "\"\(text)\"",
        ].compactMap { $0 }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }
}

/// An album to search in.
package struct AlbumChoice: Hashable, Sendable {
    package var album: ObjectID
    package var title: String
    package var count: Int
    /// Whether this is a smart album.
    package var isSmart: Bool
}
