/// The photo and the movie of a Live Photo among an asset's files.
package struct LivePhotoPair: Hashable, Sendable {
    package var photo: ResourceInfo
    package var movie: ResourceInfo

    /// Edited where they are, unless the originals are asked for. Nil when the asset has not both.
    package init?(in files: [ResourceInfo], isOriginal: Bool = false) {
        func first(_ kinds: [ResourceKind]) -> ResourceInfo? {
            kinds.lazy.compactMap { kind in files.first { $0.kind == kind } }.first
        }
        guard let photo = first(isOriginal ? [.photo] : [.fullSizePhoto, .photo]),
            let movie = first(isOriginal ? [.pairedVideo] : [.fullSizePairedVideo, .pairedVideo])
        else { return nil }
        self.photo = photo
        self.movie = movie
    }
}
