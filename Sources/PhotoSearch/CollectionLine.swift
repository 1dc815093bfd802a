package import LibraryClient
package import LibraryModel

/// One row of a page of albums and folders.
package struct CollectionLine: Hashable, Sendable {
    package var identifier: LocalIdentifier
    package var title: String
    package var memberCount: UInt32
    package var isEditable: Bool
    /// Dates of the earliest and the latest member, in microseconds since 1970.
    package var dates: ClosedRange<Int64>?

    /// Nil when the collection has been deleted.
    package init?(_ page: CollectionPage, _ row: Int) {
        let flags = CollectionPage.Flags(rawValue: page.flags[row])
        guard flags.contains(.exists), let kind = UInt8(exactly: page.kind[row]).flatMap(ObjectKind.init) else {
            return nil
        }
        identifier = LocalIdentifier(kind, page.ids[row])
        title = page.title[row]
        memberCount = page.memberCount[row]
        isEditable = flags.contains(.editable)
        if flags.contains(.hasDates), page.startDate[row] <= page.endDate[row] {
            dates = page.startDate[row]...page.endDate[row]
        }
    }

    /// Every album or folder that a fetch finds, in its order.
    package static func all(
        of request: FetchRequest,
        _ client: LibraryClient
    ) throws(LibraryError) -> [CollectionLine] {
        let fetched = try client.fetch(request)
        var result: [CollectionLine] = []
        var start = 0
        while start < fetched.count {
            let end = min(fetched.count, start + AssetPage.maximumRows)
            let page = try client.collections(fetched, start..<end)
            result += (0..<page.count).compactMap { CollectionLine(page, $0) }
            start = end
        }
        return result
    }
}
