package import LibraryModel

// The metadata that the person leaves out of photos, in words.
extension MetadataRemoval {
    package var words: String {
        let parts = [contains(.location) ? "places" : nil, contains(.captions) ? "captions and keywords" : nil]
        return parts.compactMap(\.self).joined(separator: ", ")
    }

    /// Toggles whether a part is left out. Returns a sentence with the result.
    package mutating func turn(_ part: MetadataRemoval) -> String {
        formSymmetricDifference(part)
        return "The app gets the photos \(contains(part) ? "without" : "with") their \(part.words)."
    }
}
