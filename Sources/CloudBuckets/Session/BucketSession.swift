package import CloudSync
internal import Digests
internal import HTTPTransfer
package import LinuxSystem

/// Performs the engine's requests to a bucket. Thread-safe: several may run at once.
///
/// Seals everything before it is written, and opens and verifies everything before it is used. Blobs pass through
/// memory in chunks.
package struct BucketSession: Sendable {
    private let bucket: any Bucket
    package let form: BucketForm
    private let files: any BlobFiles

    /// Bytes of the largest head, segment or part of a snapshot to read: more than any device writes.
    private static let objectLimit: UInt64 = 256 * 1024 * 1024
    /// Heads in a bucket: one for each identity that a machine ever had.
    private static let headLimit = 10_000
    /// Former names of a blob under which it is looked for.
    private static let formerGenerations: UInt32 = 16
    /// Names of one deletion request: S3's limit.
    private static let deletionLimit = 1_000

    package init(_ bucket: any Bucket, _ form: BucketForm, files: any BlobFiles) {
        self.bucket = bucket
        self.form = form
        self.files = files
    }

    /// `progress` is called with the bytes of a blob that were transferred, in the bucket's form.
    package func perform(
        _ request: BucketRequest,
        _ cancellation: Cancellation,
        progress: (UInt64) -> Void = { _ in }
    ) -> BucketAnswer {
        do throws(BucketFailure) {
            return .reply(try reply(to: request, cancellation, progress))
        } catch { return .failed(error) }
    }

    private func reply(
        to request: BucketRequest,
        _ cancellation: Cancellation,
        _ progress: (UInt64) -> Void
    ) throws(BucketFailure) -> BucketReply {
        switch request {
        case .listHeads: return try listHeads(cancellation)
        case .getHead(let name):
            // The engine has the name from a listing, which has only valid ones.
            guard let key = BucketKey(name), key.folder == .heads else { return .object(nil) }
            return try get(key, cancellation)
        case .getOwnHead(let device): return try get(form.key(of: .head(device)), cancellation)
        case .getSegment(let device, let number):
            return try get(form.key(of: .segment(device, number)), cancellation)
        case .getSnapshotPart(let device, let number, let part):
            return try get(form.key(of: .snapshotPart(device, number: number, part: part)), cancellation)
        case .put(let name, let bytes):
            let key = form.key(of: name)
            return .stored(tag: try bucket.put(key, .bytes(form.close(bytes, key)), cancellation, progress: { _ in }))
        case .upload(let blob): return .transferred(try upload(blob, cancellation, progress))
        case .download(let blob): return try download(blob, cancellation, progress)
        case .delete(let names):
            let keys = names.map { form.key(of: $0) }
            for start in stride(from: 0, to: keys.count, by: BucketSession.deletionLimit) {
                try bucket.delete(Array(keys[start...].prefix(BucketSession.deletionLimit)), cancellation)
            }
            return .deleted
        }
    }

    // MARK: Small objects

    private func listHeads(_ cancellation: Cancellation) throws(BucketFailure) -> BucketReply {
        var heads: [ListedHead] = []
        let time = try bucket.list(.heads, cancellation) { page in
            heads += page.map { ListedHead(name: $0.key.text, tag: $0.tag) }
            if heads.count > BucketSession.headLimit { throw BucketFailure.tooLarge }
        }
        return .heads(heads, time: time)
    }

    private func get(_ key: BucketKey, _ cancellation: Cancellation) throws(BucketFailure) -> BucketReply {
        var stored: [UInt8] = []
        let isThere = try bucket.get(key, cancellation) { size, bytes in
            if size > BucketSession.objectLimit || UInt64(stored.count + bytes.count) > BucketSession.objectLimit {
                throw BucketFailure.tooLarge
            }
            stored.append(bytes)
        }
        if !isThere { return .object(nil) }
        return form.open(stored, key).map { .object($0) } ?? .unreadable
    }

    // MARK: Blobs

    /// Returns false when the library has no such file, or a damaged one, which must not take the place of the intact
    /// one that another device may have.
    private func upload(
        _ blob: BlobID,
        _ cancellation: Cancellation,
        _ progress: (UInt64) -> Void
    ) throws(BucketFailure) -> Bool {
        let opened: OpenBlob?
        do {
            if let file = try files.open(blob) {
                let found = try OpenBlob(file)
                opened = try isWhole(found, blob, cancellation) ? found : nil
            } else if try files.isInBucketAlone(blob) {
                if try read(blob, cancellation, progress) != nil { return true }
                opened = try readFormer(blob, cancellation)
            } else {
                opened = nil
            }
        } catch is BlobOpener.Unreadable {
            return false
        } catch { return try BucketFailure.catching { throw error } }
        guard let opened else { return false }
        let content = try BucketFailure.catching { try ObjectContent.blob(blob, opened, form) }
        _ = try bucket.put(form.key(of: .blob(blob)), content, cancellation, progress: progress)
        return true
    }

    /// A blob under one of its former names, where it is whole.
    private func readFormer(_ blob: BlobID, _ cancellation: Cancellation) throws -> OpenBlob? {
        for step in 1...BucketSession.formerGenerations where step <= blob.generation {
            let former = BlobID(content: blob.content, generation: blob.generation - step)
            if let file = try read(former, cancellation, { _ in }) { return try OpenBlob(file) }
        }
        return nil
    }

    private func isWhole(_ file: OpenBlob, _ blob: BlobID, _ cancellation: Cancellation) throws -> Bool {
        var digest = SHA256()
        var offset: UInt64 = 0
        while offset < file.size {
            try checkStopped(cancellation)
            let bytes = try file.read(at: offset, count: Int(BlobChunks.length))
            if bytes.isEmpty { return false }
            digest.update(bytes)
            offset += UInt64(bytes.count)
        }
        return digest.finish() == blob.content.bytes
    }

    private func download(
        _ blob: BlobID,
        _ cancellation: Cancellation,
        _ progress: (UInt64) -> Void
    ) throws(BucketFailure) -> BucketReply {
        do {
            guard let file = try read(blob, cancellation, progress) else { return .transferred(false) }
            try files.commit(blob, file)
            return .transferred(true)
        } catch is BlobOpener.Unreadable {
            return .unreadable
        } catch { return try BucketFailure.catching { throw error } }
    }

    /// Reads a blob into a file of the library's, and compares its digest. Nil when it is not there.
    private func read(
        _ blob: BlobID,
        _ cancellation: Cancellation,
        _ progress: (UInt64) -> Void
    ) throws -> OwnedDescriptor? {
        do { return try receive(blob, cancellation, progress) } catch BucketFailure.content(let error) { throw error }
    }

    private func receive(
        _ blob: BlobID,
        _ cancellation: Cancellation,
        _ progress: (UInt64) -> Void
    ) throws -> OwnedDescriptor? {
        var opener = BlobOpener(blob, form)
        var received: OwnedDescriptor?
        var count: UInt64 = 0
        let isThere = try bucket.get(form.key(of: .blob(blob)), cancellation) { size, bytes in
            if received == nil {
                guard let fileSize = BlobOpener.fileSize(ofObject: size, form) else { throw BlobOpener.Unreadable() }
                received = try files.receive(blob, size: fileSize)
            }
            guard let file = received.take() else { return }
            try opener.take(bytes, to: file)
            received = consume file
            count += UInt64(bytes.count)
            progress(count)
        }
        if !isThere { return nil }
        // An empty object: an empty file in a bucket without encryption.
        let file = if let file = received.take() { file } else { try files.receive(blob, size: 0) }
        try opener.finish(file)
        return file
    }
}
