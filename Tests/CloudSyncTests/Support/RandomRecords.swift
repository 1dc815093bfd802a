import CloudSync
import LibraryModel
import LibraryTestSupport

extension ObjectID {
    init(_ number: Int) { self.init(high: 7, low: UInt64(number)) }
}

extension ContentDigest {
    init(_ number: Int) { self.init(first: ObjectID(number), second: ObjectID(number)) }
}

extension Record {
    /// A record, or a part of one, as devices might write it; stamps are drawn from few, so that they meet.
    static func random(using random: inout SeededGenerator) -> Record {
        var record = Record(.asset)
        for _ in 0..<random.below(4) {
            let stamp = Stamp(ticks: UInt64(1 + random.below(9)), device: ObjectID(random.below(3)))
            let field = FieldNumber(rawValue: UInt16(random.below(3)))
            let value = random.happens(20) ? nil : [UInt8(stamp.ticks), UInt8(stamp.device.low)]
            let blobs = random.happens(30) ? [BlobID(content: ContentDigest(Int(stamp.ticks)))] : []
            record.fields[field] = Register(value, blobs: blobs, stamp: stamp)
        }
        for _ in 0..<random.below(4) {
            var element = Element()
            for _ in 0..<1 + random.below(3) {
                element.add(Stamp(ticks: UInt64(1 + random.below(9)), device: ObjectID(random.below(3))))
                if random.happens(30) { element.remove() }
            }
            let set = SetNumber(rawValue: UInt16(1 + random.below(2)))
            record.sets[set, default: [:]][[UInt8(random.below(3))]] = element
        }
        if random.happens(5) { record.purge(Stamp(ticks: UInt64(1 + random.below(9)), device: ObjectID(1))) }
        return record
    }
}

extension Fragment {
    static func random(using random: inout SeededGenerator) -> Fragment {
        var fragment = Fragment()
        for _ in 0..<random.below(4) { fragment.merge(ObjectID(random.below(3)), .random(using: &random)) }
        return fragment
    }
}
