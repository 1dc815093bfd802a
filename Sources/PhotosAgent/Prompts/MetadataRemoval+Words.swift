internal import Languages
package import LibraryModel

// The metadata that the person leaves out of photos, in words.
extension MetadataRemoval {
    package var words: String {
        let parts = [
            contains(.location) ? localized("places") : nil,
            contains(.captions) ? localized("captions and keywords") : nil,
        ]
        return parts.compactMap(\.self).listed
    }

    /// Toggles whether a part is left out. Returns a sentence with the result.
    package mutating func turn(_ part: MetadataRemoval) -> String {
        formSymmetricDifference(part)
        return contains(part)
            ? localized("The app gets the photos without their {what}.", ["what": part.words])
            : localized("The app gets the photos with their {what}.", ["what": part.words])
    }
}
