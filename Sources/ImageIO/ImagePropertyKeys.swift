// The keys of properties that the library reads or writes. Values are numbers (`NSNumber`), texts and lists, as
// Apple's.

/// The EXIF dictionary.
public let kCGImagePropertyExifDictionary: CFString = "{Exif}"
/// The TIFF dictionary.
public let kCGImagePropertyTIFFDictionary: CFString = "{TIFF}"
/// The GPS dictionary.
public let kCGImagePropertyGPSDictionary: CFString = "{GPS}"
/// The IPTC dictionary.
public let kCGImagePropertyIPTCDictionary: CFString = "{IPTC}"

/// Bytes of the file.
public let kCGImagePropertyFileSize: CFString = "FileSize"
/// Pixels across, as stored.
public let kCGImagePropertyPixelWidth: CFString = "PixelWidth"
/// Pixels down, as stored.
public let kCGImagePropertyPixelHeight: CFString = "PixelHeight"
/// A `CGImagePropertyOrientation`.
public let kCGImagePropertyOrientation: CFString = "Orientation"

/// EXIF: `YYYY:MM:DD HH:MM:SS`, local time.
public let kCGImagePropertyExifDateTimeOriginal: CFString = "DateTimeOriginal"
/// EXIF: digits behind the second's decimal point.
public let kCGImagePropertyExifSubsecTimeOriginal: CFString = "SubsecTimeOriginal"
/// EXIF: the offset from UTC, for example `+02:00`.
public let kCGImagePropertyExifOffsetTimeOriginal: CFString = "OffsetTimeOriginal"
/// EXIF: seconds.
public let kCGImagePropertyExifExposureTime: CFString = "ExposureTime"
/// EXIF: the f-number.
public let kCGImagePropertyExifFNumber: CFString = "FNumber"
/// EXIF: a list of one number.
public let kCGImagePropertyExifISOSpeedRatings: CFString = "ISOSpeedRatings"
/// EXIF: steps.
public let kCGImagePropertyExifExposureBiasValue: CFString = "ExposureBiasValue"
/// EXIF: 1 when the flash fired, else 0. Other bits are not kept.
public let kCGImagePropertyExifFlash: CFString = "Flash"
/// EXIF: millimetres.
public let kCGImagePropertyExifFocalLength: CFString = "FocalLength"
/// EXIF: millimetres of the lens that shows as much on 35 mm film.
public let kCGImagePropertyExifFocalLenIn35mmFilm: CFString = "FocalLenIn35mmFilm"
/// EXIF: who made the lens.
public let kCGImagePropertyExifLensMake: CFString = "LensMake"
/// EXIF: the lens.
public let kCGImagePropertyExifLensModel: CFString = "LensModel"
/// EXIF: pixels across.
public let kCGImagePropertyExifPixelXDimension: CFString = "PixelXDimension"
/// EXIF: pixels down.
public let kCGImagePropertyExifPixelYDimension: CFString = "PixelYDimension"
/// EXIF: any text. Written, not read.
public let kCGImagePropertyExifUserComment: CFString = "UserComment"

/// TIFF: who made the camera.
public let kCGImagePropertyTIFFMake: CFString = "Make"
/// TIFF: the camera.
public let kCGImagePropertyTIFFModel: CFString = "Model"
/// TIFF: a `CGImagePropertyOrientation`.
public let kCGImagePropertyTIFFOrientation: CFString = "Orientation"
/// TIFF: the caption.
public let kCGImagePropertyTIFFImageDescription: CFString = "ImageDescription"
/// TIFF: when the file was changed. Written, not read.
public let kCGImagePropertyTIFFDateTime: CFString = "DateTime"

/// GPS: degrees, not negative.
public let kCGImagePropertyGPSLatitude: CFString = "Latitude"
/// GPS: `N` or `S`.
public let kCGImagePropertyGPSLatitudeRef: CFString = "LatitudeRef"
/// GPS: degrees, not negative.
public let kCGImagePropertyGPSLongitude: CFString = "Longitude"
/// GPS: `E` or `W`.
public let kCGImagePropertyGPSLongitudeRef: CFString = "LongitudeRef"
/// GPS: metres, not negative.
public let kCGImagePropertyGPSAltitude: CFString = "Altitude"
/// GPS: 1 below the sea, else 0.
public let kCGImagePropertyGPSAltitudeRef: CFString = "AltitudeRef"

/// IPTC: the title. Read, not written.
public let kCGImagePropertyIPTCObjectName: CFString = "ObjectName"
/// IPTC: the caption.
public let kCGImagePropertyIPTCCaptionAbstract: CFString = "Caption/Abstract"
/// IPTC: a list of texts. Read, not written.
public let kCGImagePropertyIPTCKeywords: CFString = "Keywords"
/// IPTC: 0 to 5. Read, not written.
public let kCGImagePropertyIPTCStarRating: CFString = "StarRating"
