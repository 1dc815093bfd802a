import LibraryClient
import LibraryModel

/// A change of the library, which describes its effect on an app's objects and fetch results. Immutable and
/// thread-safe.
///
/// Apps can subclass it for test doubles.
//
// `@unchecked`, as every open class that is Sendable must be: all stored properties are constants of Sendable types.
open class PHChange: NSObject, @unchecked Sendable {
    private let summary: ChangeSummary
    private let client: LibraryClient

    /// Creates an empty change, for subclasses of apps.
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

    /// Returns how an object changed; nil when it did not. Of an album or a folder only its own properties count, not
    /// its members. Blocks for a call to the library.
    open func changeDetails<Object: PHObject>(for object: Object) -> PHObjectChangeDetails<Object>? {
        guard let identity = object.resolvedIdentity else { return nil }
        let fields = summary.updated[identity]
        let isDeleted = summary.deleted.contains(identity)
        if summary.isComplete, !isDeleted, fields.map({ $0.isSubset(of: .inside) }) ?? true { return nil }
        let after = isDeleted ? nil : reload(identity) as? Object
        return PHObjectChangeDetails(
            before: object,
            after: after,
            contentChanged: fields?.contains(.content) ?? !summary.isComplete
        )
    }

    /// Returns how a fetch result changed; nil when it did not. Blocks for one or more calls to the library.
    ///
    /// After few changes only the changed objects are fetched. Otherwise, and when the library has changed again
    /// meanwhile, the whole fetch runs again; `fetchResultAfterChanges` may then be newer than this change, never
    /// older.
    open func changeDetails<Object: PHObject>(
        for fetchResult: PHFetchResult<Object>
    ) -> PHFetchResultChangeDetails<Object>? {
        guard let plan = fetchResult.plan else { return nil }
        let state = fetchResult.state
        let isCovered = state.map(summary.covers) ?? false
        guard canHaveChanged(plan) else {
            if isCovered { fetchResult.isUnchanged(since: state, upTo: summary.end) }
            return nil
        }
        if isCovered, let patch = patch(fetchResult.identifiers, plan) {
            let details = PHFetchResultChangeDetails(
                from: fetchResult,
                to: fetchResult.replacing(patch.after),
                patch,
                isIncremental: plan.wantsIncrementalChangeDetails,
                isChanged: isChanged
            )
            if details.isEmpty { fetchResult.isUnchanged(since: state, upTo: summary.end) }
            return details.isEmpty ? nil : details
        }
        let details = PHFetchResultChangeDetails(
            from: fetchResult,
            to: fetchResult.fetchingAgain(client),
            isIncremental: plan.wantsIncrementalChangeDetails && summary.isComplete,
            changed: Set(summary.updated.keys.filter(isChanged))
        )
        return details.isEmpty && summary.isComplete ? nil : details
    }

    /// Whether the object itself changed, and not only its members.
    private func isChanged(_ identifier: LocalIdentifier) -> Bool {
        summary.updated[identifier].map { !$0.isSubset(of: .inside) } ?? false
    }

    /// Returns the new list by fetching only the changed objects; nil when that is not possible.
    private func patch(_ before: FetchedIdentifiers, _ plan: FetchPlan) -> FetchPatch? {
        guard let request = plan.request, plan.limit == 0, plan.remainder == nil, let end = summary.end else {
            return nil
        }
        switch request.scope {
        case .allAssets: break
        case .assets(inCollection: let album):
            // Its assets may be reordered, or it may not exist any more.
            guard !summary.touches(LocalIdentifier(.assetCollection, album)) else { return nil }
        default: return nil
        }
        let touched = summary.touched(.asset)
        return FetchPatch(before, of: request, touched: touched, upTo: end) { [client] question throws(LibraryError) in
            try client.fetch(question)
        }
    }

    /// Whether any object of a kind that affects the fetch changed.
    private func canHaveChanged(_ plan: FetchPlan) -> Bool {
        guard let request = plan.request else { return false }
        guard summary.isComplete else { return true }
        if case .identifiers(.asset, let ids) = request.scope {
            return ids.contains { summary.touches(LocalIdentifier(.asset, $0)) }
        }
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

    /// Returns the current object.
    private func reload(_ identity: LocalIdentifier) -> PHObject? {
        let plan = FetchPlan(.identifiers(identity.kind, [identity.id]), of: identity.kind, nil)
        return switch identity.kind {
        case .asset: plan.assets(client).firstObject
        case .assetCollection: plan.albums(client).firstObject
        case .collectionList: plan.folders(client).firstObject
        }
    }
}
