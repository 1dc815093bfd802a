import LibraryModel
import Testing

@testable import Photos

private let asset = LocalIdentifier(.asset, ObjectID(high: 0, low: 1))

private func summary(_ changes: [(ChangeKind, ChangedFields)], unavailable: [UInt32] = []) -> ChangeSummary {
    var page = HistoryPage()
    for (index, (kind, fields)) in changes.enumerated() {
        page.sequences.append(UInt64(index + 1))
        page.times.append(0)
        page.changeCounts.append(1)
        page.objectKinds.append(ObjectKind.asset.rawValue)
        page.changeKinds.append(kind.rawValue)
        page.objects.append(asset.id)
        page.fields.append(fields.rawValue)
    }
    page.unavailable = unavailable
    var summary = ChangeSummary()
    summary.add(page)
    return summary
}

@Suite struct ChangeSummaryTests {
    @Test func `an object is told once, as what became of it`() {
        #expect(summary([(.inserted, []), (.updated, .favorite)]).inserted == [asset])
        #expect(summary([(.inserted, []), (.updated, .favorite)]).updated.isEmpty)
        #expect(summary([(.inserted, []), (.deleted, [])]).isEmpty)
        #expect(summary([(.updated, .favorite), (.updated, .content)]).updated == [asset: [.favorite, .content]])
        #expect(summary([(.updated, .favorite), (.deleted, [])]).deleted == [asset])
        #expect(summary([(.updated, .favorite), (.deleted, [])]).updated.isEmpty)
        let back = summary([(.deleted, []), (.inserted, [])])
        #expect(back.deleted.isEmpty && back.inserted.isEmpty)
        #expect(back.updated[asset]?.contains(.content) == true)
    }

    @Test func `a stretch that cannot be told makes the whole incomplete`() {
        let incomplete = summary([(.updated, .favorite)], unavailable: [0])
        #expect(!incomplete.isComplete)
        #expect(!incomplete.isEmpty)
    }
}
