internal import LibraryModel
internal import MediaWorkerProtocol

extension MediaJob {
    /// Whether the worker reports progress.
    var tellsProgress: Bool { if case .exportMovie = self { true } else { false } }
}

extension MediaResult {
    /// Returns whether this is a valid reply to the job, with as many bytes of memory beside it (nil for none). A
    /// worker that replies anything else is unusable.
    func answers(_ job: MediaJob, withMemory size: Int64?) -> Bool {
        switch (job, self) {
        case (_, .failure): size == nil
        case (.examine(thumbnail: nil, hasSideCar: _), .metadata(_, picture: nil)): size == nil
        case (.examine(thumbnail: let box?, hasSideCar: _), .metadata(_, picture: let picture?)):
            size != nil && picture.fits(box)
        case (.thumbnail(let box), .picture(let actual)): size != nil && actual.fits(box)
        case (.decode(let box, onlyPictures: _), .picture(let actual)):
            actual.fits(box) && size == Int64(actual.width) * Int64(actual.height) * 4
        case (.encodeJPEG(let pixels, quality: _), .picture(let actual)): size != nil && actual == pixels
        case (.makeJPEG, .picture): size != nil
        case (.copy, .copy), (.describeMovie, .movie): size == nil
        case (.planRemoval, .removalPlan): (size ?? 1) > 0 && (size ?? 1) <= Int64(FilePatches.maximumSize)
        case (.exportMovie(let export), .exported(let written)):
            size == nil && (written ?? 0) <= export.maximumSize
        default: false
        }
    }
}
