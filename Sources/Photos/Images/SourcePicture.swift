import LibraryModel

/// A picture that the library can load.
struct SourcePicture: Hashable, Sendable {
    var asset: ObjectID
    /// The asset's modification date: the picture differs before and after.
    var edition: Date?
    /// The file to show; nil for the asset's current state.
    var kind: ResourceKind?
    var size: PixelSize

    /// Whether both show the same pixels, in any size.
    func isSamePicture(as other: SourcePicture) -> Bool {
        asset == other.asset && edition == other.edition && kind == other.kind
    }

    /// Returns the same picture in the size of a rendition.
    func fitting(_ rendition: Rendition) -> SourcePicture {
        var smaller = self
        smaller.size = size.scaledDown(toFit: rendition.box)
        return smaller
    }
}
