/// A 256-bit bearer token.
struct Secret: Sendable {
    private let words: [UInt64]

    /// From the system's generator, which is `getrandom`.
    static func random() -> Secret {
        var generator = SystemRandomNumberGenerator()
        return Secret(words: (0..<4).map { _ in generator.next() })
    }

    private init(words: [UInt64]) { self.words = words }

    /// Parses 64 hexadecimal digits; nil for any other text.
    init?(_ text: String) {
        let digits = Array(text.utf8)
        guard digits.count == 64 else { return nil }
        var words: [UInt64] = []
        for start in stride(from: 0, to: 64, by: 16) {
            var word: UInt64 = 0
            for digit in digits[start..<start + 16] {
                switch digit {
                case UInt8(ascii: "0")...UInt8(ascii: "9"): word = word << 4 | UInt64(digit - UInt8(ascii: "0"))
                case UInt8(ascii: "a")...UInt8(ascii: "f"): word = word << 4 | UInt64(digit - UInt8(ascii: "a") + 10)
                default: return nil
                }
            }
            words.append(word)
        }
        self.init(words: words)
    }

    var text: String {
        words.map { word in
            let digits = String(word, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }

    /// Compares in constant time.
    func matches(_ other: Secret) -> Bool {
        var difference: UInt64 = 0
        for (left, right) in zip(words, other.words) { difference |= left ^ right }
        return difference == 0
    }
}
