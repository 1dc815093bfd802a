import LibraryModel

/// The changes of one change block, by this app or another, to objects visible to this app. Immutable and thread-safe.
public final class PHPersistentChange: NSObject, Sendable {
    private enum Content {
        case transaction(HistoryBatch, position: Int)
        case failure(PHPhotosError, after: ChangeToken)
    }

    private let content: Content

    init(_ stretch: HistoryBatch, at position: Int) {
        content = .transaction(stretch, position: position)
    }

    init(failingAfter token: ChangeToken, _ error: PHPhotosError) {
        content = .failure(error, after: token)
    }

    /// The token after the change. Store it once the app has processed the change.
    public var changeToken: PHPersistentChangeToken {
        switch content {
        case .transaction(let stretch, let position): PHPersistentChangeToken(stretch.token(at: position))
        case .failure(_, let token): PHPersistentChangeToken(token)
        }
    }

    /// The time of the change by the library's clock; nil when its details are unavailable. An addition to PhotoKit.
    public var date: Date? {
        guard case .transaction(let stretch, let position) = content else { return nil }
        return stretch.date(at: position)
    }

    /// The author of the change. An addition to PhotoKit.
    public var author: Author {
        guard case .transaction(let stretch, let position) = content else { return .unknown }
        return Author(stretch.page.author(of: position))
    }

    /// The identity of the app that made the change, such as `exe:/usr/bin/camera`. Always nil for apps: only the
    /// person's own tools get it. An addition to PhotoKit.
    public var appIdentity: String? {
        guard case .transaction(let stretch, let position) = content else { return nil }
        return stretch.page.app(of: position)
    }

    /// Returns the inserted, updated and deleted objects of a type; three empty sets for none.
    ///
    /// Throws `persistentChangeDetailsUnavailable` when the details cannot be rebuilt.
    @discardableResult
    public func changeDetails(for objectType: PHObjectType) throws -> PHPersistentObjectChangeDetails {
        switch content {
        case .failure(let error, _): throw error
        case .transaction(let stretch, let position):
            guard !stretch.isUnavailable(position) else {
                throw PHPhotosError(
                    .persistentChangeDetailsUnavailable,
                    reason: "the details of a change cannot be rebuilt"
                )
            }
            return PHPersistentObjectChangeDetails(objectType, stretch, stretch.changes[position])
        }
    }
}

/// A protocol, so that `PHPersistentChange`'s own member takes precedence where both match.
public protocol PersistentChangeDetailing {}

extension PHPersistentChange: PersistentChangeDetailing {}

extension PersistentChangeDetailing where Self: PHPersistentChange {
    /// The first form of `changeDetails(for:)`, with nil for unavailable details: `if let details =
    /// change.changeDetails(for: PHObjectType.asset)`.
    public func changeDetails(for objectType: PHObjectType) -> PHPersistentObjectChangeDetails? {
        do {
            let details: PHPersistentObjectChangeDetails = try changeDetails(for: objectType)
            return details
        } catch {
            return nil
        }
    }
}
