internal import LibraryModel

/// The allowlist of XMP properties that stay when metadata is removed. The only place that decides it.
enum KeptProperties {
    private enum Names {
        case all
        case only(Set<String>)
        case starting(String)
        case but(Set<String>, notStarting: String? = nil)

        func contains(_ name: String) -> Bool {
            switch self {
            case .all: true
            case .only(let names): names.contains(name)
            case .starting(let start): name.hasPrefix(start)
            case .but(let names, let start): !names.contains(name) && !(start.map { name.hasPrefix($0) } ?? false)
            }
        }
    }

    /// Neither positions nor people's words: how an image was made, whose it is, and how to display it.
    private static let harmless: [String: Names] = [
        "adobe:ns:meta/": .only(["xmpmeta"]),
        "http://www.w3.org/1999/02/22-rdf-syntax-ns#": .all,
        "http://www.w3.org/XML/1998/namespace": .only(["lang"]),
        "http://ns.adobe.com/tiff/1.0/": .but(["ImageDescription"]),
        "http://ns.adobe.com/exif/1.0/": .but(["UserComment", "MakerNote"], notStarting: "GPS"),
        "http://ns.adobe.com/exif/1.0/aux/": .all,
        "http://cipa.jp/exif/1.0/": .all,
        "http://ns.adobe.com/xap/1.0/": .only(["CreateDate", "ModifyDate", "MetadataDate", "CreatorTool"]),
        "http://ns.adobe.com/xap/1.0/mm/": .only(["DocumentID", "InstanceID", "OriginalDocumentID"]),
        "http://ns.adobe.com/xap/1.0/rights/": .all,
        "http://purl.org/dc/elements/1.1/": .only(["creator", "rights", "format", "date", "language"]),
        "http://ns.adobe.com/photoshop/1.0/": .only(["DateCreated", "ColorMode", "ICCProfile", "Credit", "Source"]),
        "http://ns.adobe.com/camera-raw-settings/1.0/": .all,
        // Panoramas, gain maps, and the position of a second image or a motion photo's movie in the file.
        "http://ns.google.com/photos/1.0/panorama/": .all,
        "http://ns.adobe.com/hdr-gain-map/1.0/": .all,
        "http://ns.apple.com/HDRGainMap/1.0/": .all,
        "http://ns.google.com/photos/1.0/camera/": .only([
            "MotionPhoto", "MotionPhotoVersion", "MotionPhotoPresentationTimestampUs", "MicroVideo",
            "MicroVideoVersion", "MicroVideoOffset", "MicroVideoPresentationTimestampUs",
        ]),
        "http://ns.google.com/photos/1.0/container/": .all,
        "http://ns.google.com/photos/1.0/container/item/": .all,
    ]

    private static let captions: [String: Names] = [
        "http://ns.adobe.com/tiff/1.0/": .only(["ImageDescription"]),
        "http://ns.adobe.com/exif/1.0/": .only(["UserComment"]),
        "http://ns.adobe.com/xap/1.0/": .only(["Rating", "Label"]),
        "http://purl.org/dc/elements/1.1/": .only(["title", "description", "subject"]),
        "http://ns.adobe.com/photoshop/1.0/": .only([
            "Headline", "CaptionWriter", "Instructions", "Category", "SupplementalCategories", "Urgency",
        ]),
        "http://ns.adobe.com/lightroom/1.0/": .all,
        "http://www.digikam.org/ns/1.0/": .all,
        "http://ns.microsoft.com/photo/1.0/": .only(["Rating", "LastKeywordXMP", "LastKeywordIPTC"]),
        "http://ns.microsoft.com/photo/1.2/": .all,
        "http://ns.microsoft.com/photo/1.2/t/RegionInfo#": .all,
        "http://ns.microsoft.com/photo/1.2/t/Region#": .all,
        "http://www.metadataworkinggroup.com/schemas/regions/": .all,
        "http://www.metadataworkinggroup.com/schemas/keywords/": .all,
        "http://ns.adobe.com/xmp/sType/Area#": .all,
        "http://ns.adobe.com/xap/1.0/sType/Dimensions#": .all,
        "http://iptc.org/std/Iptc4xmpExt/2008-02-29/": .only(["PersonInImage", "Event"]),
    ]

    private static let places: [String: Names] = [
        "http://ns.adobe.com/exif/1.0/": .starting("GPS"),
        "http://ns.adobe.com/photoshop/1.0/": .only(["City", "State", "Country"]),
        "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/": .only(["Location", "CountryCode"]),
        "http://iptc.org/std/Iptc4xmpExt/2008-02-29/": .only([
            "LocationCreated", "LocationShown", "City", "CountryCode", "CountryName", "LocationName", "LocationId",
            "ProvinceState", "Sublocation", "WorldRegion",
        ]),
    ]

    /// Whether an element or attribute stays.
    static func contains(_ name: String, of namespace: String, _ removal: MetadataRemoval) -> Bool {
        harmless[namespace]?.contains(name) == true
            || !removal.contains(.captions) && captions[namespace]?.contains(name) == true
            || !removal.contains(.location) && places[namespace]?.contains(name) == true
    }
}
