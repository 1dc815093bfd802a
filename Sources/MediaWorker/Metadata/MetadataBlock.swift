internal import LibraryModel

/// The metadata of one block: an XMP packet, an IPTC record, an EXIF block, or a movie's tags.
struct MetadataBlock {
    var annotations = Annotations()
    /// The capture date.
    var original: CaptureDate?
    /// Whether that is a date as another library knew it, to which no other block has anything to add.
    var isOriginalFinal = false
    /// The date of the file, or of the digitization of an older photo.
    var created: CaptureDate?
    /// The modification date, or the time of the last GPS fix: better than nothing.
    var changed: CaptureDate?
    var location: Coordinate?
    var cameraMake: String?
    var cameraModel: String?
    var settings = CaptureSettings()
    var burst: Burst?
    /// Seconds from the start of the movie.
    var stillTime: Double?
}
