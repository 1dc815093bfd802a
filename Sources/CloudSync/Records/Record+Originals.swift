internal import LibraryModel

extension Record {
    /// The files of an asset that libraries show: of several of one kind the one that was added last. The others stay
    /// in the record, and so in the bucket, until the asset is purged.
    package var originals: ResourceList? {
        guard let files = sets[.files] else { return nil }
        var shown: [UInt16: (entry: ResourceList.Entry, added: Stamp)] = [:]
        for (key, element) in files {
            guard let added = element.added, let uses = element.uses else { continue }
            for entry in uses.entries where entry.content.bytes == key {
                if let other = shown[entry.kind], (other.added, other.entry.content) > (added, entry.content) {
                    continue
                }
                shown[entry.kind] = (entry, added)
            }
        }
        return ResourceList(shown.values.map(\.entry).sorted { $0.kind < $1.kind })
    }

    /// The blobs of `originals`.
    func blobs(of originals: ResourceList) -> [BlobID] {
        originals.entries.flatMap { sets[.files]?[$0.content.bytes]?.detail?.blobs ?? [] }
    }
}

extension Element {
    /// How an asset uses this file; nil for what this version cannot read.
    fileprivate var uses: ResourceList? {
        guard let value = detail?.value else { return nil }
        do throws(SyncFailure) { return try ResourceList(bytes: value) } catch { return nil }
    }
}
