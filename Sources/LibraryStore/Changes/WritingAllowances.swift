/// How much each app may write: so much at once, and so much in the long run.
///
/// What apps change is kept as history for 30 days, so that what one may change in a day is what the library grows by.
/// A block that wrote nothing costs nothing. The person's own tools have no account here.
///
/// A value without a clock or a lock; moments are monotonic nanoseconds.
struct WritingAllowances {
    /// What fills by so much a second, up to what it holds. It may be overdrawn by what was under way when it ran dry.
    struct Limit: Hashable, Sendable {
        var capacity: Double
        var perSecond: Double
    }

    private struct Level {
        var value: Double
        var moment: UInt64

        mutating func fill(_ limit: Limit, _ now: UInt64) {
            let seconds = now > moment ? Double(now - moment) / 1e9 : 0
            value = min(limit.capacity, value + seconds * limit.perSecond)
            moment = max(moment, now)
        }

        /// Seconds until it is above nothing.
        func wait(_ limit: Limit) -> Double { value > 0 ? 0 : (1 - value) / limit.perSecond }
    }

    private struct Account {
        var blocks: Level
        var rows: Level
    }

    /// Accounts beyond this are looked through for those that are full again, which are as good as none.
    private static let maximumAccounts = 1_024

    private let blocks: Limit
    private let rows: Limit
    private var accounts: [String: Account] = [:]

    init(blocks: Limit, rows: Limit) {
        self.blocks = blocks
        self.rows = rows
    }

    /// Seconds after which an app may write again; nil when it may now.
    mutating func wait(_ app: String, _ now: UInt64) -> Double? {
        guard var account = accounts[app] else { return nil }
        account.blocks.fill(blocks, now)
        account.rows.fill(rows, now)
        accounts[app] = account
        let wait = max(account.blocks.wait(blocks), account.rows.wait(rows))
        return wait > 0 ? wait : nil
    }

    /// An app has written a block, and so many rows of the database with it.
    mutating func wrote(_ app: String, rows count: Int64, _ now: UInt64) {
        var account =
            accounts[app]
            ?? Account(
                blocks: Level(value: blocks.capacity, moment: now),
                rows: Level(value: rows.capacity, moment: now)
            )
        account.blocks.fill(blocks, now)
        account.rows.fill(rows, now)
        account.blocks.value -= 1
        account.rows.value -= Double(max(count, 0))
        accounts[app] = account
        if accounts.count > WritingAllowances.maximumAccounts { dropFull(now) }
    }

    mutating func forget(_ app: String) { accounts.removeValue(forKey: app) }

    private mutating func dropFull(_ now: UInt64) {
        accounts = accounts.filter { _, account in
            var account = account
            account.blocks.fill(blocks, now)
            account.rows.fill(rows, now)
            return account.blocks.value < blocks.capacity || account.rows.value < rows.capacity
        }
    }

    var accountCount: Int { accounts.count }
}
