package import LibraryModel

/// The camera of a photo and how it was set, for programs.
package struct CameraJSON: Encodable, Hashable {
    package var make: String?
    package var model: String?
    package var lensMake: String?
    package var lensModel: String?
    package var exposureTime: Double?
    package var aperture: Double?
    package var isoSpeed: UInt32?
    package var focalLength: Double?
    package var focalLengthOn35mmFilm: UInt32?
    package var exposureBias: Double?
    package var flashFired: Bool?

    package init(_ details: AssetDetails) {
        make = details.cameraMake
        model = details.cameraModel
        lensMake = details.settings.lensMake
        lensModel = details.settings.lensModel
        exposureTime = details.settings.exposureTime
        aperture = details.settings.aperture
        isoSpeed = details.settings.isoSpeed
        focalLength = details.settings.focalLength
        focalLengthOn35mmFilm = details.settings.focalLengthOn35mmFilm
        exposureBias = details.settings.exposureBias
        flashFired = details.settings.flashFired
    }
}
