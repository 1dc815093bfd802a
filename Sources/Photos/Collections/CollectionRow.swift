import LibraryModel

/// The properties of one album or folder, copied from a page.
struct CollectionRow: Sendable {
    var flags: CollectionPage.Flags = []
    var type: UInt32 = 0
    var subtype: UInt32 = 0
    var title = ""
    var memberCount: UInt32 = 0
    var startDate: Int64 = 0
    var endDate: Int64 = 0
    var modificationDate: Int64 = 0

    /// The empty properties of a collection that does not exist.
    init() {}

    init(_ page: borrowing CollectionPage, at position: Int) {
        let flags = CollectionPage.Flags(rawValue: page.flags[position])
        guard flags.contains(.exists) else { return }
        self.flags = flags
        type = page.type[position]
        subtype = page.subtype[position]
        title = page.title[position]
        memberCount = page.memberCount[position]
        startDate = page.startDate[position]
        endDate = page.endDate[position]
        modificationDate = page.modificationDate[position]
    }

    var dates: (start: Date, end: Date)? {
        guard flags.contains(.hasDates) else { return nil }
        return (Date(microsecondsSince1970: startDate), Date(microsecondsSince1970: endDate))
    }
}
