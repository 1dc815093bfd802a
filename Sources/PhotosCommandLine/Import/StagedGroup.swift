import LibraryModel

/// A staged group of files: what to commit for it.
struct StagedGroup: Hashable, Sendable {
    /// One asset, new or known.
    enum Entry: Hashable, Sendable {
        case new(NewAsset)
        /// The library has an asset with the same content.
        case duplicate(ObjectID)
    }

    /// An asset that is still to be created.
    struct NewAsset: Hashable, Sendable {
        var resources: [StagedResourceUse]
        var properties: AssetUpdate
    }

    var group: FileGroup
    var entries: [Entry]

    /// One staged file.
    struct StagedFile: Hashable, Sendable {
        var family: FileFamily
        var resource: StagedResource
        /// Microseconds since 1970.
        var modificationTime: Int64
    }

    init(group: FileGroup, files: [StagedFile]) {
        self.group = group
        entries = []
        append(files)
    }

    private mutating func append(_ files: [StagedFile]) {
        let members = files.map { AssetComposition.Member(family: $0.family, metadata: $0.resource.metadata) }
        var left: [StagedFile] = []
        for asset in AssetComposition(members).assets() {
            let known = asset.parts.compactMap { files[$0.member].resource.duplicateOf }
            if let first = known.first {
                // Files cannot be added to an asset later, so the new half of a known asset becomes one of its own.
                entries.append(.duplicate(first))
                left += asset.parts.map { files[$0.member] }.filter { $0.resource.duplicateOf == nil }
            } else {
                entries.append(.new(newAsset(asset, files)))
            }
        }
        if !left.isEmpty { append(left) }
    }

    private func newAsset(_ asset: AssetComposition.Composed, _ files: [StagedFile]) -> NewAsset {
        let uses = asset.parts.map { StagedResourceUse(staged: files[$0.member].resource.id, kind: $0.kind) }
        var properties = AssetUpdate()
        let parts = asset.parts.map { files[$0.member] }
        if let original = parts.first, original.resource.metadata.captureDate == nil {
            // The other half's date, else the modification time, is better than none.
            let other = parts.lazy.compactMap(\.resource.metadata.captureDate).first
            properties.creationDate = .set(other?.instant ?? original.modificationTime)
        }
        return NewAsset(resources: uses, properties: properties)
    }
}
