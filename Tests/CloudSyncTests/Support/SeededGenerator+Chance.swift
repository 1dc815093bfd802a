import LibraryTestSupport

extension SeededGenerator {
    /// True in `percent` of a hundred cases.
    mutating func happens(_ percent: Int) -> Bool { below(100) < percent }
}
