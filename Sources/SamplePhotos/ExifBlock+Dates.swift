internal import CivilDates
package import LibraryModel

extension ExifBlock {
    /// Sets the dates of a moment (microseconds since 1970) in a place's local time.
    package mutating func setCaptureDate(_ instant: Int64, utcOffset: Int32?) {
        let local = CivilTime(instant: instant, offset: Int64(utcOffset ?? 0))
        dateTimeOriginal = local.exifText
        subSecondOriginal = local.exifSubSecond
        offsetTimeOriginal = utcOffset.map { CivilTime.exifOffset($0) }
    }
}
