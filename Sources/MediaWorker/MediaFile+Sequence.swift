internal import CMedia
internal import LibraryModel

// AVIF and HEIF sequences without a still image, by libav.

extension MediaFile {
    /// Whether the file has an image sequence track and no still image.
    var hasSequenceAlone: Bool {
        guard case .heif = format else { return false }
        let boxes = ISOBoxes(source)
        return !boxes.hasStillPicture && boxes.frameCount > 0
    }

    func readSequenceMetadata(_ sideCar: MetadataBlock?) throws(LibraryError) -> MediaMetadata {
        let header = try OpenMovie(descriptor, demuxer: "mov").header
        var metadata = try imageMetadata(header.width, header.height, orientation: header.orientation)
        metadata.isAnimated = ISOBoxes(source).frameCount > 1
        var sources = MetadataSources()
        sources.sideCar = sideCar
        metadata.adopt(sources)
        return metadata
    }
}
