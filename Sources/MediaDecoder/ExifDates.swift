internal import CivilDates
internal import LibraryModel

/// The dates in a photo's EXIF, and which of them is when it was captured.
///
/// The local time is that of `DateTimeOriginal`, else of `DateTimeDigitized`, else of `DateTime`. Its UTC offset is the
/// one written beside it; else the difference to the GPS receiver's UTC, if that is the offset of some time zone. With
/// no local time at all, the receiver's time is taken.
struct ExifDates {
    /// Seconds between the receiver's last fix and the camera's clock that still tell an offset.
    private static let clockTolerance = 60

    let first: TIFFDirectory
    let exif: TIFFDirectory?
    let gps: TIFFDirectory?

    var captureDate: CaptureDate? {
        let satellite = gpsTime
        guard let (time, writtenOffset, source) = local else {
            return satellite.map { CaptureDate(instant: $0.microsecondsAsUTC, utcOffset: 0, source: .gps) }
        }
        let offset = writtenOffset ?? satellite.flatMap { ExifDates.offset(local: time, utc: $0) }
        let instant = time.microsecondsAsUTC - Int64(offset ?? 0) * 1_000_000
        return CaptureDate(instant: instant, utcOffset: offset, source: source)
    }

    private var local: (CivilTime, Int32?, CaptureDate.Source)? {
        if let exif {
            if let (time, offset) = time(in: exif, .dateTimeOriginal, .subSecTimeOriginal, .offsetTimeOriginal) {
                return (time, offset, .exifOriginal)
            }
            if let (time, offset) = time(in: exif, .dateTimeDigitized, .subSecTimeDigitized, .offsetTimeDigitized) {
                return (time, offset, .exif)
            }
        }
        return time(in: first, .dateTime, .subSecTime, .offsetTime).map { ($0.0, $0.1, .exif) }
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

    /// Seconds east of UTC, if the two clocks differ by what some time zone on earth differs by.
    private static func offset(local: CivilTime, utc: CivilTime) -> Int32? {
        let difference = Int((local.microsecondsAsUTC - utc.microsecondsAsUTC) / 1_000_000)
        let quarter = 15 * 60
        let offset = Int((Double(difference) / Double(quarter)).rounded()) * quarter
        guard abs(difference - offset) <= clockTolerance, (-12 * 3600...14 * 3600).contains(offset) else { return nil }
        let minutes = offset / 60
        // Nepal, Eucla and the Chatham Islands (with and without summer time).
        guard minutes.isMultiple(of: 30) || [345, 525, 765, 825].contains(minutes) else { return nil }
        return Int32(offset)
    }
}
