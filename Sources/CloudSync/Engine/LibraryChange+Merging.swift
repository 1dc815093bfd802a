internal import LibraryModel

extension LibraryChange {
    /// The visible effect of a merge; nil for none, for example when others wrote the same value.
    init?(of id: ObjectID, from former: Record?, merging part: Record) {
        var record = part
        if let former {
            record = former
            record.merge(part)
        }
        guard [.asset, .album, .folder].contains(record.kind) else { return nil }
        self.init(record: id, kind: record.kind)
        if record.purged != nil {
            guard let former, former.purged == nil else { return nil }
            isPurged = true
            return
        }
        for (number, register) in record.fields
        where number != .originals && former?.fields[number]?.value != register.value {
            fields.updateValue(register.value, forKey: number)
            blobs.formUnion(register.blobs)
        }
        if let originals = record.shownOriginals {
            let former = former?.shownOriginals
            if originals.list != former?.list {
                fields.updateValue(originals.list.bytes, forKey: .originals)
                blobs.formUnion(record.blobs(of: originals.list))
            }
            if originals.others.entries != former?.others.entries ?? [] {
                sets[.files] = originals.others.entries.map { ResourceList([$0]).bytes }
            }
        }
        for number in record.sets.keys where number != .files {
            let elements = record.listed(number)
            if elements != former?.listed(number) ?? [] { sets[number] = elements }
        }
        if fields.isEmpty, sets.isEmpty, former != nil { return nil }
    }
}

extension Record {
    /// The elements of a set in their order in a library, which every device derives alike.
    package func listed(_ set: SetNumber) -> [[UInt8]] {
        let present = sets[set]?.filter(\.value.isPresent) ?? [:]
        switch set {
        case .members:
            return present.sorted { left, right in
                let (first, second) = (left.value.position, right.value.position)
                if let first, let second, first != second { return first < second }
                return left.key.lexicographicallyPrecedes(right.key)
            }.map(\.key)
        case .keywords:
            return present.sorted { left, right in
                if let first = left.value.added, let second = right.value.added, first != second {
                    return first < second
                }
                return left.key.lexicographicallyPrecedes(right.key)
            }.map(\.key)
        default: return present.keys.sorted { $0.lexicographicallyPrecedes($1) }
        }
    }
}
