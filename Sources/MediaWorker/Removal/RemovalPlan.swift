package import LibraryModel
package import MediaWorkerProtocol

/// Plans the copy of a file without some of its metadata.
///
/// 1. Coded images and audio stay. Metadata is overwritten in place, and the file keeps its length, so all offsets stay
///    valid.
/// 2. Allowlists say what is known to be harmless (`KeptTags`, `KeptProperties` and the like); everything else is
///    overwritten with zeros or blanks, because it may be a position.
/// 3. A file whose structure is not fully understood is refused, and so is a format without a plan.
/// 4. Planning for the copy finds nothing to remove. Overlapping structures can change each other's meaning; a file
///    whose copy would still have metadata is refused.
/// 5. Nothing is decoded, and no C library reads the file: this runs in the processes that copy other people's files.
package enum RemovalPlan {
    /// The changes, in their order. Empty when there is nothing to take out.
    package static func make(
        for file: borrowing MediaFile,
        removing removal: MetadataRemoval
    ) throws(LibraryError) -> [FilePatch] {
        let plan = try patches(of: file.source, file.format, removal)
        if plan.isEmpty { return plan }
        guard try patches(of: file.source.patched(plan), file.format, removal).isEmpty else { throw .notRemovable }
        return plan
    }

    private static func patches(
        of source: ByteSource,
        _ format: MediaFormat,
        _ removal: MetadataRemoval
    ) throws(LibraryError) -> [FilePatch] {
        var patches = PatchList()
        switch format {
        case .jpeg:
            var jpeg = JPEGRemoval(source, removal)
            try jpeg.removeFromFile(&patches)
        case .png: try PNGRemoval(source, removal).remove(&patches)
        case .webp: try WebPRemoval(source, removal).remove(&patches)
        case .gif: try GIFRemoval(source, removal).remove(&patches)
        case .tiff, .raw(contentType: "image/x-adobe-dng"): try TIFFRemoval.removeFromFile(source, removal, &patches)
        case .heif: try HEIFRemoval(source, removal).remove(&patches)
        case .movie(_, demuxer: "mov"): try MovieRemoval(source, removal).remove(&patches)
        default: throw .notRemovable
        }
        return try patches.sorted()
    }
}
