internal import LibraryModel
internal import SQLiteDatabase

/// Runs `body` and tells its errors as the wire does. The only place where database errors become library errors.
func translatingErrors<Result>(
    _ cancellation: Cancellation? = nil,
    _ body: () throws -> Result
) throws(LibraryError) -> Result {
    do {
        return try body()
    } catch let error as LibraryError {
        throw error
    } catch let error as SQLiteError {
        throw libraryError(error, cancellation)
    } catch let refusal as GroupCommitWriter<CommitSummary>.Refusal {
        throw libraryError(refusal, cancellation)
    } catch is ReaderPool.Closed {
        throw LibraryError(.unavailable, "The library is closing.", isRetryable: true)
    } catch {
        throw LibraryError(.internal, "An unexpected error of the library's store.")
    }
}

private func libraryError(_ error: SQLiteError, _ cancellation: Cancellation?) -> LibraryError {
    if error.isDiskFull { return LibraryError(.notEnoughSpace, "The disk is full.", isRetryable: true) }
    if error.isInterrupted { return stopped(cancellation) }
    return LibraryError(
        .internal,
        error.isCorruption ? "The library's database is damaged." : "The library's database failed.",
        details: ["sqlite": String(error.code)]
    )
}

private func libraryError(
    _ refusal: GroupCommitWriter<CommitSummary>.Refusal,
    _ cancellation: Cancellation?
) -> LibraryError {
    switch refusal {
    case .withdrawn: stopped(cancellation)
    case .queueFull: LibraryError(.limitExceeded, "Too many changes wait.", isRetryable: true)
    case .poisoned(let error):
        LibraryError(
            .libraryReadOnly,
            "The library takes no changes since a write to disk failed.",
            details: ["sqlite": String(error.code)]
        )
    case .closed: LibraryError(.unavailable, "The library is closing.", isRetryable: true)
    }
}

private func stopped(_ cancellation: Cancellation?) -> LibraryError {
    switch cancellation?.cause {
    case .deadline: LibraryError(.deadlineExceeded, "The deadline passed.", isRetryable: true)
    case .cancelled, nil: LibraryError(.cancelled, "The request was cancelled.")
    }
}
