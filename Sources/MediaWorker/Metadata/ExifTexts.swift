internal import LibraryModel

extension Annotations {
    /// What people wrote into EXIF: Windows' fields, and the standard description.
    init(exif first: TIFFDirectory) {
        self.init()
        title = first.wideText(.windowsTitle)
        caption = first.longText(.imageDescription).flatMap { Annotations.isCameras($0, first) ? nil : $0 }
        if caption == nil { caption = first.wideText(.windowsComment) }
        keywords = (first.wideText(.windowsKeywords) ?? "").split(separator: ";").map(String.init)
        if let stars = first.integer(.rating) {
            rating = UInt32(clamping: stars)
        } else if let percent = first.integer(.ratingPercent), (1...99).contains(percent) {
            rating = Annotations.stars(percent: Double(percent))
        }
        self = bounded
    }

    /// Whether a description is the camera's default: `OLYMPUS DIGITAL CAMERA`, or its model.
    private static func isCameras(_ description: String, _ first: TIFFDirectory) -> Bool {
        let words = (description.cleaned(maximumLength: String.maximumCleanLength) ?? "").uppercased()
        let names = [first.text(.make), first.text(.model)].compactMap { $0?.uppercased() }
        return words.isEmpty || words.hasSuffix("DIGITAL CAMERA") || names.contains(words)
    }
}

extension CaptureSettings {
    /// The value of the 16-bit tag when the sensitivity is higher and stored elsewhere.
    private static let higherSpeed = 65_535

    init(_ exif: TIFFDirectory, _ note: MakerNote?) {
        self.init()
        lensMake = exif.text(.lensMake)
        lensModel = exif.text(.lensModel) ?? note?.lens
        exposureTime = exif.rational(.exposureTime)
        aperture = exif.rational(.fNumber)
        let speed = exif.integer(.photographicSensitivity)
        let speeds: [TIFFTag] = [.isoSpeed, .recommendedExposureIndex, .standardOutputSensitivity]
        isoSpeed =
            (speed == CaptureSettings.higherSpeed ? speeds.lazy.compactMap { exif.integer($0) }.first : speed)
            .map { UInt32(clamping: $0) }
        focalLength = exif.rational(.focalLength)
        focalLengthOn35mmFilm = exif.integer(.focalLengthIn35mmFilm).map { UInt32(clamping: $0) }
        exposureBias = exif.rational(.exposureBias)
        // Bit 0 says that the flash fired; the others, how and whether it could.
        flashFired = exif.integer(.flash).map { !$0.isMultiple(of: 2) }
    }
}
