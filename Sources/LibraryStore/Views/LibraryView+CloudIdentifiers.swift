package import LibraryModel
package import LinuxSystem
internal import SQLiteDatabase

/// Cloud identifiers.
extension LibraryView {
    /// Identifiers created in one transaction, which takes about 10 ms and blocks other writers.
    private static let mintedAtOnce = 1_000

    /// Returns the identifiers in the order of `objects`; nil for objects that are not visible. Creates missing ones in
    /// several transactions: a call that fails may have created some. A read-only library throws when one is missing.
    package func cloudIdentifiers(
        of objects: [LocalIdentifier],
        cancellation: Cancellation? = nil
    ) throws(LibraryError) -> [CloudIdentifier?] {
        guard objects.count <= CloudIdentifier.maximumCount else { throw .tooManyIdentifiers }
        var (identifiers, missing) = try read(cancellation) { snapshot in
            try CloudIdentifierLookup(snapshot).identifiers(of: objects)
        }
        if missing.isEmpty { return identifiers }
        if let refusal = store.configuration.changeRefusal { throw refusal }
        let newIdentifier = store.configuration.newIdentifier
        for start in stride(from: 0, to: missing.count, by: LibraryView.mintedAtOnce) {
            let places = missing[start..<min(start + LibraryView.mintedAtOnce, missing.count)]
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

    /// Returns the visible objects that each identifier matches: the one with its record, otherwise those with its
    /// content. Nil matches nothing.
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
