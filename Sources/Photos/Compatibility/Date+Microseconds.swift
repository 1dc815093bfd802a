extension Date {
    /// Creates a date from the library's unit.
    init(microsecondsSince1970 microseconds: Int64) {
        self.init(timeIntervalSince1970: Double(microseconds) / 1_000_000)
    }

    /// In the library's unit, rounded, and clamped beyond 290,000 years. A present-day `Date` resolves about 0.1
    /// microseconds, so a date that is read from an asset and written back is the same instant.
    var microsecondsSince1970: Int64 {
        let microseconds = (timeIntervalSince1970 * 1_000_000).rounded()
        if let exact = Int64(exactly: microseconds) { return exact }
        return microseconds < 0 ? .min : .max
    }
}
