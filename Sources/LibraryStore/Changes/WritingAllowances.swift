internal import Admission

/// Limits how much each app may write: a burst, and a rate in the long run.
///
/// Changes are kept as history for 30 days, so the rate limits the growth of the library. Blocks without changes are
/// free. The person has no limit.
///
/// A value without a clock or a lock. Times are monotonic nanoseconds.
struct WritingAllowances {
    private struct Account {
        var blocks: TokenBucket
        var rows: TokenBucket
    }

    /// Beyond this many accounts, those that are full again are dropped: a missing one is full.
    private static let maximumAccounts = 1_024

    private let blocks: TokenBucket.Limit
    private let rows: TokenBucket.Limit
    private var accounts: [String: Account] = [:]

    init(blocks: TokenBucket.Limit, rows: TokenBucket.Limit) {
        self.blocks = blocks
        self.rows = rows
    }

    /// Returns the seconds until an app may write again; nil when it may now.
    mutating func wait(_ app: String, _ now: UInt64) -> Double? {
        guard var account = accounts[app] else { return nil }
        let waits = [account.blocks.wait(now: now), account.rows.wait(now: now)]
        accounts[app] = account
        return waits.compactMap(\.self).max()
    }

    /// Charges an app for a block that wrote this many rows.
    mutating func wrote(_ app: String, rows count: Int64, _ now: UInt64) {
        var account =
            accounts[app] ?? Account(blocks: TokenBucket(blocks, now: now), rows: TokenBucket(rows, now: now))
        account.blocks.take(1, now: now)
        account.rows.take(Double(max(count, 0)), now: now)
        accounts[app] = account
        if accounts.count > WritingAllowances.maximumAccounts { dropFull(now) }
    }

    mutating func forget(_ app: String) { accounts.removeValue(forKey: app) }

    private mutating func dropFull(_ now: UInt64) {
        accounts = accounts.filter { _, account in
            var account = account
            let isFull = account.blocks.isFull(now: now) && account.rows.isFull(now: now)
            return !isFull
        }
    }

    var accountCount: Int { accounts.count }
}
