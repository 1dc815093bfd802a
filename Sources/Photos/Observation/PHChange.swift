import LibraryClient
import LibraryModel

/// What changed, to be asked about the objects and fetch results that an app holds.
///
/// Apps may subclass it for test doubles.
//
// `@unchecked`, as every open class that is Sendable must be: all stored properties are constants of Sendable types.
open class PHChange: NSObject, @unchecked Sendable {
    private let summary: ChangeSummary
    private let client: LibraryClient

    /// A change of nothing, for an app's own subclasses.
    public override init() {
        summary = ChangeSummary()
        client = .shared
        super.init()
    }

    init(_ summary: ChangeSummary, client: LibraryClient) {
        self.summary = summary
        self.client = client
        super.init()
    }

    /// What happened to an object; nil when nothing did. For an album or a folder this is about its own properties,
    /// never about what is in it.
    open func changeDetails<Object: PHObject>(for object: Object) -> PHObjectChangeDetails<Object>? {
        guard let identity = object.resolvedIdentity else { return nil }
        let fields = summary.updated[identity]
        let isDeleted = summary.deleted.contains(identity)
        if summary.isComplete, !isDeleted, fields.map({ $0.isSubset(of: .members) }) ?? true { return nil }
        let after = isDeleted ? nil : reload(identity) as? Object
        return PHObjectChangeDetails(
            before: object,
            after: after,
            contentChanged: fields?.contains(.content) ?? !summary.isComplete
        )
    }

    /// What happened to the objects of a fetch result; nil when nothing did. The fetch is run again for it.
    open func changeDetails<Object: PHObject>(
        for fetchResult: PHFetchResult<Object>
    ) -> PHFetchResultChangeDetails<Object>? {
        guard let plan = fetchResult.plan, canHaveChanged(plan) else { return nil }
        let after = fetchResult.fetchingAgain(client)
        let details = PHFetchResultChangeDetails(
            from: fetchResult,
            to: after,
            isIncremental: plan.wantsIncrementalChangeDetails && summary.isComplete
        ) { [summary] in summary.updated[$0].map { !$0.isSubset(of: .members) } ?? false }
        return details.isEmpty && summary.isComplete ? nil : details
    }

    /// Whether anything of the kinds that the fetch looks at changed.
    private func canHaveChanged(_ plan: FetchPlan) -> Bool {
        guard let request = plan.request else { return false }
        guard summary.isComplete else { return true }
        let kinds: Set<ObjectKind> =
            switch request.scope {
            case .allAssets: [.asset]
            case .identifiers(let kind, _), .allCollections(let kind): kind == .asset ? [.asset] : [kind, .asset]
            case .assets, .collections, .children, .lists, .smartAlbums: Set(ObjectKind.allCases)
            }
        return summary.inserted.contains { kinds.contains($0.kind) }
            || summary.deleted.contains { kinds.contains($0.kind) }
            || summary.updated.keys.contains { kinds.contains($0.kind) }
    }

    /// The object as it is now.
    private func reload(_ identity: LocalIdentifier) -> PHObject? {
        let plan = FetchPlan(.identifiers(identity.kind, [identity.id]), of: identity.kind, nil)
        return switch identity.kind {
        case .asset: plan.assets(client).firstObject
        case .assetCollection: plan.albums(client).firstObject
        case .collectionList: plan.folders(client).firstObject
        }
    }
}

/// What happened to one object.
public final class PHObjectChangeDetails<ObjectType: PHObject>: NSObject, Sendable {
    /// The object that was asked about.
    public let objectBeforeChanges: ObjectType
    /// The object as it is now; nil when it was deleted.
    public let objectAfterChanges: ObjectType?
    /// Whether the pixels changed, and not properties only.
    public let assetContentChanged: Bool
    /// Whether it was deleted.
    public var objectWasDeleted: Bool { objectAfterChanges == nil }

    init(before: ObjectType, after: ObjectType?, contentChanged: Bool) {
        objectBeforeChanges = before
        objectAfterChanges = after
        assetContentChanged = contentChanged
    }
}
