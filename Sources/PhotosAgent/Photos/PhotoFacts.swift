internal import Languages
package import LibraryModel
internal import OwnerTools
package import PhotoSearch
internal import TerminalText

/// A photo in lines of a name and a text, safe to print to a terminal: its file, annotations, date and kind, and
/// whether it is damaged.
package struct PhotoFacts: Sendable {
    package var lines: [(name: String, text: String)] = []

    package init(_ row: PhotoRow, _ details: AssetDetails) {
        lines.append((localized("file"), details.filename.sanitized))
        lines += DetailsText(details).written.map { ($0.name.lowercased(), $0.text) }
        lines.append((localized("date"), row.date.isEmpty ? localized("none") : row.date))
        let kind = row.kindWords + (row.isFavorite ? ", " + localized("favorite") : "")
        lines.append(
            (
                localized("kind"),
                "\(kind), \(row.size.width) x \(row.size.height), \(SizeText.bytes(Int64(clamping: details.fileSize)))"
            )
        )
        if let damage = DetailsText.damage(details) { lines.append((localized("damaged"), damage)) }
    }
}
