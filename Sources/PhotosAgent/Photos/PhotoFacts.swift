package import LibraryModel
internal import OwnerTools
internal import TerminalText

/// Everything about one photo, safe to be shown in a terminal.
package struct PhotoFacts: Sendable {
    package var lines: [(name: String, text: String)] = []

    package init(_ row: PhotoRow, _ details: AssetDetails) {
        lines.append(("file", details.filename.sanitized))
        if let title = details.title, !title.isEmpty { lines.append(("title", title.sanitized)) }
        if let caption = details.caption, !caption.isEmpty { lines.append(("caption", caption.sanitized)) }
        if !details.keywords.isEmpty { lines.append(("keywords", details.keywords.joined(separator: ", ").sanitized)) }
        lines.append(("date", row.date.isEmpty ? "none" : row.date))
        let kind = row.kind + (row.isFavorite ? ", favorite" : "")
        lines.append(("kind", "\(kind), \(row.size.width) x \(row.size.height), \(details.fileSize) bytes"))
        if let damage = DetailsText.damage(details) { lines.append(("damaged", damage)) }
    }
}
