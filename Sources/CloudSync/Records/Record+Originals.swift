internal import LibraryModel

/// The original files of an asset, as libraries show them. This is the one place that decides it, and from the record
/// alone, so all devices show the same.
package struct ShownOriginals: Hashable, Sendable {
    /// The files that libraries show: of several of one kind the one that was added last.
    package var list: ResourceList
    /// The others. They stay in the record, and so in the bucket, until the asset is purged; libraries name them.
    package var others: ResourceList
}

extension Record {
    /// Nil for a record without files.
    package var shownOriginals: ShownOriginals? {
        guard let files = sets[.files] else { return nil }
        var all: [ResourceList.Entry] = []
        var shown: [UInt16: (entry: ResourceList.Entry, added: Stamp)] = [:]
        for (key, element) in files {
            guard let added = element.lastAdded, let uses = element.uses else { continue }
            for entry in uses.entries where entry.content.bytes == key {
                all.append(entry)
                if let other = shown[entry.kind], (other.added, other.entry.content) > (added, entry.content) {
                    continue
                }
                shown[entry.kind] = (entry, added)
            }
        }
        let list = ResourceList(shown.values.map(\.entry).sorted { $0.kind < $1.kind })
        // Of nearly all assets all files are shown.
        if all.count == shown.count { return ShownOriginals(list: list, others: ResourceList([])) }
        let contents = Set(list.entries.map(\.content))
        let others = all.filter { !contents.contains($0.content) }
        return ShownOriginals(
            list: list,
            others: ResourceList(others.sorted { ($0.kind, $0.content) < ($1.kind, $1.content) })
        )
    }

    /// The blobs of files of this asset.
    func blobs(of list: ResourceList) -> [BlobID] {
        list.entries.flatMap { sets[.files]?[$0.content.bytes]?.detail?.blobs ?? [] }
    }
}

extension Stamp {
    /// Of the first use of a file in an asset. Any change of the use wins over it, also when a device that was restored
    /// from a backup adds the file once more. Of several first uses the one with the higher kind wins (`Register`): a
    /// photo becomes the alternate one, a video the paired one, and never the other way.
    static let firstUse = Stamp(ticks: 0, device: ObjectID(high: 0, low: 0))
}

extension Element {
    /// How an asset uses this file; nil for what this version cannot read.
    fileprivate var uses: ResourceList? {
        guard let value = detail?.value else { return nil }
        do throws(SyncFailure) { return try ResourceList(bytes: value) } catch { return nil }
    }
}
