/// The name of a photo or a video in a Google Takeout, in its parts: `IMG_1(2).jpg` is the second file that is called
/// `IMG_1.jpg`.
package struct TakeoutName: Hashable {
    /// The name without its ending, the number included.
    package var wholeStem: String
    package var stem: String
    package var number: Int?
    /// With its dot, or empty.
    package var ending: String

    package init(_ name: String) {
        let dot = name.lastIndex(of: ".").flatMap { $0 == name.startIndex ? nil : $0 } ?? name.endIndex
        wholeStem = String(name[..<dot])
        ending = String(name[dot...])
        (stem, number) = TakeoutName.separated(wholeStem)
    }

    package var whole: String { wholeStem + ending }
    /// What the person's file was called before Google numbered it.
    package var unnumbered: String { stem + ending }

    /// What the two halves of a motion photo share: `PXL_1` of `PXL_1.MP.jpg` and `PXL_1.MP`.
    package var pairStem: String {
        let isHalf = wholeStem.utf8.count > 3 && wholeStem.suffix(3).lowercased() == ".mp"
        return (isHalf ? String(wholeStem.dropLast(3)) : wholeStem).lowercased()
    }

    /// `IMG_1(2)` as `IMG_1` and 2; numbers of more than six digits are part of the name.
    package static func separated(_ text: String) -> (stem: String, number: Int?) {
        guard text.last == ")", let open = text.lastIndex(of: "("), open > text.startIndex else { return (text, nil) }
        let digits = text[text.index(after: open)...].dropLast()
        guard (1...6).contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let number = Int(digits)
        else { return (text, nil) }
        return (String(text[..<open]), number)
    }
}

/// The name of a JSON file in a Google Takeout, in its parts.
///
/// Google appends `.supplemental-metadata` (nothing until 2024) to the photo's name, cuts what comes out to 46
/// characters, and appends a number if there are several, and `.json`.
package struct TakeoutSideCarName: Hashable {
    /// The photo's name as far as it was kept, with what is left of the word that Google appended.
    package var cut: String
    /// The photo's name without that word; the same as `cut` where there is none.
    package var name: String
    package var number: Int?

    private static let appended = "supplemental-metadata"
    private static let ending = ".json"
    /// UTF-16 units of the shortest names that may have been cut. Google's limit is 46.
    package static let shortestCut = 40

    /// Nil when it is no JSON file.
    package init?(_ name: String) {
        guard TakeoutSideCarName.isJSON(name) else { return nil }
        (cut, number) = TakeoutName.separated(String(name.dropLast(TakeoutSideCarName.ending.count)))
        self.name = cut
        if let dot = cut.lastIndex(of: "."), dot > cut.startIndex,
            TakeoutSideCarName.appended.hasPrefix(cut[cut.index(after: dot)...])
        {
            self.name = String(cut[..<dot])
        }
    }

    package static func isJSON(_ name: String) -> Bool {
        name.utf8.count > ending.utf8.count && name.suffix(ending.count).lowercased() == ending
    }

    /// Whether it may belong to a photo of this name, of which one or both names were cut.
    package func mayBelong(to photo: TakeoutName) -> Bool {
        guard cut.utf16.count >= TakeoutSideCarName.shortestCut else { return false }
        return [photo.unnumbered, photo.whole].contains { full in
            full.hasPrefix(name) || "\(full).\(TakeoutSideCarName.appended)".hasPrefix(cut)
        } || photo.stem.utf16.count >= TakeoutSideCarName.shortestCut && name.hasPrefix(photo.stem)
    }
}

extension String {
    /// As Google writes a title into a name: what file systems or web pages may not take is an underscore. Two texts
    /// that are equal then may have been one title.
    package var comparableTitle: String {
        String(
            String.UnicodeScalarView(
                unicodeScalars.map { scalar in
                    scalar.value < 0x80 && !scalar.properties.isAlphabetic && !("0"..."9").contains(scalar)
                        && scalar != "." ? "_" : scalar
                }
            )
        )
    }
}
