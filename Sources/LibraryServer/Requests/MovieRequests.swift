internal import LibraryMedia
internal import LibraryModel
internal import LibraryProtocol
internal import LibraryStore
internal import LibraryTransport
internal import LinuxSystem

// Movies whose files apps attach.

extension DescribeMovieCall: DescriptorCall {
    /// Reads the tracks, as long work in the app's share. Reading the file may block: only the worker process does so,
    /// which is killed when it takes too long and counts against the share until then.
    func answer(
        in session: Session,
        _ file: consuming OwnedDescriptor,
        _ cancellation: Cancellation
    ) throws(LibraryError) -> Answer<Reply> {
        try session.view.requireAdding(cancellation: cancellation)
        return Answer(try session.library.media.describeMovie(file, for: session.requester(cancellation)))
    }
}

extension ExportMovieCall: StreamedDescriptorCall {
    static var descriptorCount: Int { 2 }

    /// Exports a movie, as long work in the app's share. This process touches neither file.
    func open(
        in session: Session,
        _ request: borrowing IncomingRequest,
        _ descriptors: inout DescriptorList
    ) throws(LibraryError) {
        try session.view.requireAdding(cancellation: request.cancellation)
        guard export.isValid else { throw LibraryError(.invalidRequest, "the settings of the export are out of range") }
        session.export(export, descriptors.takeFirst(descriptors.count), request)
    }
}

extension Session {
    /// Opens a stream of `ExportProgress`, and exports the movie on a thread of its own, which waits for the worker
    /// process. The end of the stream ends the process.
    fileprivate func export(
        _ export: MovieExport,
        _ files: consuming DescriptorList,
        _ request: borrowing IncomingRequest
    ) {
        let cancellation = Cancellation()
        let number = request.stream
        streamOpens(number)
        guard let stream = openStream(request, first: ExportProgress(0).encoded) else { return }
        streamBegan(number) { cancellation.cancel() }
        let work = MovieWork(export, files, library.exports, requester(cancellation))
        do throws(SystemCallError) {
            _ = try SystemThread(name: "export") { [weak self] in
                let last = work.reply { thousandths in
                    // Drops progress that finds no credit: more follows.
                    _ = stream.offer(ExportProgress(thousandths).encoded.span)
                }
                stream.finish(last.span)
                self?.streamEnded(number)
            }
        } catch {
            stream.finish(LibraryError(error, "exporting").encoded.span)
            streamEnded(number)
        }
    }
}

/// One export: what its thread needs.
private final class MovieWork: Sendable {
    private let export: MovieExport
    private let files: DescriptorList
    private let exports: MovieExports
    private let requester: Requester

    init(
        _ export: MovieExport,
        _ files: consuming DescriptorList,
        _ exports: MovieExports,
        _ requester: Requester
    ) {
        self.export = export
        self.files = files
        self.exports = exports
        self.requester = requester
    }

    /// Does the work, waits for it, and returns the last reply.
    func reply(_ progress: (Int) -> Void) -> [UInt8] {
        do throws(LibraryError) {
            try exports.export(export, files, for: requester, progress)
            return ExportProgress(Int(ExportProgress.whole)).encoded
        } catch {
            return error.encoded
        }
    }
}
