internal import LibraryModel

/// Decides which files of a group are one asset: a photo with its RAW file, a Live Photo, or both at once.
///
/// In doubt files stay apart: photos that were joined by mistake would be deleted together.
struct AssetComposition {
    /// A file of the group.
    struct Member: Hashable, Sendable {
        var family: FileFamily
        var metadata: MediaMetadata
        /// Bytes.
        var size: Int64 = 0
        /// Whether a movie is known to be the other half of the photo in the group.
        var isKnownHalf = false
    }

    /// One asset: which members it has, the original first, and what each is to it.
    struct Composed: Hashable, Sendable {
        var parts: [Part]
    }

    struct Part: Hashable, Sendable {
        /// Position in the list of members.
        var member: Int
        var kind: ResourceKind
    }

    /// Seconds of the longest moving half of a Live Photo.
    static let maximumPairedDuration = 4.0
    /// The same where it is known to be one: motion photos and some cameras record longer.
    static let maximumKnownDuration = 10.0
    /// The most microseconds between the dates of the two halves.
    static let maximumDateDifference: Int64 = 3_000_000

    let members: [Member]

    init(_ members: [Member]) {
        self.members = members
    }

    /// The assets, in the order of their first members.
    func assets() -> [Composed] {
        let raws = positions(.raw, .image)
        let photos = positions(.photo, .image)
        var originals = photos.map { [Part(member: $0, kind: .photo)] }
        var loose = raws
        if let photo = photos.first, let raw = raws.first, photos.count == 1, raws.count == 1, isOneShot(photo, raw) {
            originals[0].append(Part(member: raw, kind: .alternatePhoto))
            loose = []
        }
        originals += loose.map { [Part(member: $0, kind: .photo)] }
        let movies = positions(.movie, .video)
        var unpaired: [Int] = []
        for movie in movies {
            if let position = stillHalf(of: movie, among: originals, isOnlyMovie: movies.count == 1) {
                originals[position].append(Part(member: movie, kind: .pairedVideo))
            } else {
                unpaired.append(movie)
            }
        }
        let taken = Set(originals.flatMap { $0 }.map(\.member))
        let rest = members.indices.filter { !taken.contains($0) }
        let alone = rest.map { [Part(member: $0, kind: AssetComposition.soleKind(of: members[$0].metadata))] }
        return (originals + alone).map(Composed.init).sorted { first($0) < first($1) }
    }

    /// The role of a file that is an asset by itself.
    static func soleKind(of metadata: MediaMetadata) -> ResourceKind {
        metadata.kind == .video ? .video : .photo
    }

    private func first(_ asset: Composed) -> Int { asset.parts.map(\.member).min() ?? 0 }

    private func positions(_ family: FileFamily, _ kind: MediaKind) -> [Int] {
        members.indices.filter { members[$0].family == family && members[$0].metadata.kind == kind }
    }

    /// A RAW file and a photo of one name are one shot, unless their cameras' clocks say otherwise.
    private func isOneShot(_ photo: Int, _ raw: Int) -> Bool {
        guard let one = members[photo].metadata.captureDate, let other = members[raw].metadata.captureDate,
            one.source == .exifOriginal, other.source == .exifOriginal
        else { return true }
        return one.mayEqual(other, within: AssetComposition.maximumDateDifference)
    }

    /// The position in `assets` of the photo that a movie belongs to: the one that has it inside, or the one with its
    /// content identifier, or where there are no identifiers to compare the only one, when it was taken while the movie
    /// ran.
    private func stillHalf(of movie: Int, among assets: [[Part]], isOnlyMovie: Bool) -> Int? {
        let video = members[movie].metadata
        let free = assets.indices.filter { position in !assets[position].contains { $0.kind == .pairedVideo } }
        let holder = free.first { position in
            assets[position].contains { members[$0.member].metadata.embeddedMovieSize == members[movie].size }
        }
        if let holder { return holder }
        if let identifier = video.contentIdentifier {
            let same = free.first { position in
                assets[position].contains { members[$0.member].metadata.contentIdentifier == identifier }
            }
            if let same { return same }
        }
        guard isOnlyMovie, assets.count == 1, let only = free.first else { return nil }
        let photos = assets[only].map { members[$0.member].metadata }
        // Different identifiers: each half belongs to another one.
        if video.contentIdentifier != nil, photos.contains(where: { $0.contentIdentifier != nil }) { return nil }
        if members[movie].isKnownHalf, video.duration <= AssetComposition.maximumKnownDuration { return only }
        guard video.duration > 0, video.duration <= AssetComposition.maximumPairedDuration,
            let videoDate = video.captureDate, let photoDate = photos.lazy.compactMap(\.captureDate).first,
            videoDate.mayEqual(photoDate, within: AssetComposition.maximumDateDifference)
        else { return nil }
        return only
    }
}

extension CaptureDate {
    /// Whether two dates may be of one moment, give or take `difference` microseconds.
    ///
    /// A date without offset is local time of an unknown place, so towards one with an offset any difference counts
    /// that an offset can make up: quarters of an hour, from 14 hours one way to 14 the other.
    func mayEqual(_ other: CaptureDate, within difference: Int64) -> Bool {
        let (apart, overflow) = instant.subtractingReportingOverflow(other.instant)
        if overflow { return false }
        if apart.magnitude <= difference.magnitude { return true }
        guard (utcOffset == nil) != (other.utcOffset == nil) else { return false }
        let quarter: Int64 = 15 * 60 * 1_000_000
        let beyond = apart % quarter
        let rest = min(beyond.magnitude, quarter.magnitude - beyond.magnitude)
        return rest <= difference.magnitude && apart.magnitude <= (14 * 4 * quarter + difference).magnitude
    }
}
