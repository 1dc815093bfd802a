import LibraryModel

/// A fetch as the app asked for it, to be run now and again for change details: options are kept as they were.
struct FetchPlan: Sendable {
    /// Nil when it is known beforehand that there is nothing to find.
    let request: FetchRequest?
    /// What only the app can evaluate.
    let remainder: BlockFilter?
    /// Applied after `remainder`, which is why the library is not told.
    let limit: Int
    let wantsIncrementalChangeDetails: Bool
    let kind: ObjectKind
    /// Whether what it finds is in recently deleted, where objects are not looked up otherwise.
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

/// Predicates that only the app can evaluate.
//
// `@unchecked`: Foundation's predicates are not Sendable because of the blocks in them. They are only evaluated here,
// never changed, as Apple's PhotoKit does with them, on whatever thread asks.
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
