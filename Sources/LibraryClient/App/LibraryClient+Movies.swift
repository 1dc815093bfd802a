package import LibraryModel
internal import LibraryProtocol
package import LinuxSystem

// Movies' files, which the library's workers read.
extension LibraryClient {
    /// The tracks of a movie. Throws `invalidResource` for what is no movie, or cannot be read.
    package func describeMovie(
        _ file: borrowing OwnedDescriptor,
        _ cancellation: Cancellation? = nil
    ) throws(LibraryError) -> MovieDescription {
        let response = try calls.call(DescribeMovieCall(), cancellation) { () throws(SystemCallError) in
            DescriptorList(try file.duplicate())
        }
        return response.reply
    }
}
