/// The filename of a staged file, sanitized, because others display it and may write files under it.
///
/// The part after the last "/", without control characters and bidirectional overrides, not "." or "..", and of bounded
/// length.
package struct FilenameClaim: Hashable, Sendable {
    /// Bytes: the limit of file systems.
    package static let maximumLength = 255
    /// Bytes kept after the last dot of a shortened name.
    private static let maximumExtensionLength = 16

    package let name: String

    /// `fallback`: the name when nothing is left.
    package init(_ claim: String, orElse fallback: String) {
        let last = claim.split(separator: "/", omittingEmptySubsequences: true).last ?? ""
        var scalars = String.UnicodeScalarView()
        for scalar in last.unicodeScalars where !FilenameClaim.isHidden(scalar) { scalars.append(scalar) }
        let shown = String(scalars)
        guard !shown.allSatisfy({ $0 == "." || $0 == " " }) else {
            name = fallback
            return
        }
        name = FilenameClaim.cut(shown)
    }

    /// Controls, line and paragraph separators, and bidirectional embeddings, overrides and isolates.
    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    private static func cut(_ name: String) -> String {
        guard name.utf8.count > maximumLength else { return name }
        var ending = ""
        if let dot = name.lastIndex(of: "."), name[dot...].utf8.count <= maximumExtensionLength {
            ending = String(name[dot...])
        }
        var kept = ""
        for scalar in name.unicodeScalars {
            guard kept.utf8.count + String(scalar).utf8.count + ending.utf8.count <= maximumLength else { break }
            kept.unicodeScalars.append(scalar)
        }
        return kept + ending
    }
}
