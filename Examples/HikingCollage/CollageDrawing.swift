import Photos

/// Draws collages into files of a folder.
struct CollageDrawing {
    var folder: URL
    var reading: LibraryReading

    /// Pixels.
    static let width = 1_600
    /// Of more photos a collage shows some, evenly distributed over the hike.
    static let maximumTiles = 240
    /// Photos that are loaded and resized concurrently.
    static let concurrentTiles = 4
    /// The colour between the photos.
    static let background = Canvas.Color(red: 245, green: 243, blue: 238)
    /// The colour of a missing picture.
    static let blank = Canvas.Color(red: 214, green: 210, blue: 202)

    func file(of hike: Hike) -> URL { folder.appendingPathComponent(hike.pictureName) }

    func exists(_ hike: Hike) -> Bool { FileManager.default.fileExists(atPath: file(of: hike).path) }

    func remove(_ hike: Hike) throws {
        do {
            try FileManager.default.removeItem(at: file(of: hike))
        } catch let error as CocoaError where error.code == .fileNoSuchFile {
            // Somebody has deleted it already.
        }
    }

    /// Draws the collage and replaces the file. Deletes the file when there are no photos.
    func draw(_ collage: Collage) async throws {
        let photos = CollageDrawing.shown(of: collage.photosInOrder)
        guard !photos.isEmpty else { return try remove(collage.hike) }
        let layout = JustifiedRows(aspectRatios: photos.map(\.aspectRatio), width: CollageDrawing.width)
        var canvas = Canvas(width: layout.width, height: layout.height, filledWith: CollageDrawing.background)

        let assets = try reading.assets(identifiers: photos.map(\.identifier))
        // Concurrently: while one loads, others are resized.
        try await withThrowingTaskGroup(of: (JustifiedRows.Tile, Canvas?).self) { group in
            for (index, (photo, tile)) in zip(photos, layout.tiles).enumerated() {
                if index >= CollageDrawing.concurrentTiles, let (tile, picture) = try await group.next() {
                    canvas.draw(picture, on: tile)
                }
                let asset = assets[photo.identifier]
                group.addTask { (tile, try await picture(of: asset, for: tile)) }
            }
            for try await (tile, picture) in group { canvas.draw(picture, on: tile) }
        }

        guard let image = PhotoImage(width: canvas.width, height: canvas.height, rgba: canvas.pixels) else {
            throw DrawingError(message: "the collage \"\(collage.hike.name)\" is too large for a picture")
        }
        let jpeg = try image.jpegData(compressionQuality: 0.88)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try jpeg.write(to: file(of: collage.hike), options: .atomic)
    }

    /// The current photo with edits, cropped to the tile. Nil when there is none; prints why.
    private func picture(of asset: PHAsset?, for tile: JustifiedRows.Tile) async throws -> Canvas? {
        guard let asset else { return nil }
        let options = PHImageRequestOptions()
        // One call of the handler, without a degraded picture first.
        options.deliveryMode = .highQualityFormat
        options.isNetworkAccessAllowed = true
        do {
            let image: PhotoImage = try await withCheckedThrowingContinuation { continuation in
                PHImageManager.default().requestImage(
                    for: asset,
                    targetSize: CGSize(width: tile.width, height: tile.height),
                    contentMode: .aspectFill,
                    options: options
                ) { image, info in
                    let failure = info?[PHImageErrorKey] as? any Error
                    continuation.resume(with: image.map { .success($0) } ?? .failure(failure ?? NoPicture()))
                }
            }
            let canvas = Canvas(width: image.width, height: image.height, pixels: image.rgba)
            return canvas?.filling(width: tile.width, height: tile.height)
        } catch PHPhotosError.invalidResource, PHPhotosError.missingResource, PHPhotosError.identifierNotFound,
            PHPhotosError.requestNotSupportedForAsset, PHPhotosError.networkError, is NoPicture
        {
            // Any other error concerns the library, not the photo; a blank tile would stay on the collage.
            note("no picture of \(asset.localIdentifier)")
            return nil
        }
    }

    private struct NoPicture: Error {}

    /// All photos, or as many as fit, evenly distributed.
    static func shown(of photos: [CollagePhoto]) -> [CollagePhoto] {
        guard photos.count > maximumTiles else { return photos }
        return (0..<maximumTiles).map { photos[$0 * photos.count / maximumTiles] }
    }
}

extension Canvas {
    /// A blank tile for a missing picture.
    fileprivate mutating func draw(_ picture: Canvas?, on tile: JustifiedRows.Tile) {
        draw(
            picture ?? Canvas(width: tile.width, height: tile.height, filledWith: CollageDrawing.blank),
            x: tile.x,
            y: tile.y
        )
    }
}

/// A collage that cannot be drawn, and why.
struct DrawingError: LocalizedError {
    var message: String
    var errorDescription: String? { message }
}
