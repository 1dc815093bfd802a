import LibraryMedia
import LibraryModel
import LinuxSystem
import MediaWorkerProtocol

/// What is a JPEG file as far as its first bytes tell.
func picture(_ content: [UInt8]) -> [UInt8] { [0xFF, 0xD8, 0xFF] + content }

extension OriginalStore {
    /// Copies a file in and makes it an original.
    func ingest(
        _ source: consuming OwnedDescriptor,
        by copies: FileCopies,
        for requester: Requester = .owner
    ) throws(LibraryError) -> StoredOriginal {
        switch try copyIn(source, CopyLimits(size: .max, pictureSize: .max), by: copies, for: requester) {
        case .copied(let incoming, let digest, let size):
            return try place(incoming, digest, size: size, requester.cancellation)
        case .tooLarge: throw LibraryError(.limitExceeded, "too large")
        }
    }
}
