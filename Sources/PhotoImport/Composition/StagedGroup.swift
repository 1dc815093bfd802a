internal import LibraryModel
internal import LinuxSystem

/// A staged group of files: what to commit for it.
struct StagedGroup: Hashable, Sendable {
    /// One asset, new or known.
    struct Entry: Hashable, Sendable {
        enum Kind: Hashable, Sendable {
            case new(NewAsset)
            /// The library has an asset with the same content.
            case duplicate(ObjectID)
            /// The library has the asset, without these files of it.
            case completion(ObjectID, [StagedResourceUse])
        }

        var kind: Kind
        /// The files in the folder that it was made of, without its edited version.
        var files: [FoundFile]
        /// What is written beside it.
        var notes: PhotoNotes?
        var edit: Edit?
        /// Of a new asset's files.
        var notices: [FilePath: [FileNotice]] = [:]
    }

    /// An asset that is still to be created.
    struct NewAsset: Hashable, Sendable {
        var resources: [StagedResourceUse]
        var properties: AssetUpdate
    }

    /// The edited version of an asset.
    struct Edit: Hashable, Sendable {
        /// The picture's, and that of a Live Photo's movie.
        var files: [FoundFile]
        var staged: ObjectID
        var movie: ObjectID?
    }

    var group: FileGroup
    var entries: [Entry]

    /// One staged file.
    struct StagedFile: Hashable, Sendable {
        /// Nil for the movie inside another file.
        var found: FoundFile?
        var family: FileFamily
        var resource: StagedResource
        /// Microseconds since 1970.
        var modificationTime: Int64
        var notes: PhotoNotes?
    }

    init(group: FileGroup, files: [StagedFile]) {
        self.group = group
        entries = []
        append(files.filter { $0.found?.isEdit != true })
        let edits = files.filter { $0.found?.isEdit == true }
        for edit in edits where edit.resource.metadata.kind == .image { attach(edit) }
        for edit in edits where edit.resource.metadata.kind != .image { attachMovie(edit) }
    }

    private mutating func append(_ files: [StagedFile]) {
        let members = files.map { file in
            AssetComposition.Member(
                family: file.family,
                metadata: file.resource.metadata,
                size: file.resource.size,
                isKnownHalf: file.found?.relation?.kind == .otherHalf
            )
        }
        var left: [StagedFile] = []
        for asset in StagedGroup.describedAsset(files) ?? AssetComposition(members).assets() {
            let parts = asset.parts.map { (file: files[$0.member], kind: $0.kind) }
            var entry = Entry(
                kind: .new(newAsset(asset, files)),
                files: parts.compactMap(\.file.found),
                notes: parts.lazy.compactMap(\.file.notes).first
            )
            if let known = parts.first(where: { $0.file.resource.duplicateOf != nil })?.file.resource,
                let id = known.duplicateOf
            {
                let new = parts.filter { $0.file.resource.duplicateOf == nil }
                let completing = new.filter { known.lacking.contains($0.kind) }
                let uses = completing.map { StagedResourceUse(staged: $0.file.resource.id, kind: $0.kind) }
                entry.kind = uses.isEmpty ? .duplicate(id) : .completion(id, uses)
                // What the known asset does not take becomes one of its own.
                let own = new.map(\.file).filter { file in !completing.contains { $0.file == file } }
                entry.files.removeAll { file in own.contains { $0.found == file } }
                left += own
            } else if parts.count == 1, entry.notes?.kind == nil,
                let (id, use) = StagedGroup.completion(with: parts[0].file.resource)
            {
                entry.kind = .completion(id, [use])
            }
            if case .new = entry.kind { entry.notices = StagedGroup.notices(parts.map(\.file)) }
            entries.append(entry)
        }
        if !left.isEmpty { append(left) }
    }

