package import CLibraryProtocol
package import LibraryModel

// Tracks of movies.

extension MovieDescription: ReplyMessage {
    package static let field = ResponseField.movie
    package static let messageKind = MessageKind(photolibrary__movie_description__init)

    package func write(to message: Message<Photolibrary__MovieDescription>) {
        message.put(\.duration, duration)
        message.put(\.n_tracks, \.tracks, tracks)
    }

    package init(reading message: Message<Photolibrary__MovieDescription>) throws(LibraryError) {
        self.init(
            duration: try message.part(\.duration).required("duration"),
            tracks: try message.parts(\.n_tracks, \.tracks)
        )
        guard tracks.count <= MovieDescription.maximumTracks else { throw .malformed("tracks") }
    }
}

extension MovieTime: MessageValue {
    package static let messageKind = MessageKind(photolibrary__movie_time__init)

    package func write(to message: Message<Photolibrary__MovieTime>) {
        message.put(\.has_value, \.value, value)
        message.put(\.has_timescale, \.timescale, timescale)
    }

    package init(reading message: Message<Photolibrary__MovieTime>) throws(LibraryError) {
        self.init(
            value: try message.number(\.has_value, \.value).required("value"),
            timescale: try message.number(\.has_timescale, \.timescale).required("timescale")
        )
        guard MovieTime.values.contains(value), MovieTime.timescales.contains(timescale) else {
            throw .malformed("time")
        }
    }
}

extension MovieTrack: MessageValue {
    package static let messageKind = MessageKind(photolibrary__movie_track__init)

    package func write(to message: Message<Photolibrary__MovieTrack>) {
        message.put(\.has_number, \.number, number)
        message.put(\.has_kind, \.kind, UInt32(kind.rawValue))
        message.put(\.has_format, \.format, format)
        message.put(\.has_width, \.width, width)
        message.put(\.has_height, \.height, height)
        message.put(\.n_transform, \.transform, transform == .identity ? [] : transform.values)
        message.put(\.has_frame_rate, \.frame_rate, frameRate)
        message.put(\.has_data_rate, \.data_rate, dataRate)
        message.put(\.start, start)
        message.put(\.duration, duration)
        message.put(\.language, language.isEmpty ? nil : language)
        message.put(\.has_is_enabled, \.is_enabled, isEnabled)
        message.put(\.has_is_hdr, \.is_hdr, isHDR)
    }

    package init(reading message: Message<Photolibrary__MovieTrack>) throws(LibraryError) {
        guard let kind = UInt8(exactly: try message.number(\.has_kind, \.kind).required("kind")),
            let kind = Kind(rawValue: kind)
        else { throw .malformed("kind of track") }
        self.init(number: try message.number(\.has_number, \.number).required("number"), kind: kind)
        format = message.number(\.has_format, \.format) ?? 0
        width = message.number(\.has_width, \.width) ?? 0
        height = message.number(\.has_height, \.height) ?? 0
        transform = try Transform(wire: message.column(\.n_transform, \.transform))
        frameRate = message.number(\.has_frame_rate, \.frame_rate) ?? 0
        dataRate = message.number(\.has_data_rate, \.data_rate) ?? 0
        guard MovieTrack.frameRates.contains(frameRate), MovieTrack.dataRates.contains(dataRate) else {
            throw .malformed("rate of a track")
        }
        start = try message.part(\.start).required("start")
        duration = try message.part(\.duration).required("duration")
        language = message.text(\.language) ?? ""
        isEnabled = message.flag(\.has_is_enabled, \.is_enabled) ?? false
        isHDR = message.flag(\.has_is_hdr, \.is_hdr) ?? false
    }
}

extension MovieTrack.Transform {
    fileprivate init(wire numbers: [Double]) throws(LibraryError) {
        if numbers.isEmpty {
            self = .identity
            return
        }
        guard numbers.count == 6, numbers.allSatisfy({ MovieTrack.Transform.numbers.contains($0) }) else {
            throw .malformed("transform")
        }
        self.init(
            a: numbers[0],
            b: numbers[1],
            c: numbers[2],
            d: numbers[3],
            tx: numbers[4],
            ty: numbers[5]
        )
    }
}

/// Thousandths of an export or a download that are done; 1,000 in the last reply.
package struct ExportProgress: ReplyMessage, Hashable, Sendable {
    /// The progress when all is done.
    package static let whole: UInt32 = 1_000

    package static let field = ResponseField.exportProgress
    package static let messageKind = MessageKind(photolibrary__export_progress__init)

    package var thousandths: UInt32

    package init(_ thousandths: Int) { self.thousandths = UInt32(clamping: thousandths) }

    package func write(to message: Message<Photolibrary__ExportProgress>) {
        message.put(\.has_thousandths, \.thousandths, thousandths)
    }

    package init(reading message: Message<Photolibrary__ExportProgress>) throws(LibraryError) {
        thousandths = try message.number(\.has_thousandths, \.thousandths).required("thousandths")
        guard thousandths <= ExportProgress.whole else { throw .malformed("progress") }
    }
}
