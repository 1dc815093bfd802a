package import CLibraryProtocol
package import LibraryModel

// Movies' files, which workers read for apps.

/// Reads the tracks of a movie. The request's descriptor is its file, open for reading.
package struct DescribeMovieCall: EmptyCall {
    package static let rules = CallRules.call(39, needs: .adding, .long, .none)
    package typealias Reply = MovieDescription

    package init() {}
}

/// Exports a movie. The request's descriptors are its file, open for reading, and an empty file, open for writing.
package struct ExportMovieCall: StreamCall {
    package static let rules = CallRules.stream(57, needs: .adding, .none)
    package typealias Reply = ExportProgress
    package typealias Event = ExportProgress
    package static let messageKind = MessageKind(photolibrary__export_movie_call__init)

    package var export: MovieExport

    package init(_ export: MovieExport) { self.export = export }

    package func write(to message: Message<Photolibrary__ExportMovieCall>) {
        message.put(\.has_container, \.container, UInt32(export.container.rawValue))
        message.put(\.has_transcodes, \.transcodes, export.transcodes)
        message.put(\.box, export.box)
        message.put(\.has_quality, \.quality, UInt32(export.quality))
        message.put(\.has_is_quick, \.is_quick, export.isQuick)
        message.put(\.has_drops_metadata, \.drops_metadata, !export.keepsMetadata)
        message.put(\.has_start, \.start, export.start)
        message.put(\.has_duration, \.duration, export.duration)
        message.put(\.has_maximum_size, \.maximum_size, export.maximumSize)
    }

    package init(reading message: Message<Photolibrary__ExportMovieCall>) throws(LibraryError) {
        guard let number = UInt8(exactly: try message.number(\.has_container, \.container).required("container")),
            let container = MovieExport.Container(rawValue: number)
        else { throw LibraryError(.invalidRequest, "unknown container") }
        export = MovieExport(container)
        export.transcodes = message.flag(\.has_transcodes, \.transcodes) ?? false
        if let box = message.message(\.box) { export.box = try PixelSize(unchecked: box) }
        export.quality = UInt8(clamping: message.number(\.has_quality, \.quality) ?? UInt32(export.quality))
        export.isQuick = message.flag(\.has_is_quick, \.is_quick) ?? false
        export.keepsMetadata = !(message.flag(\.has_drops_metadata, \.drops_metadata) ?? false)
        export.start = message.number(\.has_start, \.start) ?? 0
        export.duration = message.number(\.has_duration, \.duration)
        export.maximumSize = message.number(\.has_maximum_size, \.maximum_size) ?? export.maximumSize
    }
}
