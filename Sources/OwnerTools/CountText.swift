internal import Languages

/// Numbers of things, in the person's words.
package enum CountText {
    /// Photos and videos.
    package static func items(_ count: some BinaryInteger) -> String {
        localized("{count} items", ["count": Int(clamping: count)])
    }

    package static func videos(_ count: some BinaryInteger) -> String {
        localized("{count} videos", ["count": Int(clamping: count)])
    }

    package static func pictures(_ count: some BinaryInteger) -> String {
        localized("{count} pictures", ["count": Int(clamping: count)])
    }

    package static func albums(_ count: some BinaryInteger) -> String {
        localized("{count} albums", ["count": Int(clamping: count)])
    }

    package static func files(_ count: some BinaryInteger) -> String {
        localized("{count} files", ["count": Int(clamping: count)])
    }

    package static func changes(_ count: some BinaryInteger) -> String {
        localized("{count} changes", ["count": Int(clamping: count)])
    }

    package static func problems(_ count: some BinaryInteger) -> String {
        localized("{count} problems", ["count": Int(clamping: count)])
    }
}
