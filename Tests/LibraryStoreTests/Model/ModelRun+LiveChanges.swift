import LibraryClient
import LibraryModel
import LibraryStore
import Testing

@testable import Photos

/// A list that an app has fetched and shows.
struct LiveList {
    var request: FetchRequest
    var list: FetchedIdentifiers
}

/// What an app's observers are told: lists made of the lists before and of what history says, not fetched again.
extension ModelRun {
    private static let maximumLists = 3

    /// Brings lists up to date, now and then, so that one step is told alone and several together.
    mutating func updateLiveLists(_ principal: Principal) throws {
        guard model.maySeeAnything(principal) else { return }
        let view = library.store.view(for: principal)
        var kept: [LiveList] = []
        for known in live[principal] ?? [] {
            guard chance(2) else {
                kept.append(known)
                continue
            }
            kept.append(LiveList(request: known.request, list: try updated(known, view)))
        }
        if kept.count < ModelRun.maximumLists {
            let request = anyLiveRequest(principal)
            kept.append(LiveList(request: request, list: try view.list(request)))
        } else if chance(20) {
            kept.remove(at: number(0..<kept.count))
        }
        live[principal] = kept
    }

    private mutating func anyLiveRequest(_ principal: Principal) -> FetchRequest {
        var request = FetchRequest(.allAssets)
        if chance(3), let album = anyCollection(.assetCollection, principal) {
            request.scope = .assets(inCollection: album.id)
        }
        request.includesHidden = chance(2)
        if chance(2) { request.sort = [SortKey("creationDate", isAscending: chance(2))] }
        if chance(3) {
            request.predicate = PredicateProgram([.key("favorite"), .literal(.boolean(true)), .compare(.equal, [])])
        }
        return request
    }

    private mutating func updated(_ known: LiveList, _ view: LibraryView) throws -> FetchedIdentifiers {
        let state = try #require(known.list.state, note)
        let fetched = try view.list(known.request)
        let history = HistoryReader(since: state) { token throws(LibraryError) in
            try view.history(since: token, maximumChanges: 5)
        }
        let summary = ChangeSummary.reading(history) { () throws(LibraryError) in try view.currentToken() }
        // History was pruned: what changed cannot be told, and the list is fetched again.
        guard summary.isComplete, let end = summary.end else { return fetched }
        #expect(summary.covers(state), note)
        if case .assets(inCollection: let album) = known.request.scope,
            summary.touches(LocalIdentifier(.assetCollection, album))
        {
            return fetched
        }
        let touched = Set(summary.touched(.asset))
        let patch = FetchPatch(known.list, of: known.request, touched: touched, upTo: end) {
            question throws(LibraryError) in try view.list(question)
        }
        guard let patch else {
            #expect(touched.count > FetchPatch.maximumTouched, note)
            return fetched
        }
        let (before, after) = (known.list.all, fetched.all)
        #expect(patch.after.all == after, note)
        #expect(patch.after.state == fetched.state, note)
        #expect(patch.difference.applied(to: before, knowing: after) == after, note)
        let kept = Set(before).intersection(after)
        #expect(
            patch.keptPlaces.map(\.id)
                == after.filter { kept.contains($0) && touched.contains(LocalIdentifier(.asset, $0)) },
            note
        )
        if before != after { patched += 1 }
        return patch.after
    }
}

extension LibraryView {
    fileprivate func list(_ request: FetchRequest) throws(LibraryError) -> FetchedIdentifiers {
        let rows = try fetch(request)
        return FetchedIdentifiers(rows.ids, hints: rows.hints, kinds: rows.kinds, state: rows.state)
    }
}

extension FetchedIdentifiers {
    fileprivate var all: [ObjectID] { (0..<count).map { self[$0] } }
}

extension ListDifference {
    /// The list after by Apple's rules: remove, insert, then all moves at once.
    fileprivate func applied(to before: [Element], knowing after: [Element]) -> [Element] {
        var list = before
        for index in removed.reversed() { list.remove(at: index) }
        for index in inserted { list.insert(after[index], at: index) }
        let moved = moves.map { list[$0.from] }
        for index in moves.map(\.from).sorted(by: >) { list.remove(at: index) }
        for (move, element) in zip(moves, moved) { list.insert(element, at: move.to) }
        return list
    }
}
