package import LibraryModel
internal import SQLiteDatabase

/// Undoes changes of an app, or of the person.
///
/// Goes back through the app's changes of each field, newest first, while the field has the value that the app left: so
/// changes by others since, or in between, stay. A field with another value is a conflict, unless the person forces the
/// undo. What the app added stays.
extension LibraryStore {
    /// Performs one step: one transaction of the person's, all or nothing. The next step begins at `next`. An undo that
    /// starts over skips what is undone already.
    package func undo(_ request: UndoRequest) throws(LibraryError) -> UndoResult {
        if let refusal = configuration.changeRefusal { throw refusal }
        try request.check()
        let (configuration, identity) = (configuration, identity)
        return try write { context in
            let (result, sequence) = try Snapshot.showing(.person, context.connection, identity) { snapshot in
                var application = try BlockApplication(
                    snapshot: snapshot,
                    principal: .person,
                    files: [:],
                    configuration: configuration,
                    time: configuration.clock()
                )
                application.undoes = (request.objects == nil ? request.transaction : nil) ?? 0
                guard var step = try UndoStep(request, application) else { return (UndoResult(), UInt64?.none) }
                let result = try step.run()
                return (result, try step.application.finish())
            }
            if let sequence { context.notes.append(.history(sequence)) }
            return result
        }
    }
}
