import Photos

/// Brings the collages up to date with the library.
///
/// Guarantee: no change is missed, whenever the program is killed. The token is taken before anything is fetched, so
/// the next run sees changes made meanwhile; and it is stored after the pictures are drawn, in one file with their
/// contents. Seeing a change twice has no effect.
struct CatchUp {
    var hikes: HikeList
    var stateFile: URL
    var drawing: CollageDrawing
    var reading: LibraryReading

    /// The photos to update, and the token that covers them.
    private struct News {
        var photos: [CollagePhoto]
        var deleted: Set<String>
        var token: PHPersistentChangeToken
        var basis: Report.Basis
        var changes: Int
    }

    func run() async throws -> Report {
        let clock = ContinuousClock()
        let start = clock.now
        let saved = try SavedState(contentsOf: stateFile)
        let known = saved?.collages ?? []
        let news = try news(since: saved)

        var collages: [Collage] = []
        var entries: [Report.Entry] = []
        for hike in hikes.hikes {
            var collage = known.first { $0.hike.name == hike.name } ?? Collage(hike: hike)
            var difference = collage.move(to: hike)
            difference += collage.update(with: news.photos, deleted: news.deleted)
            // A picture that was deleted is drawn again.
            let isMissing = drawing.exists(hike) == collage.photos.isEmpty
            if !difference.isEmpty || isMissing { try await drawing.draw(collage) }
            collages.append(collage)
            entries.append(
                Report.Entry(
                    collage,
                    difference,
                    isDrawn: !difference.isEmpty || isMissing,
                    file: drawing.file(of: hike)
                )
            )
        }
        let pictures = Set(hikes.hikes.map(\.pictureName))
        for forgotten in known where !pictures.contains(forgotten.hike.pictureName) {
            try drawing.remove(forgotten.hike)
        }
        try SavedState(token: news.token, collages: collages).write(to: stateFile)
        return Report(
            collages: entries,
            basis: news.basis,
            changes: news.changes,
            seconds: (clock.now - start) / .seconds(1)
        )
    }

    private func news(since saved: SavedState?) throws -> News {
        guard let saved else { return try everything(besides: [], .everything) }
        guard let token = saved.changeToken else { return try everything(besides: saved.collages, .tokenExpired) }
        do {
            let changes = try reading.changes(since: token)
            let assets = try reading.assets(identifiers: changes.touched)
            var photos = assets.values.compactMap { CollagePhoto($0) }
            let unknown = hikes.hikes.filter { hike in !saved.collages.contains { $0.hike == hike } }
            photos += try reading.photos(of: unknown)
            return News(
                photos: photos,
                deleted: changes.deleted.union(changes.touched.subtracting(photos.map(\.identifier))),
                token: changes.token,
                basis: .changes,
                changes: changes.count
            )
        } catch PHPhotosError.persistentChangeTokenExpired {
            return try everything(besides: saved.collages, .tokenExpired)
        } catch PHPhotosError.persistentChangeDetailsUnavailable {
            return try everything(besides: saved.collages, .detailsUnavailable)
        }
    }

    /// All photos of all hikes. Photos on a collage that are not among them are gone.
    private func everything(besides collages: [Collage], _ basis: Report.Basis) throws -> News {
        let token = reading.token
        let photos = try reading.photos(of: hikes.hikes)
        let tracked = Set(collages.flatMap(\.photos.keys))
        return News(
            photos: photos,
            deleted: tracked.subtracting(photos.map(\.identifier)),
            token: token,
            basis: basis,
            changes: 0
        )
    }
}
