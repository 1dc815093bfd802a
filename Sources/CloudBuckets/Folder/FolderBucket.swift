internal import Digests
internal import LibraryModel
package import LinuxSystem

/// A bucket in a folder, on a disk or on a share that several machines mount.
///
///     DIR/openphotokit-bucket    says that this is a bucket, and not the place where one is to be mounted
///     DIR/heads/…
///     DIR/objects/xx/…           by the first two digits
///     DIR/temporary/…            what is being written
///
/// An object is written to a temporary file, synchronised and renamed, so that nobody reads a part of one. Everything
/// is opened relative to the folder's descriptor, without following symbolic links.
package struct FolderBucket: Bucket {
    private let path: FilePath
    private let pace: TransferPace

    private static let marker: FilePath = "openphotokit-bucket"
    private static let markerText = "A bucket of OpenPhotoKit's: the photo library of one person. Leave it as it is.\n"
    private static let temporary: FilePath = "temporary"
    /// Bytes of the largest head whose tag is the digest of its bytes. Larger ones get a tag from size and time.
    private static let digestedHeadLimit = 1024 * 1024
    /// Milliseconds after which a temporary file counts as left over from a program that ended.
    private static let leftoverAge: UInt64 = 7 * 24 * 60 * 60 * 1000
    /// Entries of a page of a listing.
    private static let pageLength = 1_000

    /// `creates`: makes the folder a bucket if it is missing or empty.
    package init(
        at path: FilePath,
        creates: Bool,
        pace: TransferPace = TransferPace(TransferLimits())
    ) throws(BucketFailure) {
        self.path = path
        self.pace = pace
        try BucketFailure.catching {
            if creates, try FileStatus.ifPresent(path) == nil { try FileNames.makeFolders(path) }
            let root = try openFolder()
            if try !hasMarker(root) {
                guard creates else { throw BucketFailure.notMounted }
                guard try isEmpty(root) else { throw BucketFailure.notEmpty }
                let marker = try root.open(FolderBucket.marker, [.writeOnly, .create, .notFollowingLinks])
                try marker.write(Array(FolderBucket.markerText.utf8))
                try marker.synchronize()
                try root.synchronizeNames()
            }
        }
    }

    // MARK: Bucket

    package func list(
        _ folder: BucketKey.Folder,
        _ cancellation: Cancellation,
        page: ([ListedObject]) throws -> Void
    ) throws(BucketFailure) -> UInt64? {
        try pace.wait(for: 1, of: .request, cancellation)
        return try BucketFailure.catching {
            let root = try openBucket()
            let time = try fileSystemTime(root)
            if folder == .heads { try removeLeftovers(root, now: time) }
            guard let top = try openFolder(FilePath(folder.rawValue), in: root) else { return time }
            switch folder {
            case .heads: try list(top, folder, cancellation, page)
            case .objects:
                for name in try names(in: top).sorted(by: { $0.text < $1.text }) {
                    guard let shard = try openFolder(name, in: top) else { continue }
                    try list(shard, folder, cancellation, page)
                }
            }
            return time
        }
    }

    package func get(
        _ key: BucketKey,
        _ cancellation: Cancellation,
        receive: (_ size: UInt64, _ bytes: Span<UInt8>) throws -> Void
    ) throws(BucketFailure) -> Bool {
        try pace.wait(for: 1, of: .request, cancellation)
        return try BucketFailure.catching {
            let root = try openBucket()
            guard let folder = try openFolder(of: key, in: root), let file = try openFile(key.fileName, in: folder)
            else { return false }
            let size = UInt64(clamping: try file.status().size)
            var buffer = [UInt8](repeating: 0, count: ObjectContent.pieceLength)
            while true {
                try checkStopped(cancellation)
                let count = try file.read(into: &buffer)
                if count == 0 { return true }
                try pace.wait(for: count, of: .received, cancellation)
                try receive(size, buffer.span.extracting(first: count))
            }
        }
    }

    package func put(
        _ key: BucketKey,
        _ content: ObjectContent,
        _ cancellation: Cancellation,
        progress: (UInt64) -> Void
    ) throws(BucketFailure) -> String? {
        try pace.wait(for: 1, of: .request, cancellation)
        return try BucketFailure.catching {
            let root = try openBucket()
            let folder = try makeFolder(of: key, in: root)
            if content.isNamedByContent, let file = try openFile(key.fileName, in: folder),
                try file.status().size == Int64(clamping: content.length)
            {
                // Its writer may have ended before its name was durable.
                try folder.synchronizeNames()
                progress(content.length)
                return nil
            }
            let temporary = try makeFolder(FolderBucket.temporary, in: root)
            let name = FilePath("\(key.digits.prefix(16))-\(UInt64.random(in: .min ... .max))")
            do {
                try write(content, to: name, in: temporary, cancellation, progress)
                try temporary.rename(name, to: folder, as: key.fileName)
                try folder.synchronizeNames()
                // The tag that a listing gives it.
                return key.folder == .heads
                    ? SHA256.digest(of: try content.read(0, Int(clamping: content.length))).hexadecimal : nil
            } catch {
                try temporary.removeIfPresent(name)
                throw error
            }
        }
    }

    package func delete(_ keys: [BucketKey], _ cancellation: Cancellation) throws(BucketFailure) {
        try pace.wait(for: 1, of: .request, cancellation)
        try BucketFailure.catching {
            let root = try openBucket()
            for key in keys {
                try checkStopped(cancellation)
                guard let folder = try openFolder(of: key, in: root) else { continue }
                if try folder.removeIfPresent(key.fileName) { try folder.synchronizeNames() }
            }
        }
    }

    // MARK: Folders

    private func openFolder() throws -> OwnedDescriptor {
        do throws(SystemCallError) { return try OwnedDescriptor(opening: path, [.readOnly, .folder]) } catch {
            if error.isAbsence { throw BucketFailure.notMounted }
            throw error
        }
    }

    /// Opens the folder if it is the bucket. If the disk is not mounted, the folder is another one.
    private func openBucket() throws -> OwnedDescriptor {
        let root = try openFolder()
        if try !hasMarker(root) { throw BucketFailure.notMounted }
        return root
    }

    private func hasMarker(_ root: borrowing OwnedDescriptor) throws -> Bool {
        try openFile(FolderBucket.marker, in: root) != nil
    }

    private func isEmpty(_ folder: borrowing OwnedDescriptor) throws -> Bool {
        // A new file system has this in its root.
        try names(in: folder).allSatisfy { $0 == "lost+found" }
    }

    private func names(in folder: borrowing OwnedDescriptor) throws -> [FilePath] {
        // An open file of its own, because reading moves the offset.
        var reader = try FolderReader(folder.open(".", [.readOnly, .folder]))
        var names: [FilePath] = []
        while let entry = try reader.next() { names.append(entry.name) }
        return names
    }

    private func openFolder(_ name: FilePath, in folder: borrowing OwnedDescriptor) throws -> OwnedDescriptor? {
        try ifPresent { () throws(SystemCallError) in try folder.openBeneath(name, [.readOnly, .folder]) }
    }

    private func makeFolder(_ name: FilePath, in folder: borrowing OwnedDescriptor) throws -> OwnedDescriptor {
        if let there = try openFolder(name, in: folder) { return there }
        try folder.makeFolderIfAbsent(name)
        try folder.synchronizeNames()
        return try folder.openBeneath(name, [.readOnly, .folder])
    }

    private func openFolder(of key: BucketKey, in root: borrowing OwnedDescriptor) throws -> OwnedDescriptor? {
        var path = FilePath(key.folder.rawValue)
        if let shard = key.shard { path = path.appending(shard) }
        return try openFolder(path, in: root)
    }

    private func makeFolder(of key: BucketKey, in root: borrowing OwnedDescriptor) throws -> OwnedDescriptor {
        if let there = try openFolder(of: key, in: root) { return there }
        let top = try makeFolder(FilePath(key.folder.rawValue), in: root)
        guard let shard = key.shard else { return top }
        return try makeFolder(shard, in: top)
    }

    private func openFile(_ name: FilePath, in folder: borrowing OwnedDescriptor) throws -> OwnedDescriptor? {
        let opened = try ifPresent { () throws(SystemCallError) in
            try folder.openBeneath(name, [.readOnly, .nonBlocking])
        }
        guard let file = opened, try file.status().isRegularFile else { return nil }
        return file
    }

    private func ifPresent(
        _ open: () throws(SystemCallError) -> OwnedDescriptor
    ) throws(SystemCallError) -> OwnedDescriptor? {
        do throws(SystemCallError) { return try open() } catch {
            // A symbolic link is not an object.
            if error.isAbsence || error.errorNumber == SystemCallError.symbolicLink { return nil }
            throw error
        }
    }

    // MARK: Files

    private func write(
        _ content: ObjectContent,
        to name: FilePath,
        in folder: borrowing OwnedDescriptor,
        _ cancellation: Cancellation,
        _ progress: (UInt64) -> Void
    ) throws {
        let file = try folder.open(name, [.writeOnly, .create, .exclusive, .notFollowingLinks])
        var written: UInt64 = 0
        try content.forEachPiece(in: 0..<content.length, cancellation) { piece in
            try pace.wait(for: piece.count, of: .sent, cancellation)
            try file.write(piece)
            written += UInt64(piece.count)
            progress(written)
        }
        try file.synchronize()
    }

    private func list(
        _ folder: borrowing OwnedDescriptor,
        _ keyFolder: BucketKey.Folder,
        _ cancellation: Cancellation,
        _ page: ([ListedObject]) throws -> Void
    ) throws {
        var listed: [ListedObject] = []
        for name in try names(in: folder) {
            try checkStopped(cancellation)
            guard let key = BucketKey(keyFolder, digits: name.text), let file = try openFile(name, in: folder) else {
                continue
            }
            let status = try file.status()
            let size = UInt64(clamping: status.size)
            let tag: String
            if keyFolder == .heads, size <= FolderBucket.digestedHeadLimit {
                tag = SHA256.digest(of: try file.readToEnd(limit: FolderBucket.digestedHeadLimit)).hexadecimal
            } else {
                tag = "\(size)-\(status.modificationNanoseconds)"
            }
            listed.append(ListedObject(key: key, tag: tag, size: size))
            if listed.count == FolderBucket.pageLength {
                try page(listed)
                listed = []
            }
        }
        if !listed.isEmpty { try page(listed) }
    }

    /// The time that the file system gives a file created now: that of the server, on a share.
    private func fileSystemTime(_ root: borrowing OwnedDescriptor) throws -> UInt64 {
        let temporary = try makeFolder(FolderBucket.temporary, in: root)
        let name = FilePath("time-\(UInt64.random(in: .min ... .max))")
        let file = try temporary.open(name, [.writeOnly, .create, .exclusive, .notFollowingLinks])
        defer { withExtendedLifetime(file) {} }
        let time = try file.status().modificationTime
        try temporary.removeIfPresent(name)
        return UInt64(clamping: time / 1_000)
    }

    private func removeLeftovers(_ root: borrowing OwnedDescriptor, now: UInt64) throws {
        guard let temporary = try openFolder(FolderBucket.temporary, in: root) else { return }
        for name in try names(in: temporary) {
            guard let file = try openFile(name, in: temporary) else { continue }
            let time = UInt64(clamping: try file.status().modificationTime / 1_000)
            if time < now, now - time > FolderBucket.leftoverAge { try temporary.removeIfPresent(name) }
        }
    }
}

extension BucketKey {
    fileprivate var fileName: FilePath { FilePath(digits) }
    /// The subfolder, so that no folder has all objects.
    fileprivate var shard: FilePath? { folder == .objects ? FilePath(String(digits.prefix(2))) : nil }
}
