internal import LibraryModel
internal import LibraryStore
internal import LinuxSystem
internal import UploadWorkerProtocol

/// How jobs are sent: how many at once, how fast, and when one is tried again.
enum UploadPolicy {
    static let jobsAtOnce = 6
    /// So that an app whose servers are slow leaves room for others.
    static let jobsAtOnceOfAnApp = 2
    /// Of each job, so that an app leaves room on most lines.
    static let bytesPerSecond: UInt64 = 4 << 20
    /// Bytes a second that a server has to take on average, and the seconds that it has besides.
    static let slowestRate: UInt64 = 16 << 10
    static let slowStart: UInt64 = 120
    /// About nine hours, by the pauses.
    static let maximumAttempts = 16
    /// Microseconds.
    static let firstPause: Int64 = 2_000_000
    static let longestPause: Int64 = 3_600_000_000

    /// Microseconds between attempt `attempt` and the next.
    static func pause(after attempt: Int) -> Int64 {
        var pause = firstPause
        for _ in 1..<max(2, min(attempt, maximumAttempts)) where attempt > 1 { pause = min(pause * 3, longestPause) }
        return pause
    }

    /// Nanoseconds for an attempt, with all of its redirects. Otherwise a server that reads or sends a few bytes now
    /// and then would occupy the process for days.
    static func longestAttempt(_ task: UploadTask) -> UInt64 {
        let seconds = slowStart + 2 * UInt64(task.request.timeout) + task.size / slowestRate
        return seconds.saturatingMultiplied(by: 1_000_000_000)
    }

    /// What becomes of a job after attempt `attempts`, which ended at `now` (microseconds since 1970).
    static func outcome(of answer: UploadAnswer, attempts: Int, now: Int64) -> LibraryStore.UploadOutcome {
        switch answer {
        case .response(let response):
            if (200...299).contains(response.status) { return .succeeded(response) }
            let error = LibraryError(
                .networkFailed,
                "the server answered with status \(response.status)",
                details: ["status": "\(response.status)"]
            )
            return isTransient(response.status)
                ? again(error, response, attempts: attempts, now: now) : .failed(error, response)
        case .failure(let failure):
            return failure.isTransient
                ? again(failure.error, nil, attempts: attempts, now: now) : .failed(failure.error, nil)
        }
    }

    /// What becomes of a job whose file could not be opened, or whose process could not be started.
    static func outcome(of error: LibraryError, attempts: Int, now: Int64) -> LibraryStore.UploadOutcome {
        error.isRetryable ? again(error, nil, attempts: attempts, now: now) : .failed(error, nil)
    }

    private static func again(
        _ error: LibraryError,
        _ response: UploadResponse?,
        attempts: Int,
        now: Int64
    ) -> LibraryStore.UploadOutcome {
        guard attempts < maximumAttempts else { return .failed(error, response) }
        let wanted = response?.retryAfter.map { $0 * 1_000_000 } ?? 0
        let pause = max(pause(after: attempts), min(wanted, longestPause))
        return .again(at: now.addingReportingOverflow(pause).partialValue, error, response)
    }

    /// A request that timed out or came too early, too many of them, and what a server or a gateway answers that is
    /// out of order for now.
    private static func isTransient(_ status: UInt32) -> Bool { [408, 425, 429, 500, 502, 503, 504].contains(status) }
}

extension UploadResponse {
    /// Seconds that the server wants to be left alone, where it says a number.
    fileprivate var retryAfter: Int64? {
        let field = headers.first { $0.lowercasedName == "retry-after" }
        return field.flatMap { Int32($0.value) }.map { Int64(max(0, $0)) }
    }
}

extension UploadFailure {
    fileprivate var isTransient: Bool {
        switch self {
        case .unreachable, .timedOut, .interrupted, .malformed: true
        case .untrusted, .localAddress, .forbiddenRedirect, .tooManyRedirects, .unreadable, .internal: false
        }
    }

    fileprivate var error: LibraryError {
        switch self {
        case .unreachable: LibraryError(.networkFailed, "the server cannot be reached")
        case .timedOut: LibraryError(.networkFailed, "the server does not answer in time")
        case .interrupted: LibraryError(.networkFailed, "the connection was interrupted")
        case .untrusted:
            LibraryError(
                .networkFailed,
                "there is no secure connection to the server, or its certificate is not trusted"
            )
        case .malformed: LibraryError(.networkFailed, "the server's answer is not HTTP, or too large")
        case .localAddress:
            LibraryError(
                .accessDenied,
                "the server has an address of the person's own network, which they did not allow"
            )
        case .forbiddenRedirect:
            LibraryError(.accessDenied, "the server redirects to another one, which the person did not allow")
        case .tooManyRedirects: LibraryError(.networkFailed, "the server redirects too often")
        case .unreadable: LibraryError(.missingResource, "the file cannot be read")
        case .internal: LibraryError(.internal, "the file could not be sent")
        }
    }
}
