import Photos

/// One hike and the photos that its picture shows, as they were when it was drawn.
struct Collage: Codable, Equatable {
    var hike: Hike
    /// By local identifier.
    var photos: [String: CollagePhoto] = [:]

    /// What came, what went and what looks different now.
    struct Difference: Equatable {
        var inserted = 0
        var deleted = 0
        var edited = 0

        var isEmpty: Bool { self == Difference() }
    }

    /// Takes in what the library now says of some photos, and which ones it does not have any more; tells what that
    /// means to the picture.
    ///
    /// Told the same twice, it finds no difference the second time: so nothing is lost, and little done again, when the
    /// program ends between drawing and saving its state.
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

    /// Gives the hike other dates; tells how many photos are not of it any more.
    mutating func move(to hike: Hike) -> Difference {
        self.hike = hike
        let before = photos.count
        photos = photos.filter { hike.contains($0.value.taken) }
        return Difference(deleted: before - photos.count)
    }

    /// The photos in the order in which they were taken.
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

/// What has to be known of a photo to tell later whether its collage must be drawn anew.
struct CollagePhoto: Codable, Equatable {
    var identifier: String
    var taken: Date
    var modified: Date?
    /// Whether it has adjustments: then it does not look as it was taken.
    var isEdited: Bool
    /// Width over height.
    var aspectRatio: Double
    /// Whether it may be on a collage at all: a picture, and not hidden.
    var isShown: Bool

    /// Whether there is a reason to draw it again. Being marked as a favourite also modifies a photo, so that its
    /// adjustments have to be asked as well: those it has, and those that it had when it was drawn.
    func looksDifferent(from before: CollagePhoto) -> Bool {
        taken != before.taken || modified != before.modified && (isEdited || before.isEdited)
    }
}

extension CollagePhoto {
    /// Nil when nobody knows when the photo was taken.
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
