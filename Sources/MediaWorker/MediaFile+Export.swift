internal import CMedia
package import LibraryModel

// Exports of movies.

extension MediaFile {
    /// Exports into an empty file and reports progress in thousandths. Returns the size of the output; nil when the
    /// disk is full.
    package func exportMovie(
        _ export: MovieExport,
        to destination: CInt,
        _ progress: (Int) -> Void
    ) throws(LibraryError) -> Int64? {
        guard case .movie(_, let demuxer) = format else { throw .unreadable("the file is no movie") }
        let movie = try OpenMovie(descriptor, demuxer: demuxer)
        let status = movie.export(export, to: destination, progress)
        switch status {
        case CMEDIA_OK: return max(0, cmedia_file_size(destination))
        case CMEDIA_FULL: return nil
        case CMEDIA_UNSUPPORTED: throw .unreadable("the movie cannot be exported in this format")
        default: throw LibraryError(status)
        }
    }
}

extension OpenMovie {
    fileprivate func export(
        _ export: MovieExport,
        to destination: CInt,
        _ progress: (Int) -> Void
    ) -> cmedia_status {
        withoutActuallyEscaping(progress) { progress in
            var report = ProgressReport(tell: progress)
            return unsafe withUnsafeMutablePointer(to: &report) { context in
                unsafe export.container.muxer.withCString { muxer in
                    var settings = unsafe cmedia_export()
                    unsafe settings.muxer = unsafe muxer
                    unsafe settings.transcodes = export.transcodes ? 1 : 0
                    unsafe settings.only_sound = export.container == .sound ? 1 : 0
                    unsafe settings.width = Int32(clamping: export.box?.width ?? 0)
                    unsafe settings.height = Int32(clamping: export.box?.height ?? 0)
                    unsafe settings.quality = Int32(export.quality)
                    unsafe settings.is_quick = export.isQuick ? 1 : 0
                    unsafe settings.is_fragmented = export.container == .fragments ? 1 : 0
                    unsafe settings.keeps_metadata = export.keepsMetadata ? 1 : 0
                    unsafe settings.start = export.start
                    unsafe settings.duration = export.duration ?? -1
                    unsafe settings.maximum_size = export.maximumSize
                    return unsafe cmedia_movie_export(movie, &settings, destination, reportProgress, context)
                }
            }
        }
    }
}

/// Receives the progress, behind the C function's context pointer.
private struct ProgressReport {
    var tell: (Int) -> Void
}

private let reportProgress: cmedia_progress = { context, thousandths in
    unsafe context?.assumingMemoryBound(to: ProgressReport.self).pointee.tell(Int(thousandths))
}

extension MovieExport.Container {
    /// libav's muxer.
    fileprivate var muxer: String {
        switch self {
        case .quickTime: "mov"
        case .mpeg4, .fragments: "mp4"
        case .appleMPEG4, .sound: "ipod"
        }
    }
}
