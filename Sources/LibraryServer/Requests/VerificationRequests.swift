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
        let stretch = try library.store.resourcesForVerification(
            after: position ?? 0, limit: Session.maximumVerifiedFiles)
        var checked = 0
        var bytes: Int64 = 0
        for resource in stretch.resources {
            guard let digest = ContentDigest(resource.digest) else {
                problems.append(.init("its digest is not one", asset: resource.asset))
                continue
            }
            let problem = try library.originals.problem(
                with: digest, size: resource.size, isCancelled: { cancellation.cause != nil })
            if let problem { problems.append(.init(problem.rawValue, asset: resource.asset)) }
            checked += 1
            bytes += resource.size
            if bytes > Session.maximumVerifiedBytes { break }
        }
        let isLast = checked == stretch.resources.count && stretch.resources.count < Session.maximumVerifiedFiles
        let next = isLast || stretch.resources.isEmpty ? nil : stretch.resources[checked - 1].row
        return Answer(
            .verification(VerificationPage(total: stretch.total, checked: checked, problems: problems, next: next)))
    }
}
