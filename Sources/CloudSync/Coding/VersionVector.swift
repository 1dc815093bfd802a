internal import LibraryModel

/// A number per device: how far its log was read, or the ticks of its tags.
package struct VersionVector: Hashable, Sendable {
    package var numbers: [DeviceID: UInt64]

    package init(_ numbers: [DeviceID: UInt64] = [:]) { self.numbers = numbers }

    package subscript(device: DeviceID) -> UInt64 {
        get { numbers[device] ?? 0 }
        set { numbers[device] = newValue }
    }

    /// The most devices in a vector.
    package static let maximumDevices = 65_536

    package mutating func merge(_ other: VersionVector) {
        numbers.merge(other.numbers, uniquingKeysWith: max)
    }

    package func covers(_ other: VersionVector) -> Bool {
        other.numbers.allSatisfy { self[$0.key] >= $0.value }
    }

    func write(to writer: inout ByteWriter) {
        writer.put(count: numbers.count)
        for (device, number) in numbers.sorted(by: { $0.key < $1.key }) {
            writer.put(device)
            writer.put(integer: number)
        }
    }

    init(from reader: inout ByteReader, upTo limit: UInt64 = VersionVector.maximumNumber) throws(SyncFailure) {
        self.init()
        let count = try reader.count(of: ObjectID.byteCount + 1)
        guard count <= VersionVector.maximumDevices else { throw .damaged }
        for _ in 0..<count {
            let device = try reader.identifier()
            guard numbers.updateValue(try reader.integer(upTo: limit), forKey: device) == nil else { throw .damaged }
        }
    }

    /// The most segments of one log: sums of them never overflow.
    package static let maximumNumber: UInt64 = 1 << 48
}
