internal import LibraryModel
internal import SQLiteDatabase

/// Comparisons of `SELF` and `localIdentifier` with identifiers as values or as texts.
///
/// Looks identifiers up first and compares rows, so that SQLite can seek to them.
extension PredicateCompiler {
    /// Returns nil when neither side is the object itself.
    mutating func identifierComparison(
        _ comparison: PredicateComparison,
        _ left: Operand,
        _ right: Operand
    ) throws -> BooleanExpression.Node? {
        let leftKey = identifierKey(left)
        guard let key = leftKey ?? identifierKey(right) else { return nil }
        let other = leftKey == nil ? left : right
        guard comparison == .equal || comparison == .notEqual else { throw mismatch(key) }
        let node = try isAmong(other, key)
        return comparison == .equal ? node : tree.not(node)
    }

    /// Returns nil when the left side is not the object itself.
    mutating func identifierMembership(_ left: Operand, _ right: Operand) throws -> BooleanExpression.Node? {
        guard let key = identifierKey(left) else { return nil }
        return try isAmong(right, key)
    }

    private func identifierKey(_ operand: Operand) -> String? {
        guard case .scalar(let scalar) = operand, scalar.kind == .identifier else { return nil }
        return scalar.key
    }

    private mutating func isAmong(_ operand: Operand, _ key: String) throws -> BooleanExpression.Node {
        let literals: [PredicateLiteral]
        switch operand {
        case .literal(let literal): literals = [literal]
        case .list(let list): literals = list
        case .scalar, .truth: throw mismatch(key)
        }
        var rows: [Int64] = []
        for literal in literals {
            switch literal {
            case .identifiers(let identifiers):
                rows.reserveCapacity(rows.count + identifiers.count)
                for identifier in identifiers { try appendRow(of: identifier, to: &rows) }
            case .text(let text):
                // A malformed identifier matches nothing.
                if let identifier = LocalIdentifier(text) { try appendRow(of: identifier, to: &rows) }
            case .null: break
            default: throw mismatch(key)
            }
        }
        if rows.isEmpty { return tree.constant(false) }
        return try tree.membership(
            SQLText(table.rowColumn),
            rows.map { .integer($0) },
            cost: PredicateCost.column
        )
    }

    /// Throws `limitExceeded` for more identifiers than one predicate may name.
    static func checkIdentifierCount(_ count: Int) throws(LibraryError) {
        guard count <= FetchRequest.maximumIdentifiers else {
            throw LibraryError(.limitExceeded, "the predicate names too many identifiers")
        }
    }

    private mutating func appendRow(of identifier: LocalIdentifier, to rows: inout [Int64]) throws {
        if identifierCount % PredicateCompiler.interruptionInterval == 0 { try connection.checkInterruption() }
        identifierCount += 1
        try PredicateCompiler.checkIdentifierCount(identifierCount)
        switch table {
        case .assets:
            guard identifier.kind == .asset else { return }
            // The query's other conditions restrict the shelf.
            let lookup = try connection.statement(
                """
                SELECT row FROM seen_asset WHERE id = ?1
                UNION ALL SELECT row FROM every_asset WHERE id = ?1 AND shelf >= 4
                """
            )
            try lookup.bind(identifier.id, at: 1)
            if try lookup.step() { rows.append(lookup.integer(0)) }
        case .collections, .collectionsAndSmartAlbums:
            if case .collectionsAndSmartAlbums(_, let library, _, _) = table, identifier.kind == .assetCollection,
                let album = SmartAlbum(identifier.id, in: library)
            {
                rows.append(album.row)
                return
            }
            let lookup = try connection.statement("SELECT row FROM seen_collection WHERE id = ? AND kind = ?")
            try lookup.bind(identifier.id, at: 1)
            try lookup.bind(Int64(identifier.kind.rawValue), at: 2)
            if try lookup.step() { rows.append(lookup.integer(0)) }
        }
    }
}
