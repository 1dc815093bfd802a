import LibraryClient
import LibraryModel
import LinuxSystem

/// The source of an image manager's pictures.
protocol PictureLoading: Sendable {
    /// Loads a picture. Blocks until `cancellation` is stopped.
    func picture(_ source: SourcePicture, _ cancellation: Cancellation) throws(LibraryError) -> PhotoImage
    /// Returns a picture that is ready, possibly smaller; nil when none is.
    func quickPicture(_ source: SourcePicture, _ cancellation: Cancellation) throws(LibraryError) -> PhotoImage?
}

extension PictureLoading {
    /// Downloads the file that a picture is made of.
    func bringHere(_ source: SourcePicture, _ network: NetworkAccess) throws(LibraryError) {
        try PHPhotoLibrary.shared().client.bringHere(source.kind, of: source.asset, network)
    }
}

/// Pictures from the library, without a cache.
struct LibraryPictures: PictureLoading {
    func picture(_ source: SourcePicture, _ cancellation: Cancellation) throws(LibraryError) -> PhotoImage {
        try load(source, isStored: false, cancellation)
    }

    func quickPicture(_ source: SourcePicture, _ cancellation: Cancellation) throws(LibraryError) -> PhotoImage? {
        do throws(LibraryError) { return try load(source, isStored: true, cancellation) } catch {
            guard error.code == .missingResource else { throw error }
            return nil
        }
    }

    private func load(
        _ source: SourcePicture,
        isStored: Bool,
        _ cancellation: Cancellation
    ) throws(LibraryError) -> PhotoImage {
        let client = PHPhotoLibrary.shared().client
        return PhotoImage(
            try client.thumbnail(
                of: source.asset,
                fitting: source.size,
                source.kind,
                isStored: isStored,
                cancellation: cancellation
            )
        )
    }
}