    /// The one asset that all files are of, where each is known to be of another kind.
    private static func describedAsset(_ files: [StagedFile]) -> [AssetComposition.Composed]? {
        let kinds = files.compactMap { $0.notes?.kind }
        guard kinds.count == files.count, Set(kinds).count == kinds.count else { return nil }
        let parts = kinds.enumerated().map { AssetComposition.Part(member: $0.offset, kind: $0.element) }
        let originals = parts.filter { [.photo, .video, .audio].contains($0.kind) }
        guard !originals.isEmpty else { return nil }
        return [AssetComposition.Composed(parts: originals + parts.filter { !originals.contains($0) })]
    }

    /// `files`: of one asset, the original first.
    private static func notices(_ files: [StagedFile]) -> [FilePath: [FileNotice]] {
        var notices: [FilePath: [FileNotice]] = [:]
        for file in files where file.resource.metadata.isDamaged {
            if let path = file.found?.path { notices[path, default: []].append(.damaged) }
        }
        if let original = files.first, let path = original.found?.path,
            let date = original.notes?.otherDate(beside: original.resource.metadata)
        {
            notices[path, default: []].append(.otherDate(date))
        }
        return notices
    }

    /// Makes a file the edited version of what it belongs to. Where that cannot be it becomes an asset of its own.
    private mutating func attach(_ edit: StagedFile) {
        guard let owner = owner(of: edit), let file = edit.found, entries[owner].edit == nil,
            entries[owner].takesEdits, edit.resource.duplicateOf == nil
        else { return append([edit]) }
        entries[owner].edit = Edit(files: [file], staged: edit.resource.id)
    }

    /// Makes a movie that of the edited version of a Live Photo.
    private mutating func attachMovie(_ movie: StagedFile) {
        guard let owner = owner(of: movie), let file = movie.found, entries[owner].isNewLivePhoto,
            let edit = entries[owner].edit, edit.movie == nil
        else { return append([movie]) }
        entries[owner].edit?.files.append(file)
        entries[owner].edit?.movie = movie.resource.id
    }

    private func owner(of edit: StagedFile) -> Int? {
        entries.firstIndex { entry in entry.files.contains { $0.path == edit.found?.relation?.owner } }
    }

    /// The asset whose other half a single file is.
    private static func completion(with half: StagedResource) -> (ObjectID, StagedResourceUse)? {
        let kind = half.metadata.kind == .video ? ResourceKind.pairedVideo : .photo
        guard let id = half.otherHalf, half.lacking.contains(kind) else { return nil }
        return (id, StagedResourceUse(staged: half.id, kind: kind))
    }

    private func newAsset(_ asset: AssetComposition.Composed, _ files: [StagedFile]) -> NewAsset {
        let uses = asset.parts.map { part in
            let file = files[part.member]
            let name = file.found.flatMap { found in
                file.notes?.fullName(of: found.path.lastComponent.text)
            }
            return StagedResourceUse(staged: file.resource.id, kind: part.kind, filename: name)
        }
        let parts = asset.parts.map { files[$0.member] }
        guard let original = parts.first else { return NewAsset(resources: uses, properties: AssetUpdate()) }
        let notes = parts.lazy.compactMap(\.notes).first
        var properties = notes?.update(beside: original.resource.metadata) ?? AssetUpdate()
        if original.resource.metadata.captureDate == nil, notes?.isComplete != true {
            // The other half's date, what is written beside it, or the modification time is better than none.
            let other = parts.lazy.compactMap(\.resource.metadata.captureDate).first
            properties.creationDate = .set(other?.instant ?? notes?.date ?? original.modificationTime)
        }
        return NewAsset(resources: uses, properties: properties)
    }
}

extension StagedGroup.Entry {
    /// Only photos can be edited.
    fileprivate var takesEdits: Bool {
        guard case .new(let asset) = kind else { return true }
        return asset.resources.first?.kind == .photo
    }

    fileprivate var isNewLivePhoto: Bool {
        guard case .new(let asset) = kind else { return false }
        return asset.resources.contains { $0.kind == .pairedVideo }
    }
}
