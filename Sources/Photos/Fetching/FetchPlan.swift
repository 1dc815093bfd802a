import LibraryModel

/// A fetch with the options of its call, so that change details can run it again.
struct FetchPlan: Sendable {
    /// Nil when the options exclude every object.
    let request: FetchRequest?
    /// The part of the predicate that only this process can evaluate.
    let remainder: BlockFilter?
    /// The fetch limit. With a `remainder` it is applied here, after it, and not by the library.
    let limit: Int
    let wantsIncrementalChangeDetails: Bool
    let kind: ObjectKind
    /// Whether it finds assets in Recently Deleted, which properties are loaded of only then.
    var findsDeleted = false

    /// A fetch that finds nothing.
    init(findingNothingOf kind: ObjectKind) {
        request = nil
        remainder = nil
        limit = 0
        wantsIncrementalChangeDetails = true
        self.kind = kind
    }

    init(
        _ scope: FetchScope,
        of kind: ObjectKind,
        _ options: PHFetchOptions?,
        and condition: [PredicateInstruction] = []
    ) {
        let compilation = PredicateCompilation(options?.predicate)
        var program = compilation.program
        if !condition.isEmpty {
            program = PredicateProgram((program.map { $0.instructions + condition + [.and] }) ?? condition)
        }
        limit = max(0, options?.fetchLimit ?? 0)
        remainder = compilation.remainder.isEmpty ? nil : BlockFilter(compilation.remainder)
        var request = FetchRequest(scope)
        request.predicate = program
        request.sort = (options?.sortDescriptors ?? []).map(SortKey.init)
        request.limit = remainder == nil ? limit : 0
        if case .identifiers = scope {
            request.includesHidden = true
            request.includesAllBurstAssets = true
        } else {
            request.includesHidden = options?.includeHiddenAssets ?? false
            request.includesAllBurstAssets = options?.includeAllBurstAssets ?? false
        }
        let sources = options?.includeAssetSourceTypes ?? []
        let excludesUserLibrary = kind == .asset && !sources.isEmpty && !sources.contains(.typeUserLibrary)
        self.request = excludesUserLibrary ? nil : request
        wantsIncrementalChangeDetails = options?.wantsIncrementalChangeDetails ?? true
        self.kind = kind
    }
}

/// Predicates that only this process can evaluate.
//
// `@unchecked`: Foundation's predicates are not Sendable because of their blocks. This type only evaluates them, on any
// thread, as Apple's PhotoKit does.
struct BlockFilter: @unchecked Sendable {
    private let predicates: [NSPredicate]

    init(_ predicates: [NSPredicate]) {
        self.predicates = predicates
    }

    func accepts(_ object: Any) -> Bool {
        predicates.allSatisfy { $0.evaluate(with: object) }
    }
}

extension SortKey {
    fileprivate init(_ descriptor: NSSortDescriptor) {
        guard let key = descriptor.key else {
            raise("a fetch cannot sort by \(descriptor): only by keys of the fetched class")
        }
        self.init(key, isAscending: descriptor.ascending)
    }
}
