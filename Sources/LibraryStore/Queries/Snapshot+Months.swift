internal import LibraryModel
internal import SQLiteDatabase

extension Snapshot {
    /// Counts the assets of a fetch per month, latest first, undated ones last. Months are those of a clock `utcOffset`
    /// seconds east of UTC. Ignores the request's order and limit.
    func months(of request: FetchRequest, utcOffset: Int32) throws -> [MonthCount] {
        guard let query = try filteredQuery(request), case .assets = query.table else { return [] }
        var sql = SQLText("SELECT ")
        sql += "CAST(strftime('%Y', a.creation_date / 1000000 + "
        sql += .integer(Int64(utcOffset))
        sql += ", 'unixepoch') AS INTEGER) * 12 + CAST(strftime('%m', a.creation_date / 1000000 + "
        sql += .integer(Int64(utcOffset))
        sql += ", 'unixepoch') AS INTEGER) - 1 AS month, count(*)"
        let statement = try query.grouped(sql, by: "month", order: "month DESC").prepared(by: connection)
        var months: [MonthCount] = []
        while try statement.step() {
            months.append(
                MonthCount(
                    month: statement.isNull(0) ? nil : Int32(clamping: statement.integer(0)),
                    count: Int(statement.integer(1))
                )
            )
        }
        return months
    }
}
