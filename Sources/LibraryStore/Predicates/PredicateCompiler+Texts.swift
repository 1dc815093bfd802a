internal import LibraryModel

/// Keys for several texts of an asset. A comparison is true when it is for one of them.
///
/// Finds matches first, in one scan over the texts, instead of testing every asset.
enum TextsKey {
    /// The titles of the albums that contain the asset.
    case albumTitle
    /// All texts of a search: title, caption, keywords, the original's filename, titles of albums, make and model of
    /// the camera.
    case anyText

    fileprivate var sources: [TextsSource] {
        switch self {
        case .albumTitle: [.albumTitles]
        case .anyText: [.albumTitles, .titles, .captions, .keywords, .filenames, .cameras]
        }
    }
}

/// A statement that selects rows of assets by a text: its parts before and after the comparison.
private struct TextsSource {
    var before: StaticString
    var text: StaticString
    var after: StaticString = ""
    /// `SearchedTexts` has them, where there are columns in memory.
    var isInMemory = false

    static let albumTitles = TextsSource(
        before: "SELECT j.member FROM every_collection l CROSS JOIN every_album_member j ON j.container = l.row WHERE",
        text: "l.title"
    )
    static let titles = TextsSource(before: "SELECT t.asset FROM every_text t WHERE", text: "t.title")
    static let captions = TextsSource(before: "SELECT t.asset FROM every_text t WHERE", text: "t.caption")
    /// Most assets have a filename of their own: scans all.
    static let filenames = TextsSource(
        before: "SELECT o.asset FROM seen_resource o WHERE o.kind <= 3 AND",
        text: "o.filename",
        isInMemory: true
    )

    // Few keywords and cameras cover many assets: compares each once, skipping from one to the next in an index.

    static let keywords = TextsSource(
        before: """
            SELECT k.asset FROM (WITH RECURSIVE word(text) AS (SELECT min(keyword) FROM seen_keyword UNION ALL
            SELECT (SELECT min(n.keyword) FROM seen_keyword n WHERE n.keyword > word.text) FROM word
            WHERE word.text IS NOT NULL) SELECT text FROM word WHERE
            """,
        text: "text",
        after: ") w CROSS JOIN seen_keyword k ON k.keyword = w.text"
    )
    static let cameras = TextsSource(
        before: """
            SELECT p.row FROM (WITH RECURSIVE camera(name) AS (SELECT min(camera) FROM every_asset UNION ALL
            SELECT (SELECT min(n.camera) FROM every_asset n WHERE n.camera > camera.name) FROM camera
            WHERE camera.name IS NOT NULL) SELECT name FROM camera WHERE
            """,
        text: "name",
        after: ") c CROSS JOIN every_asset p ON p.camera = c.name",
        isInMemory: true
    )
}

extension PredicateCompiler {
    /// Returns nil when neither side is several texts.
    mutating func textsComparison(
        _ comparison: PredicateComparison,
        _ options: PredicateComparisonOptions,
        _ left: Operand,
        _ right: Operand
    ) throws -> BooleanExpression.Node? {
        if case .scalar(let scalar) = right, case .texts? = scalar.kind { throw mismatch(scalar.key) }
        guard case .scalar(let scalar) = left, case .texts(let texts)? = scalar.kind else { return nil }
        guard [.equal, .contains, .beginsWith, .endsWith, .like].contains(comparison),
            case .literal(let literal) = right, let text = PredicateScalar(literal), text.kind == .text
        else { throw mismatch(scalar.key) }
        let cost = PredicateCost.search + (try textCost(comparison, options, text))
        func statement(_ sources: [TextsSource]) -> SQLText {
            var statement = SQLText()
            for (position, source) in sources.enumerated() {
                if position > 0 { statement += " UNION ALL " }
                statement += source.before
                statement += " "
                statement += PredicateCompiler.compareText(comparison, options, SQLText(source.text), text.sql)
                statement += source.after
            }
            return statement
        }
        var selection = RowSelection(statement: statement(texts.sources))
        if texts == .anyText, comparison == .contains, options == SearchedTexts.folding,
            case .text(let part)? = text.value
        {
            let others = texts.sources.filter { !$0.isInMemory }
            selection.inMemory = .init(TextFolding.folded(part, options), others: statement(others))
        }
        return try tree.selected(selection, cost: cost)
    }
}
