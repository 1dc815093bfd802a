/// Vigna's generator: the same numbers for the same seed, which the standard library's cannot give.
struct SplitMix {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// From 0 to 1, without 1.
    mutating func fraction() -> Double { Double(next() >> 11) / Double(1 << 53) }

    /// From 0 to `count`, without `count`.
    mutating func index(below count: Int) -> Int { Int(next() % UInt64(count)) }
}
