/// The names of the folders in a Google Takeout, which are in the person's language.
enum TakeoutFolderName {
    /// Whether it may be the folder of a year's photos (`Photos from 2019`, `2019年の写真`) or, before 2020, of a day's
    /// (`2016-08-20`): it begins or ends with a year. An album may be called so too, but has its own JSON file.
    static func mayBeYear(_ name: String) -> Bool {
        let digits = name.unicodeScalars.map { ("0"..."9").contains($0) }
        func isYear(_ range: Range<Int>) -> Bool {
            let text = String(String.UnicodeScalarView(Array(name.unicodeScalars)[range]))
            return digits[range].allSatisfy { $0 } && (1800...2100).contains(Int(text) ?? 0)
        }
        let count = digits.count
        guard count >= 4 else { return false }
        return isYear(0..<4) && (count == 4 || !digits[4])
            || isYear(count - 4..<count) && (count == 4 || !digits[count - 5])
    }

    /// What Google calls the folders of years, before the year.
    private static let yearWords: Set<String> = [
        "photos from", "fotos von", "fotos aus", "photos de", "fotos de", "fotos del", "foto del", "foto da",
        "foto dal", "foto's van", "foto's uit", "zdjęcia z", "bilder från", "foton från", "bilder fra", "billeder fra",
        "kuvat vuodelta", "фото за", "фотографии за", "фотографии от", "фото з", "снимки от", "fotky z", "fotografie z",
        "fotos d'", "fotoğraflar", "ảnh từ năm", "ảnh từ",
    ]

    /// Whether it is a year's folder for certain, though it has a JSON file as albums have.
    static func isYear(_ name: String) -> Bool {
        guard mayBeYear(name) else { return false }
        let words = String(name.lowercased().dropLast(4)).split(separator: " ").joined(separator: " ")
        return words.isEmpty || yearWords.contains(words) || name.unicodeScalars.dropFirst(4).first == "年"
    }
}
