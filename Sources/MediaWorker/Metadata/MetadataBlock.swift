internal import LibraryModel

/// What one block of metadata says: an XMP packet, an IPTC record, an EXIF block, or a movie's own tags.
struct MetadataBlock {
    var annotations = Annotations()
    /// When the picture was taken.
    var original: CaptureDate?
    /// When the file, or the digital form of an older picture, was made.
    var created: CaptureDate?
    /// When the file was last changed, or when the receiver had its last fix: better than nothing.
    var changed: CaptureDate?
    var location: Coordinate?
    var cameraMake: String?
    var cameraModel: String?
    var settings = CaptureSettings()
    var burst: Burst?
    /// Seconds from the beginning of the movie.
    var stillTime: Double?
}
