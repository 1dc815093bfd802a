package import LibraryModel
internal import LibraryProtocol
internal import LinuxSystem

/// Properties of a range of a fetch result, in the server's sealed memory. Immutable: a snapshot, like a page.
package struct AssetColumnsMap: Sendable {
    private let memory: MappedMemory
    private let layout: AssetColumnsLayout
    private let fetched: FetchedIdentifiers
    private let range: Range<Int>

    /// Throws `protocolViolation` when the memory does not have the columns of the range.
    init(_ memory: MappedMemory, of fetched: FetchedIdentifiers, _ range: Range<Int>) throws(LibraryError) {
        layout = try memory.withBytes { bytes throws(LibraryError) in
            try AssetColumnsLayout(bytes, count: range.count)
        }
        self.memory = memory
        self.fetched = fetched
        self.range = range
    }

    /// A part of them, counted from the start of the range. Makes no call.
    package func page(_ part: Range<Int>) -> AssetPage {
        precondition(part.lowerBound >= 0 && part.upperBound <= range.count, "a part outside of the columns")
        var page = memory.withBytes { layout.page(part, in: $0) }
        fetched.append(range.lowerBound + part.lowerBound..<range.lowerBound + part.upperBound, to: &page.ids)
        return page
    }
}
