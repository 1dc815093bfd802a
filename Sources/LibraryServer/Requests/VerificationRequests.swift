internal import LibraryMedia
internal import LibraryModel
internal import LibraryProtocol
internal import LibraryStore
internal import LinuxSystem

extension Session {
    /// Files of one page, and bytes after which it ends: a page takes about a second.
    private static let maximumVerifiedFiles = 256
    private static let maximumVerifiedBytes: Int64 = 256 << 20

    /// Positions from here on are folders of originals, after all files of assets.
    private static let firstFolderPosition: UInt64 = 1 << 63
    private static let foldersPerPage = 16

    /// Verifies the next page: first the database itself, then every file's digest, then the folders of originals for
    /// files that no asset refers to.
    func verify(after position: UInt64?, _ cancellation: Cancellation) throws(LibraryError) -> Answer<VerificationPage>
    {
        if let position, position >= Session.firstFolderPosition {
            let folder = position - Session.firstFolderPosition
            guard folder < OriginalStore.folderCount else {
                throw LibraryError(.invalidRequest, "no verification has this position")
            }
            return try countUnreferenced(from: Int(folder), cancellation)
        }
        var problems: [VerificationPage.Problem] = []
        if position == nil {
            problems = try library.store.integrityCheck(cancellation: cancellation).map { .init($0) }
        }
        let records = try library.store.recordsForVerification(
            after: Int64(clamping: position ?? 0),
            limit: Session.maximumVerifiedFiles
        )
        var checked = 0
        var inCloud = 0
        var bytes: Int64 = 0
        for record in records where bytes <= Session.maximumVerifiedBytes {
            checked += 1
            if record.isEvicted {
                inCloud += 1
                continue
            }
            bytes = bytes.saturatingAdding(record.size)
            if let problem = try self.problem(with: record, cancellation) {
                problems.append(.init(problem, asset: record.asset))
            }
        }
        let isLast = checked == records.count && records.count < Session.maximumVerifiedFiles
        var page = VerificationPage(
            total: try library.store.fileCount(),
            checked: checked,
            problems: problems,
            next: isLast ? Session.firstFolderPosition : UInt64(clamping: records[checked - 1].cursor)
        )
        page.inCloud = inCloud
        return Answer(page)
    }

    private func problem(
        with record: LibraryStore.FileRecord,
        _ cancellation: Cancellation
    ) throws(LibraryError) -> String? {
        guard let digest = ContentDigest(record.sha256) else { return "its digest is malformed" }
        do throws(LibraryError) {
            return try library.originals.problem(with: digest, size: record.size, cancellation)?.rawValue
        } catch {
            // Evicted since the records were read.
            if error.code == .networkAccessRequired { return nil }
            throw error
        }
    }

    private func countUnreferenced(from folder: Int, _ cancellation: Cancellation) throws(LibraryError) -> Answer<
        VerificationPage
    > {
        let folders = folder..<min(folder + Session.foldersPerPage, OriginalStore.folderCount)
        var unreferenced = 0
        for folder in folders {
            for digest in try library.originals.digests(inFolder: folder) {
                if cancellation.cause != nil { throw .requestCancelled }
                if try !library.store.isReferenced(digest: digest.bytes) { unreferenced += 1 }
            }
        }
        let next = folders.upperBound < OriginalStore.folderCount ? UInt64(folders.upperBound) : nil
        return Answer(
            VerificationPage(
                total: try library.store.fileCount(),
                checked: 0,
                next: next.map { Session.firstFolderPosition + $0 },
                unreferenced: unreferenced
            )
        )
    }
}
