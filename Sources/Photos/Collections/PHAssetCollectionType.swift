/// Types of asset collections.
public enum PHAssetCollectionType: Int, Sendable {
    /// A regular album.
    case album = 1
    /// A smart album: the library computes its members.
    case smartAlbum = 2
    /// Assets of one time and place. There are none, as in PhotoKit since iOS 13.
    case moment = 3
}

/// Kinds of albums.
public enum PHAssetCollectionSubtype: Int, Sendable {
    /// An album.
    case albumRegular = 2
    /// An event from a computer.
    case albumSyncedEvent = 3
    /// Faces from a computer.
    case albumSyncedFaces = 4
    /// An album from a computer.
    case albumSyncedAlbum = 5
    /// Imported from a camera.
    case albumImported = 6
    /// The person's photo stream.
    case albumMyPhotoStream = 100
    /// A shared album.
    case albumCloudShared = 101
    /// A smart album of no particular kind.
    case smartAlbumGeneric = 200
    /// Panoramas.
    case smartAlbumPanoramas = 201
    /// Videos.
    case smartAlbumVideos = 202
    /// Favorites.
    case smartAlbumFavorites = 203
    /// Time-lapse videos.
    case smartAlbumTimelapses = 204
    /// Hidden assets.
    case smartAlbumAllHidden = 205
    /// Recently added assets.
    case smartAlbumRecentlyAdded = 206
    /// Bursts.
    case smartAlbumBursts = 207
    /// Slow-motion videos.
    case smartAlbumSlomoVideos = 208
    /// All assets of the person's library.
    case smartAlbumUserLibrary = 209
    /// Selfies.
    case smartAlbumSelfPortraits = 210
    /// Screenshots.
    case smartAlbumScreenshots = 211
    /// Photos with depth data.
    case smartAlbumDepthEffect = 212
    /// Live Photos.
    case smartAlbumLivePhotos = 213
    /// Animated pictures.
    case smartAlbumAnimated = 214
    /// Long exposures.
    case smartAlbumLongExposures = 215
    /// Assets that could not be uploaded.
    case smartAlbumUnableToUpload = 216
    /// Assets with a RAW file.
    case smartAlbumRAW = 217
    /// Cinematic videos.
    case smartAlbumCinematic = 218
    /// Spatial photos and videos.
    case smartAlbumSpatial = 219
    /// Screen recordings.
    case smartAlbumScreenRecordings = 220
    /// Assets deleted within the last 30 days. Only fetches of this subtype find it. PhotoKit has the number without a
    /// name.
    case smartAlbumRecentlyDeleted = 1_000_000_201
    /// Any kind: for fetches.
    case any = 9_223_372_036_854_775_807
}
