import AssetColumns
import LibraryModel
import Testing

@testable import LibraryStore

/// Which state of the library the columns in memory say they have, as loading and commits come.
@Suite struct AssetGenerationTests {
    private func version(_ number: Int64) -> AssetVersion { AssetVersion(number: number) }

    /// A table with one asset of this rating.
    private func table(rating: UInt8) -> AssetTable {
        var builder = AssetTable.Builder()
        builder.append(record(rating: rating))
        return builder.table()
    }

    private func record(rating: UInt8) -> AssetRecord {
        var record = AssetRecord(row: 1, id: ObjectID(high: 1, low: 1))
        record.rating = rating
        return record
    }

    private func edits(_ before: Int64, _ after: Int64, rating: UInt8) -> AssetEdits {
        AssetEdits(before: version(before), after: version(after), edits: [.set(record(rating: rating))])
    }

    /// The rating in the columns of a state; nil when they do not have it.
    private func rating(_ generations: AssetGenerations, at number: Int64) -> UInt8? {
        generations.table(of: version(number))?.record(of: 1)?.rating
    }

    /// Reports a commit. Returns whether there is a next generation to make.
    private func isSuccession(_ generations: inout AssetGenerations, _ edits: AssetEdits) -> Bool {
        generations.committed([edits]) != nil
    }

    @Test func `a reader gets the columns of its own state and no other`() {
        var generations = AssetGenerations.loading([])
        #expect(rating(generations, at: 5) == nil)
        generations.loaded(table(rating: 1), from: version(5), to: version(5))
        #expect(rating(generations, at: 5) == 1)
        #expect(rating(generations, at: 4) == nil && rating(generations, at: 6) == nil)
        let succession = generations.committed([edits(5, 6, rating: 2), edits(6, 8, rating: 3)])
        // Until the next generation is made the last one is read.
        #expect(rating(generations, at: 5) == 1 && rating(generations, at: 8) == nil)
        generations = succession?.generation() ?? .none(.closed)
        #expect(rating(generations, at: 8) == 3 && rating(generations, at: 5) == nil)
    }

    @Test func `what is committed during the loading is made again`() {
        var generations = AssetGenerations.loading([])
        // Before the first snapshot, between it and the last one, and after.
        for edits in [edits(3, 5, rating: 1), edits(5, 6, rating: 2), edits(6, 7, rating: 3)] {
            #expect(!isSuccession(&generations, edits))
        }
        generations.loaded(table(rating: 2), from: version(5), to: version(6))
        #expect(rating(generations, at: 7) == 3 && rating(generations, at: 6) == nil)
    }

    @Test func `columns that are partly of a commit not yet reported wait for it`() {
        var generations = AssetGenerations.loading([])
        generations.loaded(table(rating: 2), from: version(5), to: version(6))
        #expect(rating(generations, at: 5) == nil && rating(generations, at: 6) == nil)
        #expect(!isSuccession(&generations, edits(5, 6, rating: 2)))
        #expect(rating(generations, at: 6) == 2)
    }

    @Test func `after a change that nobody reported there are no columns`() {
        var current = AssetGenerations.loading([])
        current.loaded(table(rating: 1), from: version(5), to: version(5))
        #expect(!isSuccession(&current, edits(6, 7, rating: 2)))
        var loading = AssetGenerations.loading([])
        #expect(!isSuccession(&loading, edits(6, 7, rating: 2)))
        loading.loaded(table(rating: 1), from: version(5), to: version(5))
        for number: Int64 in 5...8 {
            #expect(rating(current, at: number) == nil && rating(loading, at: number) == nil)
        }
        #expect(current.failure == .changedElsewhere && loading.failure == .changedElsewhere)
    }

    @Test func `an asset that does not fit the columns ends them`() {
        var generations = AssetGenerations.loading([])
        generations.loaded(table(rating: 1), from: version(5), to: version(5))
        let wide = AssetEdits(before: version(5), after: version(6), edits: nil)
        generations = generations.committed([wide])?.generation() ?? .none(.closed)
        #expect(generations.failure == .tooNarrow)
        #expect(rating(generations, at: 5) == nil && rating(generations, at: 6) == nil)
    }

    @Test func `after a failure that may pass the columns are loaded again, with what is committed from then on`() {
        for failure in [ColumnFailure.changedElsewhere, .unreadable("disk")] {
            var generations = AssetGenerations.loading([edits(1, 2, rating: 9)])
            generations.fail(failure)
            #expect(generations.failure == failure)
            #expect(!isSuccession(&generations, edits(4, 5, rating: 1)))
            #expect(generations.beginAgain() && generations.failure == nil && !generations.beginAgain())
            #expect(!isSuccession(&generations, edits(6, 7, rating: 3)))
            generations.loaded(table(rating: 2), from: version(6), to: version(6))
            #expect(rating(generations, at: 7) == 3)
        }
        for failure in [ColumnFailure.closed, .tooNarrow] {
            var generations = AssetGenerations.loading([])
            generations.fail(failure)
            #expect(!generations.beginAgain() && generations.failure == failure)
        }
    }
}
