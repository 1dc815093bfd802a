/// One figure of the report, sampled once a round.
struct Figure: Codable {
    /// What the value must be.
    enum Target: Codable {
        case atMost(Double)
        case atLeast(Double)
        /// It is told, not judged.
        case none
    }

    /// One round's numbers. `value` is what is judged: a ratio where there is a floor.
    struct Sample: Codable {
        var product: Double
        var floor: Double?
        var value: Double
    }

    let name: String
    /// Of product and floor.
    let unit: String
    /// Of the value; empty for a ratio.
    let valueUnit: String
    let target: Target
    private(set) var samples: [Sample] = []

    init(_ name: String, unit: String, valueUnit: String = "", _ target: Target) {
        self.name = name
        self.unit = unit
        self.valueUnit = valueUnit
        self.target = target
    }

    mutating func add(_ product: Double, floor: Double? = nil, value: Double) {
        samples.append(Sample(product: product, floor: floor, value: value))
    }

    var product: Double { samples.map(\.product).median }
    var floor: Double? { samples.contains { $0.floor != nil } ? samples.compactMap(\.floor).median : nil }
    var value: Double { samples.map(\.value).median }
    var values: (least: Double, most: Double) {
        (samples.map(\.value).min() ?? 0, samples.map(\.value).max() ?? 0)
    }

    var isMissed: Bool {
        switch target {
        case .atMost(let limit): value > limit
        case .atLeast(let limit): value < limit
        case .none: false
        }
    }
}
