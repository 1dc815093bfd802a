internal import CLinux
import Glibc

/// A failed system call: its errno and name. `description` has no path, so it may be logged.
package struct SystemCallError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The value of `errno`, for example `ENOSPC`.
    package var errorNumber: CInt
    /// The name of the call.
    package var call: String

    package init(_ errorNumber: CInt, _ call: String) {
        self.errorNumber = errorNumber
        self.call = call
    }

    /// The system's own text for the error number.
    package var reason: String {
        var text = [CChar](repeating: 0, count: 128)
        return unsafe text.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress,
                unsafe clinux_describe_error(errorNumber, start, buffer.count) == 0
            else { return "error \(errorNumber)" }
            return unsafe String(cString: start)
        }
    }

    package var description: String { "\(call): \(reason)" }

    /// ENOENT or ENOTDIR.
    package var isAbsence: Bool { errorNumber == ENOENT || errorNumber == ENOTDIR }
}

/// Repeats a call that a signal interrupts: the only place that deals with EINTR.
@inline(__always)
func retryingInterruptions<Result: FixedWidthInteger & SignedInteger>(
    _ call: String,
    _ body: () -> Result
) throws(SystemCallError) -> Result {
    while true {
        let result = body()
        if result != -1 { return result }
        let errorNumber = errno
        if errorNumber != EINTR { throw SystemCallError(errorNumber, call) }
    }
}

extension SystemCallError {
    // The numbers that callers act upon, for modules that do not import C.
    package static let tryAgain = EAGAIN
    package static let messageTooLong = EMSGSIZE
    package static let brokenPipe = EPIPE
    package static let connectionReset = ECONNRESET
    package static let notFound = ENOENT
    package static let noProcess = ESRCH
    package static let symbolicLink = ELOOP
    package static let noSpace = ENOSPC
    package static let quotaExceeded = EDQUOT
    package static let addressInUse = EADDRINUSE
    package static let alreadyExists = EEXIST
    package static let notFolder = ENOTDIR
    package static let permissionDenied = EACCES
    package static let notImplemented = ENOSYS
    package static let notSupported = EOPNOTSUPP
    package static let notPermitted = EPERM
    package static let readOnlyFileSystem = EROFS
    package static let invalidArgument = EINVAL
    package static let tooManyOpenFiles = EMFILE
    package static let tooManyOpenFilesInSystem = ENFILE
}
