/// The name that the person gives an album or folder.
package enum CollectionName {
    /// Whether a text has anything to read.
    package static func isValid(_ text: String) -> Bool { text.contains { !$0.isWhitespace } }
}
