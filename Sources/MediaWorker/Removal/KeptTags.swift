internal import LibraryModel

/// How metadata removal treats each entry of a TIFF directory. The only place that decides it.
enum KeptTag {
    case keep, drop
    /// Kept, as far as the allowlist of its content goes.
    case xmp, iptc, photoshop
    /// Another directory: of an image, or of EXIF.
    case directory
    /// Dropped with all its content.
    case places
    /// Kept if it is Apple's, whose maker note has no position.
    case makerNote
    /// Kept if it is `Screenshot`.
    case userComment

    private static let captions: Set<UInt16> = [
        // DocumentName, ImageDescription, PageName; Windows' rating; Windows' title, comment, keywords and subject;
        // EXIF 3.0's title.
        0x010D, 0x010E, 0x011D, 0x4746, 0x4749, 0x9C9B, 0x9C9C, 0x9C9E, 0x9C9F, 0xA436,
    ]
    /// Ambient conditions: temperature, humidity, pressure, water depth, acceleration, elevation.
    private static let surroundings: ClosedRange<UInt16> = 0x9400...0x9405
    private static let kept: [ClosedRange<UInt16>] = [
        // Interoperability.
        0x0001...0x0002, 0x1000...0x1002,
        // TIFF with its extensions, gamma and intent, pixel units, colour filters, copyright.
        0x00FE...0x018F, 0x0191...0x0214, 0x0301...0x0303, 0x5110...0x5113, 0x80A3...0x80A6, 0x828D...0x828F,
        0x8298...0x8298, 0x8773...0x8773,
        // EXIF.
        0x829A...0x829D, 0x8822...0x8833, 0x9000...0x920A, 0x920B...0x9211, 0x9214...0x9217, 0x9290...0x9292,
        0x9C9D...0x9C9D, 0xA000...0xA003, 0xA20B...0xA217, 0xA300...0xA302, 0xA401...0xA40A, 0xA40C...0xA420,
        0xA430...0xA435, 0xA437...0xA43F, 0xA460...0xA462, 0xA500...0xA500,
        // DNG without the maker's private data and without the embedded RAW file.
        0xC612...0xC633, 0xC635...0xC68B, 0xC68D...0xC7FF, 0xCD2D...0xCD4B,
    ]

    init(_ tag: UInt16, _ removal: MetadataRemoval) {
        self =
            switch tag {
            case 0x014A, 0x8769, 0xA005: .directory
            case 0x8825: removal.contains(.location) ? .places : .directory
            case 0x02BC: .xmp
            case 0x83BB: .iptc
            case 0x8649: .photoshop
            case 0x927C: .makerNote
            case 0x9286: removal.contains(.captions) ? .userComment : .keep
            case let tag where KeptTag.captions.contains(tag): removal.contains(.captions) ? .drop : .keep
            case let tag where KeptTag.surroundings.contains(tag): removal.contains(.location) ? .drop : .keep
            case let tag where KeptTag.kept.contains(where: { $0.contains(tag) }): .keep
            default: .drop
            }
    }

    /// In a GPS directory, which is kept when places are.
    static func ofPlaces(_ tag: UInt16) -> KeptTag { tag <= 0x001F ? .keep : .drop }
}
