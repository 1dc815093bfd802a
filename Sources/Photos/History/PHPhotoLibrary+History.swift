import LibraryClient
import LibraryModel

extension PHPhotoLibrary {
    /// Fetches the filtered changes since a token, oldest first. The library applies the filter.
    ///
    /// Throws like `fetchPersistentChanges(since:)`, and `limitExceeded` for a filter with too many identifiers.
    /// `PHPersistentChangeFetchResult.Iterator.changeToken` also advances over filtered changes. An addition to
    /// PhotoKit.
    public func fetchPersistentChanges(
        since token: PHPersistentChangeToken,
        matching filter: PHPersistentChange.Filter
    ) throws -> PHPersistentChangeFetchResult {
        guard let start = token.token else { throw PHPhotosError.invalidToken }
        do throws(LibraryError) {
            let step = try client.historyReader(since: start, matching: filter.filter).step()
            return PHPersistentChangeFetchResult(HistoryBatch(step.page, since: start), rest: step.rest)
        } catch {
            throw PHPhotosError(error)
        }
    }
}

extension PHPersistentChangeToken {
    /// A token that is expired for every library.
    static var ofNoLibrary: PHPersistentChangeToken {
        let nowhere = ObjectID(high: 0, low: 0)
        return PHPersistentChangeToken(
            ChangeToken(library: nowhere, historyEpoch: 0, sequence: 0, visibilityEpoch: 0)
        )
    }
}
