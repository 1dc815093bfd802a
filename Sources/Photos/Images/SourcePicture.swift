import LibraryModel

/// A picture that the library can be asked for.
struct SourcePicture: Hashable, Sendable {
    var asset: ObjectID
    /// When the asset was last changed: another picture before and after.
    var edition: Date?
    /// Which file's picture; nil for the asset as it is now.
    var kind: ResourceKind?
    var size: PixelSize

    /// Whether both are of the same pixels, in whatever size.
    func isSamePicture(as other: SourcePicture) -> Bool {
        asset == other.asset && edition == other.edition && kind == other.kind
    }

    /// The same picture in the size of a rendition.
    func fitting(_ rendition: Rendition) -> SourcePicture {
        var smaller = self
        smaller.size = size.scaledDown(toFit: rendition.box)
        return smaller
    }
}
