import LibraryModel

/// What one change block, of this app or another, did to the objects that this app may see.
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

    /// The state after the change: to be stored once the app is done with it.
    public var changeToken: PHPersistentChangeToken {
        switch content {
        case .transaction(let stretch, let position): PHPersistentChangeToken(stretch.token(at: position))
        case .failure(_, let token): PHPersistentChangeToken(token)
        }
    }

    /// When the change was made, by the library's clock; nil where it could not be read. Apple's PhotoKit has no such
    /// member.
    public var date: Date? {
        guard case .transaction(let stretch, let position) = content else { return nil }
        return stretch.date(at: position)
    }

    /// Who made the change. Apple's PhotoKit has no such member.
    public var author: Author {
        guard case .transaction(let stretch, let position) = content else { return .unknown }
        return Author(stretch.page.author(of: position))
    }

    /// The identity of the app that made the change, for example `exe:/usr/bin/camera`. Only the person's own tools are
    /// told; for apps it is always nil. Apple's PhotoKit has no such member.
    public var appIdentity: String? {
        guard case .transaction(let stretch, let position) = content else { return nil }
        return stretch.page.app(of: position)
    }

    /// Which objects of a type were inserted, updated and deleted; all three are empty when none was.
    ///
    /// Throws `persistentChangeDetailsUnavailable` when history cannot tell any more.
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

/// A protocol only so that its member gives way to `PHPersistentChange`'s own where both fit.
public protocol PersistentChangeDetailing {}

extension PHPersistentChange: PersistentChangeDetailing {}

extension PersistentChangeDetailing where Self: PHPersistentChange {
    /// The details, or nil where they cannot be had: `changeDetails(for:)` as it was first shown, for
    /// `if let details = change.changeDetails(for: PHObjectType.asset)`.
    public func changeDetails(for objectType: PHObjectType) -> PHPersistentObjectChangeDetails? {
        do {
            let details: PHPersistentObjectChangeDetails = try changeDetails(for: objectType)
            return details
        } catch {
            return nil
        }
    }
}
