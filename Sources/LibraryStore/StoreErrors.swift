package import LibraryModel
package import LinuxSystem
internal import SQLiteDatabase

/// Runs `body` and translates its errors. The only place where database errors become library errors.
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
        throw .tooManyWaitingRequests
    } catch is ReaderPool.Closed {
        throw .closing
    } catch {
        throw LibraryError(.internal, "an unexpected error of the library's store")
    }
}

private func libraryError(_ error: SQLiteError, _ cancellation: Cancellation?) -> LibraryError {
    if error.isDiskFull { return LibraryError(.notEnoughSpace, "the disk is full", isRetryable: true) }
    if error.isInterrupted { return stopped(cancellation) }
    if error.isBusy {
        return LibraryError(.unavailable, "another program has locked the library's database", isRetryable: true)
    }
    return LibraryError(
        .internal,
        error.isCorruption ? LibraryStore.reasonOfDamage : "the library's database failed",
        details: ["sqlite": String(error.code)]
    )
}

extension LibraryStore {
    static let reasonAfterFailedWrite = "the library takes no changes since a write to disk failed"
    static let reasonOfDamage = "the library's database is damaged"
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
    case .closed: .closing
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
    static let closing = LibraryError(.unavailable, "the library is closing", isRetryable: true)
    static let noIdentity = LibraryError(.internal, "the library has no identity")
    static let invalidDigest = LibraryError(.internal, "the library's database holds an invalid digest")
    static let tooManyAssets = LibraryError(.limitExceeded, "too many assets at once")

    /// The error of a stopped request.
    package static func stopped(_ cause: Cancellation.Cause) -> LibraryError {
        switch cause {
        case .deadline: .deadlinePassed
        case .cancelled: .requestCancelled
        }
    }
}
