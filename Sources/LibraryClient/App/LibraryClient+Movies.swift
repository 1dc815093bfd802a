package import LibraryModel
internal import LibraryProtocol
package import LinuxSystem

// Movies' files, which the library's workers read.
extension LibraryClient {
    /// The tracks of a movie. Throws `invalidResource` for a file that is not a movie, or cannot be read.
    package func describeMovie(
        _ file: borrowing OwnedDescriptor,
        _ cancellation: Cancellation? = nil
    ) throws(LibraryError) -> MovieDescription {
        let response = try calls.call(DescribeMovieCall(), cancellation) { () throws(SystemCallError) in
            DescriptorList(try file.duplicate())
        }
        return response.reply
    }

    /// Exports a movie into an empty file, and reports progress in thousandths. Blocks until the movie is written.
    /// Throws `invalidResource` for a file that cannot be read, or not be written with these settings, `cancelled` when
    /// `cancellation` is stopped; the file then keeps what was written.
    package func exportMovie(
        _ export: MovieExport,
        of file: borrowing OwnedDescriptor,
        to destination: borrowing OwnedDescriptor,
        _ cancellation: Cancellation? = nil,
        _ progress: (Int) -> Void = { _ in }
    ) throws(LibraryError) {
        let files = try translatingSystemErrors("handing a file over") { () throws(SystemCallError) in
            var files = DescriptorList(try file.duplicate())
            files.append(try destination.duplicate())
            return files
        }
        do throws(LibraryError) {
            let connection = try calls.connectionForStream()
            let stream = try ReplyStream(ExportMovieCall(export), on: connection, cancellation, descriptors: files)
            while let done = try stream.next() { progress(Int(done.thousandths)) }
            guard try stream.last().thousandths == ExportProgress.whole else { throw .unexpectedReply }
        } catch {
            guard cancellation?.isStopped == true else { throw error }
            throw LibraryError(.cancelled, "the export was cancelled")
        }
    }
}
