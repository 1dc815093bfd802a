internal import LibraryMedia
internal import LibraryModel
internal import LibraryProtocol
internal import LibraryStore

extension Session {
    /// Files that one page of a verification reads at most, and bytes after which it ends: a page takes about a second.
    private static let maximumVerifiedFiles = 256
    private static let maximumVerifiedBytes: Int64 = 256 << 20

    /// Checks the next files against their digests; the first page checks the database itself.
    func verify(after position: UInt64?, _ cancellation: Cancellation) throws(LibraryError) -> Answer {
        var problems: [VerificationPage.Problem] = []
        if position == nil {
            problems = try library.store.integrityCheck(cancellation: cancellation).map { .init($0) }
        }
        let records = try library.store.recordsForVerification(
            after: Int64(clamping: position ?? 0),
            limit: Session.maximumVerifiedFiles
        )
        var checked = 0
        var bytes: Int64 = 0
        for record in records {
            checked += 1
            bytes += record.size
            if let digest = ContentDigest(record.sha256) {
                let problem = try library.originals.problem(
                    with: digest,
                    size: record.size,
                    isCancelled: { cancellation.cause != nil }
                )
                if let problem { problems.append(.init(problem.rawValue, asset: record.asset)) }
            } else {
                problems.append(.init("its digest is not one", asset: record.asset))
            }
            if bytes > Session.maximumVerifiedBytes { break }
        }
        let isLast = checked == records.count && records.count < Session.maximumVerifiedFiles
        return Answer(
            .verification(
                VerificationPage(
                    total: try library.store.fileCount(),
                    checked: checked,
                    problems: problems,
                    next: isLast ? nil : UInt64(clamping: records[checked - 1].cursor)
                )
            )
        )
    }
}
