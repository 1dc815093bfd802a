// Errors that several parts of the server throw, each with one text.
extension LibraryError {
    package static let requestCancelled = LibraryError(.cancelled, "the request was cancelled")
    package static let deadlinePassed = LibraryError(.deadlineExceeded, "the deadline passed", isRetryable: true)
    package static let serverStopping = LibraryError(.unavailable, "the server is stopping", isRetryable: true)
    package static let tooManyWaitingRequests = LibraryError(
        .limitExceeded,
        "too many requests of the app wait",
        isRetryable: true
    )
    package static let noSpace = LibraryError(
        .notEnoughSpace,
        "there is not enough space for the library",
        isRetryable: true
    )
    package static let noSuchFile = LibraryError(.missingResource, "the asset has no such file")
}
