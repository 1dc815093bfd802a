package import CloudBuckets
internal import CloudSync
package import LibraryModel
package import LinuxSystem

/// Reads every file that a record names from the bucket, and checks it against its digest.
package struct BucketVerification {
    /// Files whose names are read from the database at once.
    private static let pageLength = 256

    /// `folder`: where files are received; they have no names there, and go away.
    package static func run(
        _ database: SyncDatabase,
        _ bucket: any Bucket,
        _ form: BucketForm,
        receivingIn folder: FilePath,
        _ cancellation: Cancellation,
        progress: (CloudReport.Verification) -> Void
    ) throws -> CloudReport.Verification {
        let session = BucketSession(bucket, form, files: ReceivedFiles(folder: folder))
        var result = CloudReport.Verification()
        var last: BlobID?
        while true {
            let page = database.referencedBlobs(after: last, limit: pageLength)
            if let failure = database.failure { throw failure }
            guard let end = page.last else { return result }
            last = end
            for blob in page {
                let answer = session.perform(.download(blob), cancellation)
                if let failure = answer.failure { throw failure }
                result.checked += 1
                switch answer.reply {
                case .transferred(true): break
                case .transferred(false): result.missing += 1
                default: result.damaged += 1
                }
                progress(result)
            }
        }
    }
}

/// Files that are read and kept by nobody.
private struct ReceivedFiles: BlobFiles {
    let folder: FilePath

    func open(_ blob: BlobID) throws -> OwnedDescriptor? { nil }

    func receive(_ blob: BlobID, size: UInt64) throws -> OwnedDescriptor {
        try OwnedDescriptor(opening: folder, [.readWrite, .unnamed], mode: 0o600)
    }

    func commit(_ blob: BlobID, _ file: consuming OwnedDescriptor) throws {}
}
