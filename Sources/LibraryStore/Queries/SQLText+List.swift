/// Lists of values, behind what is looked for in them.
extension SQLText {
    /// Longer lists of whole numbers travel as one parameter.
    private static let maximumSpelledList = 32

    /// ` = ` one value or ` IN ` several.
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

    /// ` IN ` whole numbers as one parameter: JSON that is made here.
    static func list(_ numbers: [Int64]) -> SQLText {
        var sql = SQLText(" IN (SELECT value FROM json_each(")
        sql += .text("[" + numbers.map { String($0) }.joined(separator: ",") + "]")
        sql += "))"
        return sql
    }
}
