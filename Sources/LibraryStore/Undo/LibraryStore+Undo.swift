package import LibraryModel
internal import SQLiteDatabase

/// Takes back what an app changed.
///
/// Each field goes back through the app's changes of it, the newest first, as long as it is found as the app left it:
/// so what others made of it since, or in between, stays. Where it is not as the app left it, that is told as a
/// conflict, unless the person forces it. What the app added stays.
extension LibraryStore {
    /// One step, a transaction of the person's own: all of it or nothing. What is left goes on where `next` says; begun
    /// anew, it finds what was taken back as it was before, and goes on, too.
    package func undo(_ request: UndoRequest) throws(LibraryError) -> UndoResult {
        if let refusal = configuration.changeRefusal { throw refusal }
        guard request.objects?.count ?? 0 <= UndoRequest.maximumObjects else {
            throw LibraryError(.limitExceeded, "at most \(UndoRequest.maximumObjects) objects can be named at once")
        }
        let (configuration, identity) = (configuration, identity)
        return try write { context in
            let (result, sequence) = try Snapshot.showing(.person, context.connection, identity) { snapshot in
                let application = try BlockApplication(
                    snapshot: snapshot,
                    principal: .person,
                    files: [:],
                    configuration: configuration,
                    time: configuration.clock()
                )
                guard var step = try UndoStep(request, application) else { return (UndoResult(), UInt64?.none) }
                let result = try step.run()
                return (result, try step.application.finish())
            }
            if let sequence { context.notes.append(sequence) }
            return result
        }
    }
}
