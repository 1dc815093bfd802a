internal import CloudBuckets
internal import CloudEncryption
internal import CloudSync
internal import HTTPTransfer
internal import LibraryModel
internal import LinuxSystem

/// A bucket that was opened as the settings say.
struct OpenedBucket {
    let bucket: any Bucket
    let form: BucketForm

    /// Bytes.
    private static let keyFileLimit = 64

    /// `folder`: where the key is. `creates`: whether the bucket may be made.
    init(_ settings: CloudSettings, folder: FilePath, creates: Bool, pace: TransferPace) throws {
        let url: BucketURL
        do throws(BucketURL.Malformed) { url = try BucketURL(settings.url) } catch {
            throw SyncRefusal(reason: error.description)
        }
        switch url {
        case .folder(let path): bucket = try FolderBucket(at: path, creates: creates, pace: pace)
        case .s3(let location):
            let configuration = try S3Configuration(profile: location.profile)
            guard configuration.credentials != nil else { throw SyncRefusal.noCredentials }
            bucket = try S3Bucket(
                location,
                configuration,
                client: HTTPClient(authorities: location.authorities),
                pace: pace,
                journal: UploadJournal(in: folder)
            )
        }
        if settings.isEncrypted {
            let path = folder.appending("key")
            guard try FileStatus.ifPresent(path) != nil else { throw SyncRefusal.noKey }
            let file = try OwnedDescriptor(opening: path, [.readOnly])
            guard let key = LibraryKey(bytes: try file.readToEnd(limit: OpenedBucket.keyFileLimit)) else {
                throw SyncRefusal.noKey
            }
            form = .sealed(BucketCipher(key))
        } else {
            form = .plain
        }
    }

    /// Ends uploads in parts that were begun for files which nobody needs any more.
    func endUploads(_ database: SyncDatabase, _ cancellation: Cancellation) throws {
        guard let bucket = bucket as? S3Bucket else { return }
        var needed: Set<BucketKey>?
        try bucket.endUploads(
            unless: { key in
                let keys = needed ?? Set(database.filesToSend.map { form.key(of: .blob($0)) })
                needed = keys
                return keys.contains(key)
            },
            cancellation
        )
        if let failure = database.failure { throw failure }
    }

    /// Before this device writes anything: a bucket that is joined has a library that this key opens, and one that is
    /// set up has none.
    func check(joins: Bool, _ files: any BlobFiles, _ cancellation: Cancellation) throws {
        let session = BucketSession(bucket, form, files: files)
        let listing = session.perform(.listHeads, cancellation)
        if let failure = listing.failure { throw failure }
        guard case .heads(let heads, _) = listing.reply else { return }
        guard joins else {
            if !heads.isEmpty { throw SyncRefusal.libraryIsThere }
            return
        }
        if heads.isEmpty { throw SyncRefusal.noLibrary }
        if try opensOne(of: heads, session, cancellation) { return }
        if case .plain = form { throw SyncRefusal.isEncrypted }
        let plain = BucketSession(bucket, .plain, files: files)
        throw try opensOne(of: heads, plain, cancellation) ? SyncRefusal.isPlain : SyncRefusal.otherKey
    }

    private func opensOne(
        of heads: [ListedHead],
        _ session: BucketSession,
        _ cancellation: Cancellation
    ) throws -> Bool {
        for head in heads {
            let answer = session.perform(.getHead(name: head.name), cancellation)
            if let failure = answer.failure { throw failure }
            if case .object(.some) = answer.reply { return true }
        }
        return false
    }
}
