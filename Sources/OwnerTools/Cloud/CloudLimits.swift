internal import Languages

package import LibraryModel

/// What synchronisation may take, in words for people.
package struct CloudLimits {
    private let limits: TransferLimits

    package init(_ limits: TransferLimits) { self.limits = limits }

    /// Each limit by its name; nil where there is none.
    package var values: [(name: String, text: String?)] {
        [
            (localized("Up|to the bucket"), CloudLimits.rate(limits.sentBytesPerSecond)),
            (localized("Down|from the bucket"), CloudLimits.rate(limits.receivedBytesPerSecond)),
            (
                localized("Requests|to the bucket"),
                limits.requestsPerSecond.map { localized("{number} a second", ["number": $0]) }
            ),
            (localized("Hours|of the day"), limits.hours?.text),
        ]
    }

    /// All in a line; nil where nothing is limited.
    package var text: String? {
        let parts = [
            CloudLimits.rate(limits.sentBytesPerSecond).map { localized("up {rate}", ["rate": $0]) },
            CloudLimits.rate(limits.receivedBytesPerSecond).map { localized("down {rate}", ["rate": $0]) },
            limits.requestsPerSecond.map { localized("requests {number} a second", ["number": $0]) },
            (limits.hours?.text).map { localized("hours {hours}", ["hours": $0]) },
        ].compactMap(\.self)
        return parts.isEmpty ? nil : parts.listed
    }

    private static func rate(_ rate: UInt64?) -> String? {
        rate.map { localized("{number} a second", ["number": SizeText.bytes(Int64(clamping: $0))]) }
    }
}
