import LibraryModel

/// What another program wrote of a photo beside it. Of it an import takes what the photo's own file does not say.
struct PhotoNotes: Hashable, Sendable {
    /// What the file was called where it came from, if that is not its name now.
    var originalName: String?
    /// Microseconds since 1970.
    var date: Int64?
    var place: Coordinate?
    var title: String?
    var caption: String?
    var keywords: [String] = []
    /// 0 to 5.
    var rating: UInt32?
    var isFavorite = false
    var isHidden = false
    /// The person had thrown the photo away.
    var isInTrash = false
    /// Whether it says all of the photo, so that what it does not say is not so.
    var isComplete = false
    /// Of an edited version.
    var recipe: Recipe?

    /// An edit's recipe, for the app that made it.
    struct Recipe: Hashable, Sendable {
        var formatIdentifier: String
        var formatVersion: String
        var data: [UInt8]

        /// For edits of which only the result is known.
        static let none = Recipe(formatIdentifier: "org.openphotokit.edited-elsewhere", formatVersion: "1", data: [])
    }

    /// What to set of a photo that is new, beside what its file says.
    func update(beside metadata: MediaMetadata) -> AssetUpdate {
        if isComplete { return completeUpdate(of: metadata) }
        var known = Known()
        known.hasDate = metadata.captureDate != nil
        known.hasPlace = metadata.location != nil
        known.hasTitle = metadata.annotations.title != nil
        known.hasCaption = metadata.annotations.caption != nil
        known.hasRating = metadata.annotations.rating != nil
        known.keywords = metadata.annotations.keywords
        return update(beside: known)
    }

    /// The whole name of a file whose name was cut; nil when it was not.
    func fullName(of name: String) -> String? {
        guard let originalName, name.utf16.count >= PhotoNotes.shortestCutName else { return nil }
        let (cut, full) = (TakeoutName(name), TakeoutName(originalName))
        guard full.wholeStem.utf16.count > cut.stem.utf16.count,
            full.wholeStem.comparableTitle.hasPrefix(cut.stem.comparableTitle),
            full.ending.lowercased() == cut.ending.lowercased()
        else { return nil }
        return originalName
    }

    /// UTF-16 units. Google cuts names to 51.
    private static let shortestCutName = 47

    /// What is known of a photo already.
    struct Known: Hashable, Sendable {
        var hasDate = false
        var hasPlace = false
        var hasTitle = false
        var hasCaption = false
        var hasRating = false
        var isFavorite = false
        var isHidden = false
        var isEdited = false
        var keywords: [String] = []
        /// False for one that was deleted meanwhile.
        var exists = true
    }

    /// What to set of a photo of which this is known.
    func update(beside known: Known) -> AssetUpdate {
        var update = AssetUpdate()
        if !known.hasDate, let date { update.creationDate = .set(date) }
        if !known.hasPlace, let place, place.isValid { update.location = .set(place) }
        if !known.hasTitle, let title = title?.cleaned(maximumLength: AssetUpdate.maximumTitleLength) {
            update.title = .set(title)
        }
        if !known.hasCaption,
            let caption = caption?.cleaned(maximumLength: AssetUpdate.maximumCaptionLength, keepsLines: true)
        {
            update.caption = .set(caption)
        }
        if !known.hasRating, let rating, rating > 0 { update.rating = min(rating, AssetUpdate.maximumRating) }
        if isFavorite, !known.isFavorite { update.isFavorite = true }
        if isHidden, !known.isHidden { update.isHidden = true }
        let room = max(0, PhotoNotes.maximumKeywords - known.keywords.count)
        let cleaned = keywords.compactMap { $0.cleaned(maximumLength: AssetUpdate.maximumKeywordLength) }
        update.addedKeywords = Array(cleaned.filter { !known.keywords.contains($0) }.prefix(room))
        return update
    }

    /// Of one photo, so that the block of many of them stays small.
    private static let maximumKeywords = 512
}
