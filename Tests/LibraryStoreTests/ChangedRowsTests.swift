import AssetColumns
import Testing

@testable import LibraryStore

@Suite struct ChangedRowsTests {
    private var changes = ChangedRows(since: AssetVersion(number: 7))

    /// A commit after the version `before`.
    private mutating func take(_ before: Int64, _ rows: Range<UInt32>?) -> Bool {
        changes.take(
            AssetEdits(
                before: AssetVersion(number: before),
                after: AssetVersion(number: before + 1),
                edits: rows?.map { .removed(row: $0) }
            )
        )
    }

    private var covered: [Int64] { (0..<20).filter { changes.covers(AssetVersion(number: $0)) } }

    @Test mutating func `commits are followed one after the other`() {
        #expect(covered == [7])
        // This one was there when the rows were read.
        var isFollowed = take(6, 1..<4)
        #expect(isFollowed && changes.rows.isEmpty)
        isFollowed = take(7, 3..<5)
        #expect(isFollowed)
        isFollowed = take(8, 4..<6)
        #expect(isFollowed && changes.rows == [3, 4, 5])
        #expect(covered == [7, 8, 9])
    }

    /// One was missed, or it is not known what it changed.
    @Test(arguments: [(8, 1..<2), (7, nil)] as [(Int64, Range<UInt32>?)])
    mutating func `what may differ is not followed`(before: Int64, rows: Range<UInt32>?) {
        let isFollowed = take(before, rows)
        #expect(!isFollowed)
    }

    @Test mutating func `too many rows are read anew`() {
        var isFollowed = take(7, 0..<4_096)
        #expect(isFollowed)
        isFollowed = take(8, 0..<4_096)
        #expect(isFollowed)
        isFollowed = take(9, 4_096..<4_097)
        #expect(!isFollowed)
    }
}
