extension CivilTime {
    /// `YYYY:MM:DD HH:MM:SS`, as EXIF writes it.
    package var exifText: String {
        padded(year, 4) + ":" + padded(month, 2) + ":" + padded(day, 2) + " " + padded(hour, 2) + ":"
            + padded(minute, 2) + ":" + padded(second, 2)
    }

    /// The digits behind the second's decimal point; nil for none.
    package var exifSubSecond: String? { microsecond == 0 ? nil : padded(microsecond, 6) }

    /// An offset from UTC in seconds, for example `+02:00`.
    package static func exifOffset(_ seconds: Int32) -> String {
        let minutes = seconds.magnitude / 60
        return (seconds < 0 ? "-" : "+") + padded(Int64(minutes / 60), 2) + ":" + padded(Int64(minutes % 60), 2)
    }
}

private func padded(_ number: Int64, _ digits: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
}
