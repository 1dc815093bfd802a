internal import LibraryModel
internal import PlaceNames

/// A condition on assets, which compiles into a predicate program for the server.
indirect enum SearchCondition: Hashable {
    case compare(String, PredicateComparison, PredicateComparisonOptions, PredicateLiteral)
    case subtype(MediaSubtypes)
    case constant(Bool)
    case all([SearchCondition])
    case any([SearchCondition])
    /// A compiled condition, such as the filter of an app's picker.
    case program(PredicateProgram)

    static func equal(_ key: String, _ value: PredicateLiteral) -> SearchCondition { .compare(key, .equal, [], value) }

    /// Whether a text contains another, without regard to case and accents.
    static func contains(_ key: String, _ text: String) -> SearchCondition {
        .compare(key, .contains, [.caseInsensitive, .diacriticInsensitive], .text(text))
    }

    /// Whether the creation date is in a range of microseconds since 1970.
    static func created(_ range: Range<Int64>) -> SearchCondition {
        .all([
            .compare("creationDate", .greaterOrEqual, [], .date(range.lowerBound)),
            .compare("creationDate", .less, [], .date(range.upperBound)),
        ])
    }

    /// Whether the place is in an area.
    static func inside(_ area: GeographicArea) -> SearchCondition {
        let west = SearchCondition.compare("longitude", .greaterOrEqual, [], .real(area.west))
        let east = SearchCondition.compare("longitude", .lessOrEqual, [], .real(area.east))
        return .all([
            .compare("latitude", .greaterOrEqual, [], .real(area.south)),
            .compare("latitude", .lessOrEqual, [], .real(area.north)),
            area.reachesOverTheDateLine ? .any([west, east]) : .all([west, east]),
        ])
    }

    var program: PredicateProgram {
        var instructions: [PredicateInstruction] = []
        append(to: &instructions)
        return PredicateProgram(instructions)
    }

    private func append(to instructions: inout [PredicateInstruction]) {
        switch self {
        case .compare(let key, let comparison, let options, let value):
            instructions += [.key(key), .literal(value), .compare(comparison, options)]
        case .subtype(let subtype):
            instructions += [
                .key("mediaSubtypes"), .literal(.integer(Int64(subtype.rawValue))), .bitwiseAnd, .literal(.integer(0)),
                .compare(.notEqual, []),
            ]
        case .constant(let value): instructions.append(.constant(value))
        case .all(let conditions): join(conditions, .and, empty: true, &instructions)
        case .any(let conditions): join(conditions, .or, empty: false, &instructions)
        case .program(let program): instructions += program.instructions
        }
    }

    private func join(
        _ conditions: [SearchCondition],
        _ operation: PredicateInstruction,
        empty: Bool,
        _ instructions: inout [PredicateInstruction]
    ) {
        guard !conditions.isEmpty else {
            instructions.append(.constant(empty))
            return
        }
        for (position, condition) in conditions.enumerated() {
            condition.append(to: &instructions)
            if position > 0 { instructions.append(operation) }
        }
    }
}
