/// The scalars that one position of an expression matches. Nested as deep as brackets, which the parser bounds.
indirect enum ScalarSet: Sendable {
    case range(ClosedRange<Unicode.Scalar>)
    case property(UnicodeProperty)
    /// With the other cases of its letters.
    case ignoringCase(ScalarSet)
    case union([ScalarSet])
    case intersection([ScalarSet])
    case complement(ScalarSet)

    static let everything = ScalarSet.complement(.union([]))
    static let lineEnds = ScalarSet.property(UnicodeProperty { $0.isLineEnd })

    func contains(_ scalar: Unicode.Scalar) -> Bool {
        switch self {
        case .range(let range): range.contains(scalar)
        case .property(let property): property.contains(scalar)
        case .ignoringCase(let set): CaseFolding.variants(scalar).contains { set.contains($0) }
        case .union(let sets): sets.contains { $0.contains(scalar) }
        case .intersection(let sets): sets.allSatisfy { $0.contains(scalar) }
        case .complement(let set): !set.contains(scalar)
        }
    }
}
