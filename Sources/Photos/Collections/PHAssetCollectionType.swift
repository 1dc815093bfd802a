/// What makes up a collection of assets.
public enum PHAssetCollectionType: Int, Sendable {
    /// What a person or an app put into it.
    case album = 1
    /// What meets a condition: the library computes it.
    case smartAlbum = 2
    /// What was taken at one time and place. There are none, as in Apple's since iOS 13.
    case moment = 3
}

/// Which sort of album.
public enum PHAssetCollectionSubtype: Int, Sendable {
    /// An album.
    case albumRegular = 2
    /// An event from a computer.
    case albumSyncedEvent = 3
    /// Faces from a computer.
    case albumSyncedFaces = 4
    /// An album from a computer.
    case albumSyncedAlbum = 5
    /// What came from a camera.
    case albumImported = 6
    /// The person's photo stream.
    case albumMyPhotoStream = 100
    /// A shared album.
    case albumCloudShared = 101
    /// A smart album of no special sort.
    case smartAlbumGeneric = 200
    /// Panoramas.
    case smartAlbumPanoramas = 201
    /// Movies.
    case smartAlbumVideos = 202
    /// Favourites.
    case smartAlbumFavorites = 203
    /// Time-lapse movies.
    case smartAlbumTimelapses = 204
    /// Hidden assets.
    case smartAlbumAllHidden = 205
    /// What was added of late.
    case smartAlbumRecentlyAdded = 206
    /// Bursts.
    case smartAlbumBursts = 207
    /// Slow motion.
    case smartAlbumSlomoVideos = 208
    /// Everything of the person's own.
    case smartAlbumUserLibrary = 209
    /// Pictures of oneself.
    case smartAlbumSelfPortraits = 210
    /// Pictures of a screen.
    case smartAlbumScreenshots = 211
    /// Photos with depth data.
    case smartAlbumDepthEffect = 212
    /// Photos with a short movie.
    case smartAlbumLivePhotos = 213
    /// Pictures that move by themselves.
    case smartAlbumAnimated = 214
    /// Long exposures.
    case smartAlbumLongExposures = 215
    /// What could not be uploaded.
    case smartAlbumUnableToUpload = 216
    /// Camera RAW.
    case smartAlbumRAW = 217
    /// Cinematic movies.
    case smartAlbumCinematic = 218
    /// Photos and movies for two eyes.
    case smartAlbumSpatial = 219
    /// Movies of a screen.
    case smartAlbumScreenRecordings = 220
    /// What was deleted less than 30 days ago: fetched by itself only. (Apple's has the number without a name.)
    case smartAlbumRecentlyDeleted = 1_000_000_201
    /// Any sort: for fetches.
    case any = 9_223_372_036_854_775_807
}
