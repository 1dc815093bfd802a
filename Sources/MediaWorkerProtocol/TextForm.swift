/// The valid strings of a kind. Strings come from files, through a worker that a file may have taken over, and go to
/// apps, terminals and the log.
struct TextForm: Sendable {
    /// The longest string in bytes of UTF-8.
    let maximumLength: Int
    let isASCII: Bool
    /// Whether it may have line breaks and tabs.
    var hasLines = false

    /// A name from a camera or a program: one line without control characters. EXIF's have some 30 bytes.
    static let name = TextForm(maximumLength: 256, isASCII: false)
    /// Why a file cannot be read: one of the worker's own sentences.
    static let reason = TextForm(maximumLength: 200, isASCII: true)
    /// What a person wrote. `Annotations` has the length of each.
    static let writing = TextForm(maximumLength: 16 << 10, isASCII: false, hasLines: true)
    /// A media type, or the name of a system call.
    static let token = TextForm(maximumLength: 64, isASCII: true)

    private func mayHold(_ scalar: Unicode.Scalar) -> Bool {
        if hasLines, scalar == "\n" || scalar == "\t" { return true }
        return scalar.value >= 0x20 && scalar.value != 0x7F
            && (isASCII ? scalar.isASCII : !(0x80..<0xA0).contains(scalar.value))
    }

    func isMet(by text: String) -> Bool {
        text.utf8.count <= maximumLength && text.unicodeScalars.allSatisfy(mayHold)
    }

    /// Drops invalid characters of `text`, and cuts it if it is too long.
    func fitted(_ text: String) -> String {
        if isMet(by: text) { return text }
        var fitted = String.UnicodeScalarView()
        var length = 0
        for scalar in text.unicodeScalars where mayHold(scalar) {
            length += UTF8.width(scalar)
            if length > maximumLength { break }
            fitted.append(scalar)
        }
        return String(fitted)
    }
}
