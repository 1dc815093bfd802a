package import LibraryModel

// What the person leaves out of photos, in words.
extension MetadataRemoval {
    package var words: String {
        let parts = [contains(.location) ? "places" : nil, contains(.captions) ? "captions and keywords" : nil]
        return parts.compactMap(\.self).joined(separator: ", ")
    }

    /// Leaves a part out, or puts it back in. Returns a sentence that says what holds then.
    package mutating func turn(_ part: MetadataRemoval) -> String {
        formSymmetricDifference(part)
        return "The app gets the photos \(contains(part) ? "without" : "with") their \(part.words)."
    }
}
