import Photos

/// One hike and the photos of its picture, as they were when it was drawn.
struct Collage: Codable, Equatable {
    var hike: Hike
    /// By local identifier.
    var photos: [String: CollagePhoto] = [:]

    /// Counts of added, removed and changed photos.
    struct Difference: Equatable {
        var inserted = 0
        var deleted = 0
        var edited = 0

        var isEmpty: Bool { self == Difference() }
    }

    /// Applies the current state of some photos, and the deletion of others; returns the difference to the picture.
    ///
    /// Applying the same again returns no difference, so nothing is lost, and little is redrawn, when the program is
    /// killed between drawing and saving its state.
    mutating func update(with found: some Sequence<CollagePhoto>, deleted: Set<String>) -> Difference {
        var difference = Difference()
        for identifier in deleted where photos.removeValue(forKey: identifier) != nil {
            difference.deleted += 1
        }
        for photo in found {
            let belongs = photo.isShown && hike.contains(photo.taken)
            switch photos[photo.identifier] {
            case nil where belongs:
                difference.inserted += 1
                photos[photo.identifier] = photo
            case nil: break
            case .some where !belongs:
                difference.deleted += 1
                photos[photo.identifier] = nil
            case let before?:
                if photo.looksDifferent(from: before) { difference.edited += 1 }
                photos[photo.identifier] = photo
            }
        }
        return difference
    }

    /// Changes the dates of the hike; returns how many photos no longer belong to it.
    mutating func move(to hike: Hike) -> Difference {
        self.hike = hike
        let before = photos.count
        photos = photos.filter { hike.contains($0.value.taken) }
        return Difference(deleted: before - photos.count)
    }

    /// The photos by capture date.
    var photosInOrder: [CollagePhoto] {
        photos.values.sorted { ($0.taken, $0.identifier) < ($1.taken, $1.identifier) }
    }
}

extension Collage.Difference {
    static func += (left: inout Self, right: Self) {
        left.inserted += right.inserted
        left.deleted += right.deleted
        left.edited += right.edited
    }
}

/// The facts about a photo that decide whether its collage must be redrawn.
struct CollagePhoto: Codable, Equatable {
    var identifier: String
    var taken: Date
    var modified: Date?
    /// Whether it has adjustments, so that it differs from the original.
    var isEdited: Bool
    /// Width over height.
    var aspectRatio: Double
    /// Whether it may be on a collage: an image that is not hidden.
    var isShown: Bool

    /// Whether it must be redrawn. Marking a photo as a favourite changes its modification date, too; so an unedited
    /// photo that stays unedited is not redrawn.
    func looksDifferent(from before: CollagePhoto) -> Bool {
        taken != before.taken || modified != before.modified && (isEdited || before.isEdited)
    }
}

extension CollagePhoto {
    /// Nil for a photo without a date.
    init?(_ asset: PHAsset) {
        guard let taken = asset.creationDate else { return nil }
        self.init(
            identifier: asset.localIdentifier,
            taken: taken,
            modified: asset.modificationDate,
            isEdited: asset.hasAdjustments,
            aspectRatio: Double(max(asset.pixelWidth, 1)) / Double(max(asset.pixelHeight, 1)),
            isShown: asset.mediaType == .image && !asset.isHidden
        )
    }
}
