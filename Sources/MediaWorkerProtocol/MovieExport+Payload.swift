internal import LibraryModel

// The settings of an export.

extension PayloadWriter {
    mutating func put(_ export: MovieExport) {
        put(export.container.rawValue)
        put(export.transcodes)
        put(export.box) { $0.put($1) }
        put(export.quality)
        put(export.isQuick)
        put(export.keepsMetadata)
        put(export.start)
        put(export.duration) { $0.put($1) }
        put(export.maximumSize)
    }
}

extension PayloadReader {
    mutating func export() throws(WorkerChannelFailure) -> MovieExport {
        guard let container = MovieExport.Container(rawValue: try integer()) else { throw .violation }
        var export = MovieExport(container)
        export.transcodes = try truth()
        export.box = try optional { reader throws(WorkerChannelFailure) in try reader.size() }
        export.quality = try integer()
        export.isQuick = try truth()
        export.keepsMetadata = try truth()
        export.start = try integer()
        export.duration = try optional { reader throws(WorkerChannelFailure) in try reader.integer() }
        export.maximumSize = try integer()
        guard export.isValid else { throw .violation }
        return export
    }
}

/// The progress of a job in thousandths, 1 to 999, increasing. The payload of a PROGRESS.
package struct JobProgress: Hashable, Sendable {
    package let thousandths: UInt16

    /// Nil for an invalid one.
    package init?(_ thousandths: Int) {
        guard (1...999).contains(thousandths), let value = UInt16(exactly: thousandths) else { return nil }
        self.thousandths = value
    }

    package var encoded: [UInt8] {
        var writer = PayloadWriter()
        writer.put(thousandths)
        return writer.bytes
    }

    package init(decoding payload: [UInt8], after last: JobProgress?) throws(WorkerChannelFailure) {
        var reader = PayloadReader(payload)
        thousandths = try reader.integer(in: (last?.thousandths ?? 0) + 1...999)
        try reader.finish()
    }
}
