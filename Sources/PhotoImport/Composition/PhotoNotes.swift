package import LibraryModel

/// What another program wrote of a photo beside it. Of it an import takes what the photo's own file does not say.
package struct PhotoNotes: Hashable, Sendable {
    /// What the file was called where it came from, if that is not its name now.
    package var originalName: String?
    /// Microseconds since 1970.
    package var date: Int64?
    package var place: Coordinate?
    package var title: String?
    package var caption: String?
    package var keywords: [String] = []
    /// 0 to 5.
    package var rating: UInt32?
    package var isFavorite = false
    package var isHidden = false
    /// The person had thrown the photo away.
    package var isInTrash = false
    /// Whether it says all of the photo, so that what it does not say is not so.
    package var isComplete = false
    /// Of this file: what the library that it comes from calls it, and what it is to its asset there.
    package var filename: String?
    package var kind: ResourceKind?
    /// What to hand over in place of the side-car that lies beside the photo; nil to read that.
    package var sideCar: SideCar?
    /// Of an edited version.
    package var recipe: Recipe?

    package init() {}

    /// An edit's recipe, for the app that made it.
    package struct Recipe: Hashable, Sendable {
        package var formatIdentifier: String
        package var formatVersion: String
        package var data: [UInt8]

        package init(formatIdentifier: String, formatVersion: String, data: [UInt8]) {
            self.formatIdentifier = formatIdentifier
            self.formatVersion = formatVersion
            self.data = data
        }

        /// For edits of which only the result is known.
        package static let none = Recipe(
            formatIdentifier: "org.openphotokit.edited-elsewhere",
            formatVersion: "1",
            data: []
        )
    }

    /// What to set of a photo that is new, beside what its file says.
    package func update(beside metadata: MediaMetadata) -> AssetUpdate {
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

    /// What to set of a new photo so that it is as it is described, whatever its file says.
    private func completeUpdate(of metadata: MediaMetadata) -> AssetUpdate {
        var update = AssetUpdate()
        // The same date keeps its offset from UTC.
        if date != metadata.captureDate?.instant { update.creationDate = date.map { .set($0) } ?? .clear }
        if place != metadata.location { update.location = place.map { .set($0) } ?? .clear }
        // Whatever the other files of the photo say.
        update.title = title.map { .set($0) } ?? .clear
        update.caption = caption.map { .set($0) } ?? .clear
        update.keywords = Array(keywords.prefix(AssetUpdate.maximumKeywords))
        update.rating = min(rating ?? 0, AssetUpdate.maximumRating)
        if isFavorite { update.isFavorite = true }
        if isHidden { update.isHidden = true }
        return update
    }

    /// The date, where the file has another one that counts.
    package func otherDate(beside metadata: MediaMetadata) -> Int64? {
        guard !isComplete, let date, let own = metadata.captureDate else { return nil }
        let noted = CaptureDate(instant: date, utcOffset: 0, source: .sideCar)
        return own.mayEqual(noted, within: AssetComposition.maximumDateDifference) ? nil : date
    }

    /// The whole name of a file whose name was cut; nil when it was not.
    package func fullName(of name: String) -> String? {
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
    package struct Known: Hashable, Sendable {
        package var hasDate = false
        package var hasPlace = false
        package var hasTitle = false
        package var hasCaption = false
        package var hasRating = false
        package var isFavorite = false
        package var isHidden = false
        package var isEdited = false
        package var keywords: [String] = []
        /// False for one that was deleted meanwhile.
        package var exists = true

        package init() {}
    }

    /// What to set of a photo of which this is known.
    package func update(beside known: Known) -> AssetUpdate {
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
