import LibraryClient
import LibraryModel
import Testing

@testable import Photos

@Suite struct PHFetchResultChangeDetailsTests {
    private func result(_ numbers: some Collection<Int>) -> PHFetchResult<PHAsset> {
        PHFetchResult(
            FetchedIdentifiers(numbers.map { ObjectID(high: 3, low: UInt64($0)) }, kinds: .all(.asset)),
            plan: nil,
            refetch: nil
        ) { identifiers, range in
            LoadedObjects(range.map { PHAsset(identifiers[$0], row: AssetRow()) }, isComplete: true)
        }
    }

    @Test func `the indexes are in the spaces of the lists before and after, and the objects beside them`() {
        let (before, after) = (result([1, 2, 3, 4, 5]), result([9, 2, 5, 3, 4]))
        let details = PHFetchResultChangeDetails(
            from: before, to: after, changedObjects: [before.object(at: 3), before.object(at: 0)])
        #expect(details.hasIncrementalChanges)
        #expect(details.removedIndexes == [0] && details.insertedIndexes == [0] && details.changedIndexes == [4])
        #expect(details.removedObjects == [before.object(at: 0)])
        #expect(details.insertedObjects == [after.object(at: 0)])
        #expect(details.changedObjects.map(\.localIdentifier) == [before.object(at: 3).localIdentifier])
        #expect(details.hasMoves)
        var moves: [[Int]] = []
        details.enumerateMoves { moves.append([$0, $1]) }
        #expect(moves == [[4, 2]])
    }

    @Test func `beyond the most that is told one by one there are no indexes`() {
        let most = PHFetchResultChangeDetails<PHAsset>.maximumIncrementalChanges
        let few = PHFetchResultChangeDetails(from: result([]), to: result(0..<most), changedObjects: [])
        #expect(few.insertedIndexes?.count == most)
        let many = PHFetchResultChangeDetails(from: result([]), to: result(0..<most + 1), changedObjects: [])
        #expect(!many.hasIncrementalChanges && !many.hasMoves && !many.isEmpty)
        #expect(many.removedIndexes == nil && many.insertedIndexes == nil && many.changedIndexes == nil)
        #expect(many.insertedObjects.isEmpty)
        #expect(many.fetchResultAfterChanges.count == most + 1)
    }
}
