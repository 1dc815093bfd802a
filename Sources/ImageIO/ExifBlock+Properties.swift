internal import LibraryModel

extension ExifBlock {
    /// The longest text in bytes. Longer ones are cut, so that all of them together fit into `maximumByteCount`.
    private static let maximumTextLength = 4_096

    /// Takes those properties that EXIF holds; nil when there are none.
    init?(_ properties: PropertyValues) {
        self.init()
        let exif = properties.dictionary(kCGImagePropertyExifDictionary)
        let tiff = properties.dictionary(kCGImagePropertyTIFFDictionary)
        func text(_ values: PropertyValues, _ key: String) -> String? {
            values.text(key)?.cleaned(maximumLength: ExifBlock.maximumTextLength, keepsLines: true)
        }
        let turn = properties.whole(kCGImagePropertyOrientation) ?? tiff.whole(kCGImagePropertyTIFFOrientation)
        orientation = turn.flatMap { (1...8).contains($0) ? UInt16($0) : nil }
        make = text(tiff, kCGImagePropertyTIFFMake)
        model = text(tiff, kCGImagePropertyTIFFModel)
        dateTime = text(tiff, kCGImagePropertyTIFFDateTime)
        caption =
            text(tiff, kCGImagePropertyTIFFImageDescription)
            ?? text(properties.dictionary(kCGImagePropertyIPTCDictionary), kCGImagePropertyIPTCCaptionAbstract)
        dateTimeOriginal = text(exif, kCGImagePropertyExifDateTimeOriginal)
        subSecondOriginal = text(exif, kCGImagePropertyExifSubsecTimeOriginal)
        offsetTimeOriginal = text(exif, kCGImagePropertyExifOffsetTimeOriginal)
        userComment = text(exif, kCGImagePropertyExifUserComment)
        location = Coordinate(properties.dictionary(kCGImagePropertyGPSDictionary))
        settings = CaptureSettings(exif).bounded
        let isEmpty =
            orientation == nil
            && [make, model, dateTime, caption, dateTimeOriginal, userComment].allSatisfy { $0 == nil }
            && location == nil && settings == CaptureSettings()
        if isEmpty { return nil }
    }
}

extension Coordinate {
    /// The range of altitudes, in metres, that EXIF stores.
    private static let altitudes = 0.0...1_000_000.0

    fileprivate init?(_ gps: PropertyValues) {
        guard let latitude = gps.number(kCGImagePropertyGPSLatitude),
            let longitude = gps.number(kCGImagePropertyGPSLongitude)
        else { return nil }
        self.init(
            latitude: gps.text(kCGImagePropertyGPSLatitudeRef) == "S" ? -latitude : latitude,
            longitude: gps.text(kCGImagePropertyGPSLongitudeRef) == "W" ? -longitude : longitude,
            altitude: nil
        )
        guard isValid else { return nil }
        if let metres = gps.number(kCGImagePropertyGPSAltitude), Coordinate.altitudes.contains(metres) {
            altitude = gps.whole(kCGImagePropertyGPSAltitudeRef) == 1 ? -metres : metres
        }
    }
}

extension CaptureSettings {
    fileprivate init(_ exif: PropertyValues) {
        self.init()
        exposureTime = exif.number(kCGImagePropertyExifExposureTime)
        aperture = exif.number(kCGImagePropertyExifFNumber)
        isoSpeed = exif.firstWhole(kCGImagePropertyExifISOSpeedRatings)
        exposureBias = exif.number(kCGImagePropertyExifExposureBiasValue)
        flashFired = exif.whole(kCGImagePropertyExifFlash).map { $0 & 1 == 1 }
        focalLength = exif.number(kCGImagePropertyExifFocalLength)
        focalLengthOn35mmFilm = exif.whole(kCGImagePropertyExifFocalLenIn35mmFilm)
        lensMake = exif.text(kCGImagePropertyExifLensMake)
        lensModel = exif.text(kCGImagePropertyExifLensModel)
    }
}

extension PropertyValues {
    /// A whole number, or the first of a list.
    fileprivate func firstWhole(_ key: String) -> UInt32? {
        guard let list = values[key] as? [Any], let first = list.first else { return whole(key) }
        return PropertyValues([key: first]).whole(key)
    }
}
