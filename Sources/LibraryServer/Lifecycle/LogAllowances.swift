internal import Admission

/// Rate limits for log lines that clients can cause. A value without a clock.
///
/// A token bucket for each app, and a larger one for all programs of a user. Dropped lines are counted, and reported
/// with the next line of the same subject.
struct LogAllowances {
    /// Who caused a line.
    enum Subject: Hashable, Sendable {
        case app(String, user: UInt32)
        /// A program of this user without an identity.
        case user(UInt32)
        /// Unknown: the event shows in the server's own work.
        case anybody
    }

    /// Lines of an app, and those of `anybody`: 9 MB a day at most.
    static let ofOne = TokenBucket.Limit(capacity: 256, perSecond: 1)
    /// Lines of all programs of a user.
    static let ofUser = TokenBucket.Limit(capacity: 2_048, perSecond: 8)
    /// With more accounts, those whose bucket is full again are removed: they equal new ones.
    private static let maximumAccounts = 1_024

    private struct Account {
        var bucket: TokenBucket
        var leftOut = 0
    }

    private var accounts: [Subject: Account] = [:]

    /// Returns nil to drop the line, otherwise the number of lines dropped since the subject's last one.
    mutating func admit(_ subject: Subject, now: UInt64) -> Int? {
        if accounts.count > LogAllowances.maximumAccounts { dropFull(now) }
        var account = accounts[subject] ?? Account(bucket: TokenBucket(subject.limit, now: now))
        let isAdmitted = account.bucket.wait(now: now) == nil && takeFromUser(of: subject, now)
        defer { accounts[subject] = account }
        guard isAdmitted else {
            account.leftOut += 1
            return nil
        }
        account.bucket.take(1, now: now)
        defer { account.leftOut = 0 }
        return account.leftOut
    }

    /// Returns false when the allowance of the app's user is used up.
    private mutating func takeFromUser(of subject: Subject, _ now: UInt64) -> Bool {
        guard case .app(_, let user) = subject else { return true }
        var account = accounts[.user(user)] ?? Account(bucket: TokenBucket(LogAllowances.ofUser, now: now))
        defer { accounts[.user(user)] = account }
        guard account.bucket.wait(now: now) == nil else { return false }
        account.bucket.take(1, now: now)
        return true
    }

    private mutating func dropFull(_ now: UInt64) {
        accounts = accounts.filter { _, account in
            var account = account
            let isFull = account.bucket.isFull(now: now)
            return !isFull
        }
    }

    var accountCount: Int { accounts.count }
}

extension LogAllowances.Subject {
    fileprivate var limit: TokenBucket.Limit {
        switch self {
        case .app, .anybody: LogAllowances.ofOne
        case .user: LogAllowances.ofUser
        }
    }
}
