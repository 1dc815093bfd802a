internal import CivilDates
internal import Foundation
internal import LibraryModel

extension MediaMetadata {
    /// The properties of an image under Apple's keys.
    var imageProperties: CFDictionary {
        let isOnItsSide = CGImagePropertyOrientation(rawValue: UInt32(orientation))?.isOnItsSide ?? false
        let (width, height) = isOnItsSide ? (pixelHeight, pixelWidth) : (pixelWidth, pixelHeight)
        var properties: CFDictionary = [
            kCGImagePropertyPixelWidth: NSNumber(value: width),
            kCGImagePropertyPixelHeight: NSNumber(value: height),
            kCGImagePropertyOrientation: NSNumber(value: orientation),
        ]
        var exif = exifProperties
        exif[kCGImagePropertyExifPixelXDimension] = NSNumber(value: width)
        exif[kCGImagePropertyExifPixelYDimension] = NSNumber(value: height)
        properties[kCGImagePropertyExifDictionary] = exif
        var tiff: [String: Any] = [kCGImagePropertyTIFFOrientation: NSNumber(value: orientation)]
        tiff[kCGImagePropertyTIFFMake] = cameraMake
        tiff[kCGImagePropertyTIFFModel] = cameraModel
        tiff[kCGImagePropertyTIFFImageDescription] = annotations.caption
        properties[kCGImagePropertyTIFFDictionary] = tiff
        if let location { properties[kCGImagePropertyGPSDictionary] = location.imageProperties }
        var iptc: [String: Any] = [:]
        iptc[kCGImagePropertyIPTCObjectName] = annotations.title
        iptc[kCGImagePropertyIPTCCaptionAbstract] = annotations.caption
        if !annotations.keywords.isEmpty { iptc[kCGImagePropertyIPTCKeywords] = annotations.keywords }
        if let rating = annotations.rating { iptc[kCGImagePropertyIPTCStarRating] = NSNumber(value: rating) }
        if !iptc.isEmpty { properties[kCGImagePropertyIPTCDictionary] = iptc }
        return properties
    }

    private var exifProperties: [String: Any] {
        var exif: [String: Any] = [:]
        // A modification date says nothing about the capture.
        if let captureDate, captureDate.source != .fileModification {
            let local = CivilTime(instant: captureDate.instant, offset: Int64(captureDate.utcOffset ?? 0))
            exif[kCGImagePropertyExifDateTimeOriginal] = local.exifText
            exif[kCGImagePropertyExifSubsecTimeOriginal] = local.exifSubSecond
            exif[kCGImagePropertyExifOffsetTimeOriginal] = captureDate.utcOffset.map { CivilTime.exifOffset($0) }
        }
        exif[kCGImagePropertyExifExposureTime] = settings.exposureTime.map { NSNumber(value: $0) }
        exif[kCGImagePropertyExifFNumber] = settings.aperture.map { NSNumber(value: $0) }
        exif[kCGImagePropertyExifISOSpeedRatings] = settings.isoSpeed.map { [NSNumber(value: $0)] }
        exif[kCGImagePropertyExifExposureBiasValue] = settings.exposureBias.map { NSNumber(value: $0) }
        exif[kCGImagePropertyExifFlash] = settings.flashFired.map { NSNumber(value: $0 ? 1 : 0) }
        exif[kCGImagePropertyExifFocalLength] = settings.focalLength.map { NSNumber(value: $0) }
        exif[kCGImagePropertyExifFocalLenIn35mmFilm] = settings.focalLengthOn35mmFilm.map { NSNumber(value: $0) }
        exif[kCGImagePropertyExifLensMake] = settings.lensMake
        exif[kCGImagePropertyExifLensModel] = settings.lensModel
        return exif
    }
}

extension Coordinate {
    fileprivate var imageProperties: [String: Any] {
        var gps: [String: Any] = [
            kCGImagePropertyGPSLatitude: NSNumber(value: abs(latitude)),
            kCGImagePropertyGPSLatitudeRef: latitude < 0 ? "S" : "N",
            kCGImagePropertyGPSLongitude: NSNumber(value: abs(longitude)),
            kCGImagePropertyGPSLongitudeRef: longitude < 0 ? "W" : "E",
        ]
        if let altitude {
            gps[kCGImagePropertyGPSAltitude] = NSNumber(value: abs(altitude))
            gps[kCGImagePropertyGPSAltitudeRef] = NSNumber(value: altitude < 0 ? 1 : 0)
        }
        return gps
    }
}
