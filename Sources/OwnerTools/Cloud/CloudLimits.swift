internal import Languages

package import LibraryModel

/// What synchronisation may take, in words for people.
package struct CloudLimits {
    private let limits: TransferLimits

    package init(_ limits: TransferLimits) { self.limits = limits }

    /// Each limit by its name; nil where there is none.
    package var values: [(name: String, text: String?)] {
        [
            ("Up", CloudLimits.rate(limits.sentBytesPerSecond)),
            ("Down", CloudLimits.rate(limits.receivedBytesPerSecond)),
            ("Requests", limits.requestsPerSecond.map { "\($0) a second" }), ("Hours", limits.hours?.text),
        ]
    }

    /// All in a line; nil where nothing is limited.
    package var text: String? {
        let parts = values.compactMap { name, text in text.map { "\(name.lowercased()) \($0)" } }
        return parts.isEmpty ? nil : parts.listed
    }

    private static func rate(_ rate: UInt64?) -> String? {
        rate.map { "\(SizeText.bytes(Int64(clamping: $0))) a second" }
    }
}
