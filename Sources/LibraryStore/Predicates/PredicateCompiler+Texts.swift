internal import LibraryModel

/// Keys that stand for several texts of an asset: a comparison is true when it is of one of them.
///
/// What matches is found first, by one pass over the texts themselves, and not asked of every asset.
enum TextsKey {
    /// The titles of the albums that the asset is in.
    case albumTitle
    /// Everything that people look for by words: title, caption, keywords, the original's name, titles of albums, make
    /// and model of the camera.
    case anyText

    /// Where the texts are: the start of a statement that selects rows of assets, and the text that is compared.
    fileprivate var sources: [(select: StaticString, text: StaticString)] {
        let album: (StaticString, StaticString) = (
            "SELECT j.member FROM collection l CROSS JOIN album_member j ON j.container = l.row WHERE ", "l.title"
        )
        switch self {
        case .albumTitle: return [album]
        case .anyText:
            return [
                album, ("SELECT t.asset FROM asset_text t WHERE ", "t.title"),
                ("SELECT t.asset FROM asset_text t WHERE ", "t.caption"),
                ("SELECT k.asset FROM keyword k WHERE ", "k.keyword"),
                ("SELECT o.asset FROM resource o WHERE o.kind <= 3 AND ", "o.filename"),
                // Make and model as people say them.
                (
                    "SELECT p.row FROM asset p WHERE ",
                    "ifnull(p.camera_make || ' ', '') || ifnull(p.camera_model, '')"
                ),
            ]
        }
    }
}

extension PredicateCompiler {
    /// Nil when neither side stands for several texts.
    mutating func textsComparison(
        _ comparison: PredicateComparison,
        _ options: PredicateComparisonOptions,
        _ left: Operand,
        _ right: Operand
    ) throws -> TruthTree.Node? {
        if case .scalar(let scalar) = right, case .texts? = scalar.kind { throw mismatch(scalar.key) }
        guard case .scalar(let scalar) = left, case .texts(let texts)? = scalar.kind else { return nil }
        guard [.equal, .contains, .beginsWith, .endsWith, .like].contains(comparison),
            case .literal(.text(let text)) = right
        else { throw mismatch(scalar.key) }
        var sql = SQLText("a.row IN (")
        for (position, source) in texts.sources.enumerated() {
            if position > 0 { sql += " UNION ALL " }
            sql += source.select
            sql += "compare_text("
            sql += .integer(Int64(comparison.rawValue))
            sql += ", "
            sql += .integer(Int64(options.rawValue))
            sql += ", "
            sql += source.text
            sql += ", "
            sql += .text(text)
            sql += ")"
        }
        sql += ")"
        return try tree.comparison(sql)
    }
}
