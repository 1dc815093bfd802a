internal import LibraryMedia
internal import LibraryModel
internal import LibraryProtocol
internal import LibraryStore
internal import LinuxSystem

// Movies that apps bring, or that were lent to them before.

extension DescribeMovieCall: DescriptorCall {
    /// Reads the tracks, as long work of the app's. The file may be one that blocks whoever reads it: only the worker
    /// touches it, which is killed when it takes too long and counts against the app's share until then.
    func answer(
        in session: Session,
        _ file: consuming OwnedDescriptor,
        _ cancellation: Cancellation
    ) throws(LibraryError) -> Answer<Reply> {
        try session.view.requireTakingFiles()
        return Answer(try session.library.media.describeMovie(file, for: session.requester(cancellation)))
    }
}
