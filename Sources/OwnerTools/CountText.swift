/// Numbers of things, in words.
package enum CountText {
    /// For example `1 photo` or `3 photos`. `noun`: in the singular; its plural ends in s.
    package static func of(_ count: some BinaryInteger, _ noun: String) -> String {
        "\(count) \(noun)" + (count == 1 ? "" : "s")
    }
}
