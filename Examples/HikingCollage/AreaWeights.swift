/// The weights of the old pixels for each new one when a line of pixels is resized.
///
/// A new pixel covers a range of the old line; each old pixel is weighted by its part of that range. The range is at
/// least one old pixel long, so enlarging blends neighbours.
struct AreaWeights {
    /// For each new pixel: the first old one with a weight, and the weights from there on, whose sum is `one`.
    private(set) var stretches: [(first: Int, weights: [Int])] = []

    private static let bits = 14
    private static let one = 1 << bits

    /// `count` new pixels, each `scale` old ones apart, from the middle of `limit` old ones.
    init(count: Int, limit: Int, scale: Double) {
        let margin = (Double(limit) - Double(count) * scale) / 2
        let reach = max(scale, 1) / 2
        stretches = (0..<count).map { index in
            let center = margin + (Double(index) + 0.5) * scale
            let (low, high) = (max(center - reach, 0), min(center + reach, Double(limit)))
            let first = min(Int(low), limit - 1)
            let last = max(first + 1, min(Int(high.rounded(.up)), limit))
            var left = AreaWeights.one
            var weights: [Int] = []
            for position in first..<last {
                let overlap = min(Double(position + 1), high) - max(Double(position), low)
                let weight = Int((max(overlap, 0) / (high - low) * Double(AreaWeights.one)).rounded())
                weights.append(min(weight, left))
                left -= min(weight, left)
            }
            // Adds the rounding error where it shows least.
            weights[weights.count / 2] += left
            return (first, weights)
        }
    }

    /// Resizes lines whose neighbouring pixels are `stride` bytes apart and have `stride` bytes.
    func applied(to bytes: [UInt8], lines: Int, lineLength: Int, stride: Int) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(lines * stretches.count * stride)
        var sums = [Int](repeating: 0, count: stride)
        for line in 0..<lines {
            for (first, weights) in stretches {
                for index in sums.indices { sums[index] = AreaWeights.one / 2 }
                var position = line * lineLength + first * stride
                for weight in weights {
                    for index in sums.indices { sums[index] += weight * Int(bytes[position + index]) }
                    position += stride
                }
                for sum in sums { result.append(UInt8(truncatingIfNeeded: sum >> AreaWeights.bits)) }
            }
        }
        return result
    }
}
