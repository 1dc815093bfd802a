internal import AssetColumns

/// What the columns in memory say of a condition.
struct ColumnCondition {
    /// True for each asset for which the condition is.
    var expression: AssetExpression
    /// Whether it is true for no others.
    var isExact = true

    init(_ expression: AssetExpression) { self.expression = expression }

    /// Of a condition that only SQL decides; nil stands for it.
    init(ofComparison expression: AssetExpression?) {
        self.expression = expression ?? .constant(true)
        isExact = expression != nil
    }

    private init(_ parts: [ColumnCondition], _ join: ([AssetExpression]) -> AssetExpression) {
        expression = join(parts.map(\.expression))
        isExact = parts.allSatisfy(\.isExact)
    }

    static func all(_ parts: [ColumnCondition]) -> ColumnCondition { ColumnCondition(parts) { .all($0) } }
    static func any(_ parts: [ColumnCondition]) -> ColumnCondition { ColumnCondition(parts) { .any($0) } }
}
