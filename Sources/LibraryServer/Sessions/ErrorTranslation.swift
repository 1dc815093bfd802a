internal import LibraryModel
internal import LinuxSystem

extension LibraryError {
    /// A failed system call, without the file's name.
    init(_ error: SystemCallError, _ what: String) {
        switch error.errorNumber {
        case SystemCallError.noSpace, SystemCallError.quotaExceeded:
            self = .noSpace
        case SystemCallError.tooManyOpenFiles, SystemCallError.tooManyOpenFilesInSystem:
            self.init(.limitExceeded, "the server has too many files open", isRetryable: true)
        default:
            self.init(.internal, "\(what): \(error.reason)", details: ["call": error.call])
        }
    }
}

/// Runs `body` and translates its `SystemCallError` into a `LibraryError`.
func translatingSystemErrors<Result: ~Copyable>(
    _ what: String,
    _ body: () throws(SystemCallError) -> Result
) throws(LibraryError) -> Result {
    do throws(SystemCallError) { return try body() } catch { throw LibraryError(error, what) }
}
