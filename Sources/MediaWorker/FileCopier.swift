internal import Digests
internal import Glibc
package import LibraryModel
package import LinuxSystem
package import MediaWorkerProtocol

/// Copies a staged photo or video, and computes the SHA-256 of the stored bytes.
///
/// The file may be on a FUSE file system of its sender: any call may block for ever, and two reads may differ. So this
/// runs in a process that can be abandoned, and reads nothing twice.
///
/// 1. Size and format are checked before anything is copied, so refusing a file costs a few reads.
/// 2. Where the file system can, the copy shares the file's blocks; otherwise the hashed bytes are the written ones.
///    Runs of zeros stay holes.
/// 3. The file offset of the destination is the progress: the server reads it through its own descriptor.
package enum FileCopier {
    /// Bytes that are read, hashed and written at a time.
    private static let chunkSize = 1 << 20

    package static func copy(
        _ source: borrowing OwnedDescriptor,
        to destination: borrowing OwnedDescriptor,
        _ limits: CopyLimits,
        afterChunk: () -> Void = {}
    ) throws(LibraryError) -> CopyOutcome {
        let before = try status(of: source)
        guard before.size <= limits.size else { return .tooLarge(size: before.size) }
        let media = try MediaFile(recognizing: source.rawValue)
        if media.isEncodedPicture, before.size > limits.pictureSize { return .tooLarge(size: before.size) }
        do throws(StorageFailure) {
            let digest = try copyBytes(source, destination, size: before.size, afterChunk)
            let after = try status(ofChanging: source)
            guard after.size == before.size, after.modificationNanoseconds == before.modificationNanoseconds else {
                throw .source(.fileChanged)
            }
            return .copied(digest: digest, size: before.size)
        } catch {
            switch error {
            case .source(let error): throw error
            case .destination(let error): return .notStored(errorNumber: error.errorNumber, call: error.call)
            }
        }
    }

    private enum StorageFailure: Error {
        case source(LibraryError)
        case destination(SystemCallError)
    }

    private static func copyBytes(
        _ source: borrowing OwnedDescriptor,
        _ destination: borrowing OwnedDescriptor,
        size: Int64,
        _ afterChunk: () -> Void
    ) throws(StorageFailure) -> [UInt8] {
        let isClone: Bool
        do throws(SystemCallError) { isClone = try destination.clone(source) } catch { throw .destination(error) }
        var sha = SHA256()
        var buffer = [UInt8](repeating: 0, count: chunkSize)
        var offset: Int64 = 0
        while true {
            let count: Int
            do throws(SystemCallError) {
                count =
                    isClone
                    ? try destination.read(into: &buffer, at: offset) : try source.read(into: &buffer, at: offset)
            } catch {
                throw .source(.unreadableFile)
            }
            if count == 0 { break }
            offset += Int64(count)
            // A file that grows meanwhile has no end.
            guard offset <= size else { throw .source(.fileChanged) }
            let bytes = buffer.span.extracting(first: count)
            sha.update(bytes)
            do throws(SystemCallError) {
                if isClone || isHole(buffer, count) {
                    try destination.seek(to: offset)
                } else {
                    try destination.write(bytes)
                }
            } catch {
                throw .destination(error)
            }
            afterChunk()
        }
        guard offset == size else { throw .source(.fileChanged) }
        // A hole at the end needs an explicit length.
        do throws(SystemCallError) { if !isClone { try destination.setSize(size) } } catch { throw .destination(error) }
        return sha.finish()
    }

    private static func isHole(_ buffer: [UInt8], _ count: Int) -> Bool {
        unsafe buffer.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress, count > 0, unsafe bytes[0] == 0 else { return false }
            // All bytes are zero if the first is and each equals its predecessor.
            return unsafe memcmp(start, start + 1, count - 1) == 0
        }
    }

    private static func status(of source: borrowing OwnedDescriptor) throws(LibraryError) -> FileStatus {
        let status: FileStatus
        do throws(SystemCallError) { status = try source.status() } catch { throw .unreadableFile }
        guard status.isRegularFile else { throw .unreadable("it is not a regular file") }
        return status
    }

    private static func status(
        ofChanging source: borrowing OwnedDescriptor
    ) throws(StorageFailure) -> FileStatus {
        do throws(LibraryError) { return try status(of: source) } catch { throw .source(error) }
    }
}

extension LibraryError {
    fileprivate static let fileChanged = LibraryError(
        .invalidResource,
        "the file changed while it was copied",
        isRetryable: true
    )
    fileprivate static let unreadableFile = unreadable("the file cannot be read")
}
