internal import CivilDates
internal import LibraryModel

/// The dates in a photo's EXIF.
///
/// The offset of each is the one stored beside it; otherwise the time zone setting in the camera's maker note;
/// otherwise the difference to GPS time, if some time zone has that offset.
struct ExifDates {
    /// The largest difference in seconds between the last GPS fix and the camera's clock from which an offset is
    /// derived.
    private static let clockTolerance = 60

    let first: TIFFDirectory
    let exif: TIFFDirectory?
    let gps: TIFFDirectory?
    var note: MakerNote?

    /// The capture date.
    var original: CaptureDate? {
        if let exif,
            let (time, offset) = time(in: exif, .dateTimeOriginal, .subSecTimeOriginal, .offsetTimeOriginal)
        {
            return date(time, offset, .exifOriginal)
        }
        return note?.date.map { date($0, nil, .exifOriginal) }
    }

    /// The date of digitization.
    var digitized: CaptureDate? {
        exif.flatMap { time(in: $0, .dateTimeDigitized, .subSecTimeDigitized, .offsetTimeDigitized) }
            .map { date($0.0, $0.1, .exif) }
    }

    /// The modification date, otherwise the time of the last GPS fix.
    var changed: CaptureDate? {
        if let (time, offset) = time(in: first, .dateTime, .subSecTime, .offsetTime) {
            return date(time, offset, .exif)
        }
        return gpsTime.map {
            CaptureDate(instant: $0.microsecondsAsUTC, utcOffset: 0, source: .gps, offsetSource: .universal)
        }
    }

    private func date(_ local: CivilTime, _ written: Int32?, _ source: CaptureDate.Source) -> CaptureDate {
        let instant = local.microsecondsAsUTC
        func date(_ offset: Int32, _ offsetSource: CaptureDate.OffsetSource) -> CaptureDate {
            let instant = instant - Int64(offset) * 1_000_000
            return CaptureDate(instant: instant, utcOffset: offset, source: source, offsetSource: offsetSource)
        }
        if let written { return date(written, .written) }
        if let zone = note?.utcOffset { return date(zone, .makerNote) }
        if let satellites = gpsTime, let offset = ExifDates.offset(local: local, utc: satellites) {
            return date(offset, .gps)
        }
        return CaptureDate(instant: instant, utcOffset: nil, source: source)
    }

    private func time(
        in directory: TIFFDirectory,
        _ date: TIFFTag,
        _ fraction: TIFFTag,
        _ offset: TIFFTag
    ) -> (CivilTime, Int32?)? {
        guard let text = directory.text(date), let stamp = TimestampText(text) else { return nil }
        var time = stamp.time
        if let digits = exif?.text(fraction), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            time.microsecond = TimestampText.microseconds(fraction: digits.utf8)
        }
        return (time, exif?.text(offset).flatMap { TimestampText.utcOffset($0) } ?? stamp.utcOffset)
    }

    private var gpsTime: CivilTime? {
        guard let gps, let date = gps.text(.gpsDateStamp), let parts = gps.rationals(.gpsTimeStamp, count: 3),
            let day = TimestampText(date + " 00:00:00")?.time, (0..<24).contains(parts[0]),
            (0..<60).contains(parts[1]), (0..<61).contains(parts[2])
        else { return nil }
        var time = CivilTime(
            recorded: day.year,
            day.month,
            day.day,
            Int64(parts[0]),
            Int64(parts[1]),
            Int64(parts[2])
        )
        time?.microsecond = Int64((parts[2] - parts[2].rounded(.down)) * 1_000_000)
        return time
    }

    /// Seconds east of UTC, if the clocks differ by the offset of some time zone.
    private static func offset(local: CivilTime, utc: CivilTime) -> Int32? {
        let difference = Int((local.microsecondsAsUTC - utc.microsecondsAsUTC) / 1_000_000)
        let quarter = 15 * 60
        let offset = Int((Double(difference) / Double(quarter)).rounded()) * quarter
        guard abs(difference - offset) <= clockTolerance, (-12 * 3600...14 * 3600).contains(offset) else { return nil }
        let minutes = offset / 60
        // Nepal, Eucla and the Chatham Islands (standard and daylight saving time).
        guard minutes.isMultiple(of: 30) || [345, 525, 765, 825].contains(minutes) else { return nil }
        return Int32(offset)
    }
}
