package import LibraryModel
package import MediaWorkerProtocol

/// How a copy of a file comes to be without some of its metadata.
///
/// 1. Pictures and sound keep their bytes. Metadata is changed where it lies, and the file keeps its length, so that
///    all offsets into it stay right.
/// 2. Metadata is kept by lists of what is known to be harmless (`KeptTags`, `KeptProperties` and their like), and
///    everything else is filled with zeros or blanks: what no list knows may be a position.
/// 3. A file whose structure is not understood to its end is refused, and so is every format without a plan.
/// 4. The copy itself has nothing to take out. Structures that lie in one another can change each other's meaning; a
///    file whose copy would have is refused.
/// 5. Nothing is decoded, and no library reads the file: this runs beside the copying of other people's files.
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
