internal import LibraryModel
internal import TextMatching

/// Folds texts for `[c]` and `[d]` comparisons.
enum TextFolding {
    /// Returns the UTF-8 bytes of a text, in lower case and without diacritics by the options.
    static func folded(_ text: String, _ options: PredicateComparisonOptions) -> [UInt8] {
        let ignoresCase = options.contains(.caseInsensitive)
        if text.utf8.allSatisfy({ $0 < 0x80 }) {
            guard ignoresCase else { return Array(text.utf8) }
            return text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        }
        if options.isEmpty { return Array(text.utf8) }
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if ignoresCase {
                for lower in scalar.properties.lowercaseMapping.unicodeScalars { append(lower, options, to: &result) }
            } else {
                append(scalar, options, to: &result)
            }
        }
        return Array(String(result).utf8)
    }

    /// The same of UTF-8.
    static func folded(_ text: Span<UInt8>, _ options: PredicateComparisonOptions) -> [UInt8] {
        let bytes = unsafe text.withUnsafeBufferPointer { unsafe Array($0) }
        guard bytes.allSatisfy({ $0 < 0x80 }) else {
            return folded(String(decoding: bytes, as: UTF8.self), options)
        }
        return options.contains(.caseInsensitive) ? bytes.map { lowered($0) } : bytes
    }

    private static func append(
        _ scalar: Unicode.Scalar,
        _ options: PredicateComparisonOptions,
        to result: inout String.UnicodeScalarView
    ) {
        guard options.contains(.diacriticInsensitive), scalar.value >= 0x80 else {
            result.append(scalar)
            return
        }
        if scalar.properties.generalCategory == .nonspacingMark { return }
        result.append(baseLetters[scalar] ?? scalar)
    }

    /// Letters with diacritics and their base letters. The standard library has canonical equivalence but not
    /// decompositions, so each letter is found as the equal of a base and a mark.
    private static let baseLetters: [Unicode.Scalar: Unicode.Scalar] = {
        let ranges: [ClosedRange<UInt32>] = [0xC0...0x24F, 0x370...0x52F, 0x1E00...0x1FFF]
        let composed = ranges.joined().compactMap(Unicode.Scalar.init).filter(\.properties.isAlphabetic)
        let letters = ([0x41...0x5A, 0x61...0x7A] as [ClosedRange<UInt32>]).joined().compactMap(Unicode.Scalar.init)
        let marks = ([0x300...0x314, 0x31B...0x31B, 0x323...0x331, 0x342...0x345] as [ClosedRange<UInt32>])
            .joined().compactMap(Unicode.Scalar.init)
        let byText = Dictionary(composed.map { (String($0), $0) }, uniquingKeysWith: { first, _ in first })
        var parents: [Unicode.Scalar: Unicode.Scalar] = [:]
        for base in letters + composed {
            for mark in marks {
                var text = String(base)
                text.unicodeScalars.append(mark)
                if let letter = byText[text], letter != base { parents[letter] = base }
            }
        }
        // A letter with two marks is one with one mark, plus a mark.
        return parents.mapValues { parent in
            var base = parent
            while let next = parents[base] { base = next }
            return base
        }
    }()
}
