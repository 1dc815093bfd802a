package import LibraryModel
package import LinuxSystem
internal import SQLiteDatabase

/// Names of objects that are good in other libraries.
extension LibraryView {
    /// In the order of `objects`; nil for what is not seen. Objects that have no identifier yet get one, all in one
    /// transaction; a library that takes no changes refuses that, and answers for those that have one.
    package func cloudIdentifiers(
        of objects: [LocalIdentifier],
        cancellation: Cancellation? = nil
    ) throws(LibraryError) -> [CloudIdentifier?] {
        guard objects.count <= CloudIdentifier.maximumCount else { throw .tooManyIdentifiers }
        let known = try read(cancellation) { snapshot in
            try CloudIdentifierLookup(snapshot).identifiers(of: objects)
        }
        guard known.lacksRecords else { return known.identifiers }
        if let refusal = store.configuration.changeRefusal { throw refusal }
        let (store, principal) = (store, principal)
        return try store.write(cancellation) { context in
            let sight = try Sight(principal, context.connection, store.configuration)
            let snapshot = Snapshot(connection: context.connection, sight: sight, identity: store.identity)
            let newIdentifier = store.configuration.newIdentifier
            return try CloudIdentifierLookup(snapshot)
                .identifiers(of: objects, mintingWith: newIdentifier, cancellation: cancellation).identifiers
        }
    }

    /// The objects that are seen and that each identifier may name: the one with its record, else those with its content.
    /// Nil names nothing.
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
