import LibraryClient
import LibraryModel

extension PHPhotoLibrary {
    /// What a filter lets through of what happened since a token, the oldest first. The library does the filtering.
    ///
    /// Throws as `fetchPersistentChanges(since:)` does, and `limitExceeded` for a filter that names too many objects.
    /// Where nothing passed, `PHPersistentChangeFetchResult.Iterator.changeToken` gets on all the same. Apple's
    /// PhotoKit has no such member.
    public func fetchPersistentChanges(
        since token: PHPersistentChangeToken,
        matching filter: PHPersistentChange.Filter
    ) throws -> PHPersistentChangeFetchResult {
        guard let start = token.token else {
            throw PHPhotosError(.persistentChangeTokenExpired, reason: "the change token was altered or is no token")
        }
        do throws(LibraryError) {
            let step = try client.historyReader(since: start, matching: filter.filter).step()
            return PHPersistentChangeFetchResult(HistoryBatch(step.page, since: start), rest: step.rest)
        } catch {
            throw PHPhotosError(error)
        }
    }
}

extension PHPersistentChangeToken {
    /// A token that every library refuses as expired.
    static var ofNoLibrary: PHPersistentChangeToken {
        let nowhere = ObjectID(high: 0, low: 0)
        return PHPersistentChangeToken(
            ChangeToken(library: nowhere, historyEpoch: 0, sequence: 0, visibilityEpoch: 0)
        )
    }
}
