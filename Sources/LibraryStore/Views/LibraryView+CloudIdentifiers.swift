package import LibraryModel
package import LinuxSystem
internal import SQLiteDatabase

/// Names of objects that are good in other libraries.
extension LibraryView {
    /// Objects that get their identifier in one transaction: some 10 ms, for which everybody else waits who writes.
    private static let mintedAtOnce = 1_000

    /// In the order of `objects`; nil for what is not seen. Objects that have no identifier yet get one, some at a
    /// time: a call that ends early has named some of them. A library that takes no changes refuses that, and answers
    /// for those that have one.
    package func cloudIdentifiers(
        of objects: [LocalIdentifier],
        cancellation: Cancellation? = nil
    ) throws(LibraryError) -> [CloudIdentifier?] {
        guard objects.count <= CloudIdentifier.maximumCount else { throw .tooManyIdentifiers }
        var (identifiers, lacking) = try read(cancellation) { snapshot in
            try CloudIdentifierLookup(snapshot).identifiers(of: objects)
        }
        if lacking.isEmpty { return identifiers }
        if let refusal = store.configuration.changeRefusal { throw refusal }
        let newIdentifier = store.configuration.newIdentifier
        for start in stride(from: 0, to: lacking.count, by: LibraryView.mintedAtOnce) {
            let places = lacking[start..<min(start + LibraryView.mintedAtOnce, lacking.count)]
            let unnamed = places.map { objects[$0] }
            let named = try store.write(cancellation, as: .change(principal.share)) { context in
                try show(context.connection) { snapshot in
                    try CloudIdentifierLookup(snapshot).identifiers(of: unnamed, mintingWith: newIdentifier)
                        .identifiers
                }
            }
            for (place, identifier) in zip(places, named) { identifiers[place] = identifier }
        }
        return identifiers
    }

    /// The objects that are seen and that each identifier may name: the one with its record, else those with its
    /// content. Nil names nothing.
    package func localIdentifiers(
        of identifiers: [CloudIdentifier?],
        onlySynced: Bool = false,
        cancellation: Cancellation? = nil
    ) throws(LibraryError) -> [[LocalIdentifier]] {
        guard identifiers.count <= CloudIdentifier.maximumCount else { throw .tooManyIdentifiers }
        return try read(cancellation) { snapshot in
            try CloudIdentifierLookup(snapshot).objects(of: identifiers, onlySynced: onlySynced)
        }
    }
}

extension LibraryError {
    fileprivate static let tooManyIdentifiers = LibraryError(.limitExceeded, "the call maps too many identifiers")
}
