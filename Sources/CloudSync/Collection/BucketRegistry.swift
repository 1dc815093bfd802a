package import LibraryModel

/// The record with what devices must agree on about the bucket: condemned blobs, and forgotten devices. Elements are
/// only ever added.
package enum BucketRegistry {
    package static let id = ObjectID(high: 0, low: 1)

    /// A lost device, and the end of its log: later segments are ignored.
    package struct ForgottenDevice: Hashable, Sendable {
        package var device: DeviceID
        package var logEnd: UInt64

        package init(device: DeviceID, logEnd: UInt64) {
            self.device = device
            self.logEnd = logEnd
        }

        package var bytes: [UInt8] { device.bytes + FieldValue.integer(Int64(clamping: logEnd)) }

        package init?(bytes: [UInt8]) {
            guard bytes.count == ObjectID.byteCount + 8, let device = ObjectID(bytes: bytes.prefix(ObjectID.byteCount)),
                let end = FieldValue.integer(from: Array(bytes.suffix(8))), end >= 0
            else { return nil }
            self.init(device: device, logEnd: UInt64(end))
        }
    }
}

extension Record {
    /// Of the registry: the forgotten devices, each with the largest end that any device gave.
    var forgottenDevices: VersionVector {
        var ends = VersionVector()
        for bytes in elements(of: .forgotten) {
            guard let forgotten = BucketRegistry.ForgottenDevice(bytes: bytes) else { continue }
            ends.merge(VersionVector([forgotten.device: forgotten.logEnd]))
        }
        return ends
    }

    /// Of the registry: whether a blob is condemned, so that its name must not be used again.
    func condemns(_ blob: BlobID) -> Bool { sets[.condemned]?[blob.bytes]?.isPresent ?? false }

    /// Of the registry: the name under which content can be uploaded.
    func usableName(of content: ContentDigest) -> BlobID {
        var blob = BlobID(content: content)
        while condemns(blob), blob.generation < .max { blob.generation += 1 }
        return blob
    }
}
