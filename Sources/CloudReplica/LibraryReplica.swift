internal import CloudBuckets
package import CloudSync
package import LibraryClient
internal import LibraryModel
package import LinuxSystem

/// The library as the sync engine sees it, through the server: answers its requests, and is the library's end of
/// uploads and downloads.
package final class LibraryReplica: BlobFiles, Sendable {
    private let library: LibraryClient
    /// Downloads lie there, without a name, until the library has copied them.
    private let folder: FilePath

    /// `library`: a client of the management socket.
    package init(_ library: LibraryClient, downloadsIn folder: FilePath) {
        self.library = library
        self.folder = folder
    }

    // MARK: Requests

    /// Answers a request. Blocks.
    package func perform(_ request: ReplicaRequest) throws -> ReplicaReply {
        switch request {
        case .history(let position):
            let page = try library.localChanges(after: position)
            return .history(
                LocalChangePage(
                    changes: page.changes.compactMap(LocalChange.init),
                    position: page.position,
                    hasMore: page.hasMore
                )
            )
        case .apply(let batch):
            switch try library.apply(SyncedBatch(batch)) {
            case .moved: return .moved
            case .applied(let position, let missing):
                let wanted = Set(missing.compactMap { ContentDigest(bytes: $0) })
                let blobs = batch.changes.flatMap(\.blobs).filter { wanted.contains($0.content) }
                return .applied(position: position, missing: Set(blobs).sorted())
            }
        }
    }

    // MARK: Files

    package func open(_ blob: BlobID) throws -> OwnedDescriptor? {
        do { return try library.openContent(blob.content.bytes) } catch {
            if error.code == .networkAccessRequired { return nil }
            throw error
        }
    }

    package func isInBucketAlone(_ blob: BlobID) throws -> Bool {
        do {
            _ = try library.openContent(blob.content.bytes)
            return false
        } catch {
            if error.code == .networkAccessRequired { return true }
            throw error
        }
    }

    package func receive(_ blob: BlobID, size: UInt64) throws -> OwnedDescriptor {
        try OwnedDescriptor(opening: folder, [.readWrite, .unnamed])
    }

    /// The server verifies the digest itself.
    package func commit(_ blob: BlobID, _ file: consuming OwnedDescriptor) throws {
        try library.offer(file, content: blob.content.bytes)
    }
}
