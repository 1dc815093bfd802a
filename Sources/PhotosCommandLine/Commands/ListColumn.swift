import CivilDates
import Languages
import LibraryModel
import OwnerTools
import TerminalText

/// A column of `photos list`. Columns have fixed widths, so that a line can be printed before the last photo is known.
/// On a terminal longer texts are cut; for programs they are whole, and move what stands behind them.
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
        case .id: LocalIdentifier.length
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

    /// What stands above the column on a terminal.
    private var heading: String {
        switch self {
        case .id: localized("Identifier")
        case .date: localized("Taken")
        case .added: localized("Added")
        case .kind: localized("Kind")
        case .pixels: localized("Pixels")
        case .length: localized("Length")
        case .name: localized("Name")
        case .marks: localized("Marks|of a photo")
        case .title: localized("Title")
        case .caption: localized("Caption")
        case .keywords: localized("Keywords")
        case .place: localized("Place")
        case .camera: localized("Camera")
        case .size: localized("Size")
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
        case .length: asset.duration > 0 ? SizeText.length(asset.duration) : ""
        case .name: details.filename
        case .marks: asset.marks.listed
        case .title: details.title ?? ""
        case .caption: details.caption ?? ""
        case .keywords: details.keywords.listed
        case .place: asset.location.map(ListColumn.place) ?? ""
        case .camera: details.camera ?? ""
        case .size: SizeText.bytes(details.fileSize)
        }
    }

    /// A line of these columns. `cuts`: whether it is for a terminal.
    static func line(
        _ columns: [ListColumn],
        _ asset: AssetLine,
        _ details: AssetDetails,
        zone: TimeZoneOffsets = .local,
        cuts: Bool = false
    ) -> String {
        line(columns, columns.map { $0.text(asset, details, zone: zone).sanitized }, cuts: cuts)
    }

    /// The line above them, for a terminal.
    static func heading(_ columns: [ListColumn]) -> String {
        line(columns, columns.map { $0.heading.uppercased() }, cuts: true)
    }

    private static func line(_ columns: [ListColumn], _ texts: [String], cuts: Bool) -> String {
        var line = ""
        for (position, column) in columns.enumerated() {
            var text = texts[position]
            if position > 0 { line += "  " }
            if let width = column.width {
                if cuts, position < columns.count - 1 { text = text.fitting(columns: width) }
                text = text.padding(to: width, before: column.isNumber)
            }
            line += text
        }
        while line.last == " " { line.removeLast() }
        return line
    }

    /// Five decimals of a degree are a metre.
    private static func place(_ place: Coordinate) -> String {
        func rounded(_ angle: Double) -> Double { (angle * 1e5).rounded() / 1e5 }
        return "\(rounded(place.latitude)),\(rounded(place.longitude))"
    }
}
