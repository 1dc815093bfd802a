// The keys of the properties that the library reads or writes. Values are numbers (`NSNumber`), strings and arrays, as
// with Apple's ImageIO.

/// The EXIF dictionary.
public let kCGImagePropertyExifDictionary: CFString = "{Exif}"
/// The TIFF dictionary.
public let kCGImagePropertyTIFFDictionary: CFString = "{TIFF}"
/// The GPS dictionary.
public let kCGImagePropertyGPSDictionary: CFString = "{GPS}"
/// The IPTC dictionary.
public let kCGImagePropertyIPTCDictionary: CFString = "{IPTC}"

/// The size of the file in bytes.
public let kCGImagePropertyFileSize: CFString = "FileSize"
/// The width of the stored pixels.
public let kCGImagePropertyPixelWidth: CFString = "PixelWidth"
/// The height of the stored pixels.
public let kCGImagePropertyPixelHeight: CFString = "PixelHeight"
/// A `CGImagePropertyOrientation`.
public let kCGImagePropertyOrientation: CFString = "Orientation"

/// EXIF: `YYYY:MM:DD HH:MM:SS`, local time.
public let kCGImagePropertyExifDateTimeOriginal: CFString = "DateTimeOriginal"
/// EXIF: the digits after the second's decimal point.
public let kCGImagePropertyExifSubsecTimeOriginal: CFString = "SubsecTimeOriginal"
/// EXIF: the offset from UTC, for example `+02:00`.
public let kCGImagePropertyExifOffsetTimeOriginal: CFString = "OffsetTimeOriginal"
/// EXIF: exposure time in seconds.
public let kCGImagePropertyExifExposureTime: CFString = "ExposureTime"
/// EXIF: the f-number.
public let kCGImagePropertyExifFNumber: CFString = "FNumber"
/// EXIF: an array of one number.
public let kCGImagePropertyExifISOSpeedRatings: CFString = "ISOSpeedRatings"
/// EXIF: exposure compensation in EV.
public let kCGImagePropertyExifExposureBiasValue: CFString = "ExposureBiasValue"
/// EXIF: 1 when the flash fired, else 0. The tag's other bits are dropped.
public let kCGImagePropertyExifFlash: CFString = "Flash"
/// EXIF: focal length in millimetres.
public let kCGImagePropertyExifFocalLength: CFString = "FocalLength"
/// EXIF: the equivalent focal length on 35 mm film, in millimetres.
public let kCGImagePropertyExifFocalLenIn35mmFilm: CFString = "FocalLenIn35mmFilm"
/// EXIF: the maker of the lens.
public let kCGImagePropertyExifLensMake: CFString = "LensMake"
/// EXIF: the model of the lens.
public let kCGImagePropertyExifLensModel: CFString = "LensModel"
/// EXIF: the width in pixels.
public let kCGImagePropertyExifPixelXDimension: CFString = "PixelXDimension"
/// EXIF: the height in pixels.
public let kCGImagePropertyExifPixelYDimension: CFString = "PixelYDimension"
/// EXIF: any text. Written, not read.
public let kCGImagePropertyExifUserComment: CFString = "UserComment"

/// TIFF: the maker of the camera.
public let kCGImagePropertyTIFFMake: CFString = "Make"
/// TIFF: the model of the camera.
public let kCGImagePropertyTIFFModel: CFString = "Model"
/// TIFF: a `CGImagePropertyOrientation`.
public let kCGImagePropertyTIFFOrientation: CFString = "Orientation"
/// TIFF: the caption.
public let kCGImagePropertyTIFFImageDescription: CFString = "ImageDescription"
/// TIFF: when the file was modified. Written, not read.
public let kCGImagePropertyTIFFDateTime: CFString = "DateTime"

/// GPS: degrees, not negative.
public let kCGImagePropertyGPSLatitude: CFString = "Latitude"
/// GPS: `N` or `S`.
public let kCGImagePropertyGPSLatitudeRef: CFString = "LatitudeRef"
/// GPS: degrees, not negative.
public let kCGImagePropertyGPSLongitude: CFString = "Longitude"
/// GPS: `E` or `W`.
public let kCGImagePropertyGPSLongitudeRef: CFString = "LongitudeRef"
/// GPS: metres above or below sea level, not negative.
public let kCGImagePropertyGPSAltitude: CFString = "Altitude"
/// GPS: 1 below sea level, else 0.
public let kCGImagePropertyGPSAltitudeRef: CFString = "AltitudeRef"

/// IPTC: the title. Read, not written.
public let kCGImagePropertyIPTCObjectName: CFString = "ObjectName"
/// IPTC: the caption.
public let kCGImagePropertyIPTCCaptionAbstract: CFString = "Caption/Abstract"
/// IPTC: an array of strings. Read, not written.
public let kCGImagePropertyIPTCKeywords: CFString = "Keywords"
/// IPTC: 0 to 5. Read, not written.
public let kCGImagePropertyIPTCStarRating: CFString = "StarRating"
