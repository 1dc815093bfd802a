import CivilDates
import LibraryModel
import OwnerTools
import TerminalText

/// A column of `photos list`. Columns have fixed widths, so that a line can be printed before the last photo is known;
/// what stands behind a longer text is moved.
enum ListColumn: String, CaseIterable {
    case id, date, kind, pixels, length, name, marks, title, caption, keywords, place, camera, size, added

    /// Those without `--columns`.
    static let standard: [ListColumn] = [.id, .date, .kind, .pixels, .length, .name, .marks]

    /// The columns that a person names, separated by commas; nil where one is none.
    static func columns(_ text: String) -> [ListColumn]? {
        let words = text.split(separator: ",", omittingEmptySubsequences: false)
        let columns = words.compactMap { ListColumn(rawValue: String($0)) }
        return columns.count == words.count ? columns : nil
    }

    /// Columns of a terminal; nil for texts of any length, which are not aligned.
    private var width: Int? {
        switch self {
        case .id: 40
        case .date, .added: 26
        case .kind: AssetLine.kindColumns
        case .pixels: 11
        case .length: 7
        case .name, .camera: 20
        case .title, .keywords: 30
        case .place: 24
        case .size: 9
        case .marks, .caption: nil
        }
    }

    private var isNumber: Bool { [.pixels, .length, .size].contains(self) }

    /// A photo's text in this column.
    func text(_ asset: AssetLine, _ details: AssetDetails, zone: TimeZoneOffsets) -> String {
        switch self {
        case .id: asset.identifier.string
        case .date: asset.creationDate.map { DateText.local($0, zone: zone) } ?? "-"
        case .added: DateText.local(asset.addedDate, zone: zone)
        case .kind: asset.kindWord
        case .pixels: SizeText.pixels(asset.pixelWidth, asset.pixelHeight)
        // Less than a second is not nothing.
        case .length: asset.duration > 0 ? ProgressBar.duration(max(1, asset.duration)) : ""
        case .name: details.filename
        case .marks: asset.marks.joined(separator: ", ")
        case .title: details.title ?? ""
        case .caption: (details.caption ?? "").split(whereSeparator: \.isNewline).joined(separator: " ")
        case .keywords: details.keywords.joined(separator: ", ")
        case .place: asset.location.map(ListColumn.place) ?? ""
        case .camera: details.camera ?? ""
        case .size: SizeText.bytes(details.fileSize)
        }
    }

    /// A line of these columns.
    static func line(
        _ columns: [ListColumn],
        _ asset: AssetLine,
        _ details: AssetDetails,
        zone: TimeZoneOffsets = .local
    ) -> String {
        let cells = columns.map { column in
            let text = column.text(asset, details, zone: zone).sanitized
            return column.width.map { text.padding(to: $0, before: column.isNumber) } ?? text
        }
        var line = cells.joined(separator: "  ")
        while line.last == " " { line.removeLast() }
        return line
    }

    /// Five decimals of a degree are a metre.
    private static func place(_ place: Coordinate) -> String {
        func rounded(_ angle: Double) -> Double { (angle * 1e5).rounded() / 1e5 }
        return "\(rounded(place.latitude)),\(rounded(place.longitude))"
    }
}
