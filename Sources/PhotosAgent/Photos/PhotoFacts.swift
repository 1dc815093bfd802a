package import LibraryModel
internal import OwnerTools
package import PhotoSearch
internal import TerminalText

/// A photo in lines of a name and a text, safe to print to a terminal: its file, annotations, date and kind, and
/// whether it is damaged.
package struct PhotoFacts: Sendable {
    package var lines: [(name: String, text: String)] = []

    package init(_ row: PhotoRow, _ details: AssetDetails) {
        lines.append(("file", details.filename.sanitized))
        lines += DetailsText(details).written.map { ($0.name.lowercased(), $0.text) }
        lines.append(("date", row.date.isEmpty ? "none" : row.date))
        let kind = row.kind + (row.isFavorite ? ", favorite" : "")
        lines.append(
            (
                "kind",
                "\(kind), \(row.size.width) x \(row.size.height), \(SizeText.bytes(Int64(clamping: details.fileSize)))"
            )
        )
        if let damage = DetailsText.damage(details) { lines.append(("damaged", damage)) }
    }
}
