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
        if summary.isComplete, !isDeleted, fields.map({ $0.isSubset(of: .inside) }) ?? true { return nil }
        let after = isDeleted ? nil : reload(identity) as? Object
        return PHObjectChangeDetails(
            before: object,
            after: after,
            contentChanged: fields?.contains(.content) ?? !summary.isComplete
        )
    }

    /// What happened to the objects of a fetch result; nil when nothing did.
    ///
    /// Where few objects changed, only those are looked at. Otherwise, and when the library has changed again
    /// meanwhile, the fetch is run again; `fetchResultAfterChanges` may then be ahead of this change, never behind it.
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

    /// Whether the object itself changed, and not only what is in it.
    private func isChanged(_ identifier: LocalIdentifier) -> Bool {
        summary.updated[identifier].map { !$0.isSubset(of: .inside) } ?? false
    }

    /// The new list, found by looking at what changed alone; nil where that cannot be.
    private func patch(_ before: FetchedIdentifiers, _ plan: FetchPlan) -> FetchPatch? {
        guard let request = plan.request, plan.limit == 0, plan.remainder == nil, let end = summary.end else {
            return nil
        }
        switch request.scope {
        case .allAssets: break
        case .assets(inCollection: let album):
            // Its assets may be in another order, or it may be gone.
            guard !summary.touches(LocalIdentifier(.assetCollection, album)) else { return nil }
        default: return nil
        }
        let touched = summary.touched(.asset)
        return FetchPatch(before, of: request, touched: touched, upTo: end) { [client] question throws(LibraryError) in
            try client.fetch(question)
        }
    }

    /// Whether anything of the kinds that the fetch looks at changed.
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
