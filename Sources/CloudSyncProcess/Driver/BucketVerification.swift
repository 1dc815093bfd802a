package import CloudBuckets
internal import CloudSync
package import LibraryModel
package import LinuxSystem

/// Reads every file that a record names from the bucket, and checks it against its digest. Sends damaged and missing
/// files again, if the library has them intact. That changes nothing that another device relies on: an object is named
/// by its content, and the replaced one was unusable.
package enum BucketVerification {
    /// Files whose names are read from the database at once.
    private static let pageLength = 256

    /// `files`: those of the library. `folder`: where files are received; they have no names there, and go away.
    package static func run(
        _ database: SyncDatabase,
        _ bucket: any Bucket,
        _ form: BucketForm,
        mendingFrom files: any BlobFiles,
        receivingIn folder: FilePath,
        _ cancellation: Cancellation,
        progress: (CloudReport.Verification) -> Void
    ) throws -> CloudReport.Verification {
        let session = BucketSession(bucket, form, files: ReceivedFiles(folder: folder))
        let sender = BucketSession(bucket, form, files: files)
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
                case .transferred(false):
                    if try upload(blob, sender, cancellation) { result.mended += 1 } else { result.missing += 1 }
                default:
                    if try replace(blob, sender, files, cancellation) {
                        result.mended += 1
                    } else {
                        result.damaged += 1
                    }
                }
                progress(result)
            }
        }
    }

    /// False when the library does not have the file whole.
    private static func upload(
        _ blob: BlobID,
        _ sender: BucketSession,
        _ cancellation: Cancellation
    ) throws -> Bool {
        let answer = sender.perform(.upload(blob), cancellation)
        if let failure = answer.failure { throw failure }
        return answer.reply == .transferred(true)
    }

    /// An object that is there is not written again, so the damaged one is deleted first.
    private static func replace(
        _ blob: BlobID,
        _ sender: BucketSession,
        _ files: any BlobFiles,
        _ cancellation: Cancellation
    ) throws -> Bool {
        guard try files.open(blob) != nil else { return false }
        let answer = sender.perform(.delete([.blob(blob)]), cancellation)
        if let failure = answer.failure { throw failure }
        return try upload(blob, sender, cancellation)
    }
}
