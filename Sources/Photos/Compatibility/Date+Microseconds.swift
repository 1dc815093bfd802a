extension Date {
    /// The instant in the library's own unit.
    init(microsecondsSince1970 microseconds: Int64) {
        self.init(timeIntervalSince1970: Double(microseconds) / 1_000_000)
    }

    /// The library's own unit, rounded to the nearest; instants that do not fit (beyond 290,000 years) are the nearest
    /// that do. A `Date` of our days holds about a tenth of a microsecond, so that a date read from an asset and
    /// handed back is the same instant.
    var microsecondsSince1970: Int64 {
        let microseconds = (timeIntervalSince1970 * 1_000_000).rounded()
        if let exact = Int64(exactly: microseconds) { return exact }
        return microseconds < 0 ? .min : .max
    }
}
