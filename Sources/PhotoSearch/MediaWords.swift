/// Words for kinds of media, in English.
enum MediaWords {
    /// Letters of a prefix that matches, so that a search has results while the person types.
    private static let shortestBeginning = 4

    /// Returns the kind that words in lower case name; nil for none.
    static func filter(_ words: [String]) -> MediaFilter? {
        let phrase = words.joined(separator: " ")
        if let exact = table[phrase] { return exact }
        guard phrase.utf8.count >= shortestBeginning else { return nil }
        let meant = Set(table.filter { $0.key.hasPrefix(phrase) }.values)
        return meant.count == 1 ? meant.first : nil
    }

    private static let table: [String: MediaFilter] = [
        "photo": .images, "photos": .images, "picture": .images, "pictures": .images, "image": .images,
        "images": .images,
        "video": .videos, "videos": .videos, "movie": .videos, "movies": .videos, "clip": .videos, "clips": .videos,
        "live": .livePhotos, "live photo": .livePhotos, "live photos": .livePhotos,
        "screenshot": .screenshots, "screenshots": .screenshots,
        "panorama": .panoramas, "panoramas": .panoramas, "pano": .panoramas, "panos": .panoramas,
        "selfie": .selfies, "selfies": .selfies,
        "favorite": .favorites, "favorites": .favorites, "favourite": .favorites, "favourites": .favorites,
        "slomo": .slomo, "slo-mo": .slomo, "slow motion": .slomo,
        "timelapse": .timelapse, "time-lapse": .timelapse, "time lapse": .timelapse, "timelapses": .timelapse,
        "burst": .bursts, "bursts": .bursts,
        "raw": .raw,
        "spatial": .spatial,
        "cinematic": .cinematic,
        "animated": .animated, "animation": .animated, "animations": .animated, "gif": .animated, "gifs": .animated,
        "portrait": .portraits, "portraits": .portraits,
        "screen recording": .screenRecordings, "screen recordings": .screenRecordings,
        "hdr": .hdr,
        "edited": .edited,
    ]
}
