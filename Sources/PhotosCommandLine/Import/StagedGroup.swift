import LibraryModel

/// A staged group of files: what to commit for it.
struct StagedGroup: Hashable, Sendable {
    /// One asset, new or known.
    enum Entry: Hashable, Sendable {
        case new(NewAsset)
        /// The library has an asset with the same content.
        case duplicate(ObjectID)
        /// The library has the asset, without these files of it.
        case completion(ObjectID, [StagedResourceUse])
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
        let members = files.map { file in
            AssetComposition.Member(
                family: file.family,
                metadata: file.resource.metadata,
                size: file.resource.size
            )
        }
        var left: [StagedFile] = []
        for asset in AssetComposition(members).assets() {
            let parts = asset.parts.map { (file: files[$0.member], kind: $0.kind) }
            if let known = parts.first(where: { $0.file.resource.duplicateOf != nil })?.file.resource,
                let id = known.duplicateOf
            {
                let new = parts.filter { $0.file.resource.duplicateOf == nil }
                let completing = new.filter { known.lacking.contains($0.kind) }
                let uses = completing.map { StagedResourceUse(staged: $0.file.resource.id, kind: $0.kind) }
                entries.append(uses.isEmpty ? .duplicate(id) : .completion(id, uses))
                // What the known asset does not take becomes one of its own.
                left += new.map(\.file).filter { file in !completing.contains { $0.file == file } }
            } else if parts.count == 1, let (id, use) = StagedGroup.completion(with: parts[0].file.resource) {
                entries.append(.completion(id, [use]))
            } else {
                entries.append(.new(newAsset(asset, files)))
            }
        }
        if !left.isEmpty { append(left) }
    }

    /// The asset whose other half a single file is.
    private static func completion(with half: StagedResource) -> (ObjectID, StagedResourceUse)? {
        let kind = half.metadata.kind == .video ? ResourceKind.pairedVideo : .photo
        guard let id = half.otherHalf, half.lacking.contains(kind) else { return nil }
        return (id, StagedResourceUse(staged: half.id, kind: kind))
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
