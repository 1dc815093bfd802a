internal import AssetColumns
internal import LibraryModel
internal import Synchronization

/// The queries of the columns that requests were compiled to: apps repeat their fetches, and compiling one takes longer
/// than finding the latest photos.
///
/// Only requests whose compilation reads nothing of the library are kept, so that a query is right in every state.
final class QueryPlans: Sendable {
    /// What a query was compiled from: nothing else decides it.
    struct Request: Hashable {
        private let request: FetchRequest
        private let visibility: Visibility
        private let isCount: Bool

        /// Nil for a request that is not kept.
        init?(_ request: FetchRequest, _ visibility: Visibility, isCount: Bool) {
            guard case .allAssets = request.scope, visibility.reads,
                request.predicate?.isShortAndReadsNothing ?? true
            else { return nil }
            self.request = request
            self.visibility = visibility
            self.isCount = isCount
        }
    }

    private struct Plan {
        let query: AssetQuery
        var lastUse: UInt64
    }

    private struct State {
        var plans: [Request: Plan] = [:]
        var uses: UInt64 = 0
    }

    private let state = Mutex(State())

    /// Some kilobytes each at most.
    private static let maximumPlans = 64
    /// Of a predicate that is kept.
    fileprivate static let maximumInstructions = 64

    func query(of request: Request) -> AssetQuery? {
        state.withLock { state in
            guard let query = state.plans[request]?.query else { return nil }
            state.uses += 1
            state.plans[request]?.lastUse = state.uses
            return query
        }
    }

    func keep(_ query: AssetQuery, for request: Request) {
        state.withLock { state in
            state.uses += 1
            state.plans[request] = Plan(query: query, lastUse: state.uses)
            guard state.plans.count > QueryPlans.maximumPlans,
                let oldest = state.plans.min(by: { $0.value.lastUse < $1.value.lastUse })
            else { return }
            state.plans[oldest.key] = nil
        }
    }
}

extension PredicateProgram {
    /// Whether it has few instructions, and no identifiers, as such or as texts: compiling looks these up.
    fileprivate var isShortAndReadsNothing: Bool {
        instructions.count <= QueryPlans.maximumInstructions
            && instructions.allSatisfy { instruction in
                switch instruction {
                case .literal(.identifiers), .literal(.text): false
                // Not equal to itself, so it would never be found again.
                case .literal(.real(let value)): !value.isNaN
                default: true
                }
            }
    }
}
