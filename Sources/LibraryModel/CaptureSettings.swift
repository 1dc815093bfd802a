/// The camera settings in a picture's metadata. Absent and impossible ones are nil.
package struct CaptureSettings: Hashable, Sendable {
    package var lensMake: String?
    package var lensModel: String?
    /// Seconds.
    package var exposureTime: Double?
    /// The f-number.
    package var aperture: Double?
    package var isoSpeed: UInt32?
    /// Millimetres.
    package var focalLength: Double?
    /// Millimetres of the lens that shows as much on 35 mm film.
    package var focalLengthOn35mmFilm: UInt32?
    /// Stops.
    package var exposureBias: Double?
    package var flashFired: Bool?

    package init() {}

    /// Characters. Names of lenses have some 60.
    private static let maximumNameLength = 200
    /// Up to a day.
    private static let exposureTimes = 1e-7...86_400.0
    private static let apertures = 0.1...1_000.0
    private static let speeds: ClosedRange<UInt32> = 1...100_000_000
    private static let focalLengths = 0.1...100_000.0
    private static let focalLengthsOn35mmFilm: ClosedRange<UInt32> = 1...65_535
    private static let biases = -30.0...30.0

    /// A copy with shortened names and without numbers that are out of range.
    package var bounded: CaptureSettings {
        var bounded = CaptureSettings()
        bounded.lensMake = lensMake?.cleaned(maximumLength: CaptureSettings.maximumNameLength)
        bounded.lensModel = lensModel?.cleaned(maximumLength: CaptureSettings.maximumNameLength)
        bounded.exposureTime = exposureTime.flatMap { CaptureSettings.exposureTimes.contains($0) ? $0 : nil }
        bounded.aperture = aperture.flatMap { CaptureSettings.apertures.contains($0) ? $0 : nil }
        bounded.isoSpeed = isoSpeed.flatMap { CaptureSettings.speeds.contains($0) ? $0 : nil }
        bounded.focalLength = focalLength.flatMap { CaptureSettings.focalLengths.contains($0) ? $0 : nil }
        bounded.focalLengthOn35mmFilm = focalLengthOn35mmFilm.flatMap {
            CaptureSettings.focalLengthsOn35mmFilm.contains($0) ? $0 : nil
        }
        bounded.exposureBias = exposureBias.flatMap { CaptureSettings.biases.contains($0) ? $0 : nil }
        bounded.flashFired = flashFired
        return bounded
    }
}
