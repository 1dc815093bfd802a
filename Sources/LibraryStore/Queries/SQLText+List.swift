/// Comparisons with lists of values.
extension SQLText {
    /// Longer lists of integers are one parameter.
    private static let maximumSpelledList = 32

    /// ` = ` for one value, ` IN ` for several.
    static func list(_ values: [Value]) -> SQLText {
        if values.count == 1 { return SQLText(" = ") + SQLText(values[0]) }
        if values.count > maximumSpelledList {
            let numbers = values.compactMap { value -> Int64? in
                if case .integer(let number) = value { number } else { nil }
            }
            if numbers.count == values.count { return list(numbers) }
        }
        var sql = SQLText(" IN (")
        for (offset, value) in values.enumerated() {
            if offset > 0 { sql += ", " }
            sql += value
        }
        sql += ")"
        return sql
    }

    /// ` IN ` for integers in one parameter, as a JSON array.
    static func list(_ numbers: [Int64]) -> SQLText {
        var sql = SQLText(" IN (SELECT value FROM json_each(")
        sql += .text("[" + numbers.map { String($0) }.joined(separator: ",") + "]")
        sql += "))"
        return sql
    }
}
