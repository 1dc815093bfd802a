package import LibraryModel
package import LinuxSystem
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
    } catch let refusal as LibraryStore.Writer.Refusal {
        throw libraryError(refusal, cancellation)
    } catch is ReaderPool.Full {
        throw LibraryError(.limitExceeded, "too many requests of the app wait", isRetryable: true)
    } catch is ReaderPool.Closed {
        throw LibraryError(.unavailable, "the library is closing", isRetryable: true)
    } catch {
        throw LibraryError(.internal, "an unexpected error of the library's store")
    }
}

private func libraryError(_ error: SQLiteError, _ cancellation: Cancellation?) -> LibraryError {
    if error.isDiskFull { return LibraryError(.notEnoughSpace, "the disk is full", isRetryable: true) }
    if error.isInterrupted { return stopped(cancellation) }
    return LibraryError(
        .internal,
        error.isCorruption ? "the library's database is damaged" : "the library's database failed",
        details: ["sqlite": String(error.code)]
    )
}

extension LibraryStore {
    static let reasonAfterFailedWrite = "the library takes no changes since a write to disk failed"
}

private func libraryError(
    _ refusal: LibraryStore.Writer.Refusal,
    _ cancellation: Cancellation?
) -> LibraryError {
    switch refusal {
    case .withdrawn: stopped(cancellation)
    case .queueFull: LibraryError(.limitExceeded, "too many changes wait", isRetryable: true)
    case .poisoned(let error):
        LibraryError(
            .libraryReadOnly,
            LibraryStore.reasonAfterFailedWrite,
            details: ["sqlite": String(error.code)]
        )
    case .closed: LibraryError(.unavailable, "the library is closing", isRetryable: true)
    }
}

private func stopped(_ cancellation: Cancellation?) -> LibraryError {
    cancellation?.cause.map { .stopped($0) }
        ?? LibraryError(.limitExceeded, "the library was read for too long at once", isRetryable: true)
}

extension LibraryError {
    static let accessDenied = LibraryError(.accessDenied, "the person has not allowed this")
    static let accessRestricted = LibraryError(.accessRestricted, "a policy forbids access to the library")
    static let noSuchObject = LibraryError(.notFound, "there is no such object")

    /// What a request ends with that was stopped.
    package static func stopped(_ cause: Cancellation.Cause) -> LibraryError {
        switch cause {
        case .deadline: LibraryError(.deadlineExceeded, "the deadline passed", isRetryable: true)
        case .cancelled: LibraryError(.cancelled, "the request was cancelled")
        }
    }
}
