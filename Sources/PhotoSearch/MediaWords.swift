internal import Languages

/// Words for kinds of media, in English and in the person's language.
enum MediaWords {
    /// Letters of a prefix that matches, so that a search has results while the person types.
    private static let shortestBeginning = 4

    /// Returns the kind that words in lower case name; nil for none.
    static func filter(_ words: [String]) -> MediaFilter? {
        let phrase = words.joined(separator: " ")
        return filter(phrase, english) ?? filter(phrase, table(.current))
    }

    private static func filter(_ phrase: String, _ table: [String: MediaFilter]) -> MediaFilter? {
        if let exact = table[phrase] { return exact }
        guard phrase.utf8.count >= shortestBeginning else { return nil }
        let meant = Set(table.filter { $0.key.hasPrefix(phrase) }.values)
        return meant.count == 1 ? meant.first : nil
    }

    private static func table(_ language: Language) -> [String: MediaFilter] {
        switch language {
        case .english: [:]
        case .german: german
        case .japanese: japanese
        case .chinese: chinese
        case .korean: korean
        case .vietnamese: vietnamese
        }
    }

    private static let english: [String: MediaFilter] = [
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

    private static let german: [String: MediaFilter] = [
        "foto": .images, "fotos": .images, "bild": .images, "bilder": .images, "film": .videos, "filme": .videos,
        "bildschirmfoto": .screenshots, "bildschirmfotos": .screenshots, "panorama": .panoramas,
        "panoramen": .panoramas, "selfie": .selfies, "favorit": .favorites, "favoriten": .favorites,
        "zeitlupe": .slomo, "zeitraffer": .timelapse, "serie": .bursts, "serien": .bursts, "serienbilder": .bursts,
        "räumlich": .spatial, "kinoeffekt": .cinematic, "animiert": .animated, "porträt": .portraits,
        "porträts": .portraits, "bildschirmaufnahme": .screenRecordings, "bildschirmaufnahmen": .screenRecordings,
        "bearbeitet": .edited,
    ]

    private static let japanese: [String: MediaFilter] = [
        "写真": .images, "画像": .images, "ビデオ": .videos, "動画": .videos, "ライブフォト": .livePhotos,
        "スクリーンショット": .screenshots, "スクショ": .screenshots, "パノラマ": .panoramas, "セルフィー": .selfies,
        "自撮り": .selfies, "お気に入り": .favorites, "スローモーション": .slomo, "スロー": .slomo,
        "タイムラプス": .timelapse, "バースト": .bursts, "連写": .bursts, "空間": .spatial,
        "シネマティック": .cinematic, "アニメーション": .animated, "ポートレート": .portraits,
        "画面収録": .screenRecordings, "編集済み": .edited,
    ]

    private static let chinese: [String: MediaFilter] = [
        "照片": .images, "图片": .images, "视频": .videos, "影片": .videos, "实况照片": .livePhotos, "实况": .livePhotos,
        "截屏": .screenshots, "截图": .screenshots, "全景": .panoramas, "全景照片": .panoramas, "自拍": .selfies,
        "个人收藏": .favorites, "收藏": .favorites, "慢动作": .slomo, "延时摄影": .timelapse, "连拍": .bursts,
        "连拍快照": .bursts, "空间": .spatial, "电影效果": .cinematic, "动图": .animated, "人像": .portraits,
        "录屏": .screenRecordings, "屏幕录制": .screenRecordings, "已编辑": .edited,
    ]

    private static let korean: [String: MediaFilter] = [
        "사진": .images, "이미지": .images, "비디오": .videos, "동영상": .videos, "라이브 포토": .livePhotos,
        "스크린샷": .screenshots, "파노라마": .panoramas, "셀피": .selfies, "셀카": .selfies,
        "즐겨찾기": .favorites, "즐겨찾는 항목": .favorites, "슬로 모션": .slomo, "타임랩스": .timelapse,
        "타임 랩스": .timelapse, "고속 연사": .bursts, "연사": .bursts, "공간": .spatial, "시네마틱": .cinematic,
        "움직이는 사진": .animated, "인물 사진": .portraits, "화면 기록": .screenRecordings, "편집됨": .edited,
    ]

    private static let vietnamese: [String: MediaFilter] = [
        "ảnh": .images, "hình": .images, "hình ảnh": .images, "phim": .videos, "ảnh chụp màn hình": .screenshots,
        "toàn cảnh": .panoramas, "ảnh toàn cảnh": .panoramas, "ảnh selfie": .selfies, "tự sướng": .selfies,
        "ưa thích": .favorites, "mục ưa thích": .favorites, "yêu thích": .favorites, "quay chậm": .slomo,
        "tua nhanh": .timelapse, "chụp liên tục": .bursts, "không gian": .spatial, "điện ảnh": .cinematic,
        "ảnh động": .animated, "chân dung": .portraits, "quay màn hình": .screenRecordings,
        "đã sửa": .edited, "đã chỉnh sửa": .edited,
    ]
}
