package import LibraryModel
internal import LinuxSystem

// Finding and replacing identifiers in very long lists. An app patches a list of 100,000 within one frame, so these
// scan the raw memory.

extension FetchedIdentifiers {
    /// An object to insert into a list.
    package struct Insertion {
        /// Its position in the new list.
        package var index: Int
        package var id: ObjectID
        package var hint: RowHint

        package init(index: Int, id: ObjectID, hint: RowHint) {
            self.index = index
            self.id = id
            self.hint = hint
        }
    }

    /// The positions of a set's members, ascending.
    package func places(of identifiers: Set<LocalIdentifier>) -> [Int] {
        if identifiers.isEmpty { return [] }
        // A bitmap of the members' last twelve bits rules out most other identifiers quickly.
        var bits = [UInt64](repeating: 0, count: 64)
        for identifier in identifiers { bits[Int(identifier.id.low >> 6) & 63] |= 1 << (identifier.id.low & 63) }
        return likelyPlaces(bits).filter { identifiers.contains(LocalIdentifier(kind(at: $0), self[$0])) }
    }

    /// The positions of identifiers whose last twelve bits are set in `bits`.
    private func likelyPlaces(_ bits: [UInt64]) -> [Int] {
        let bits = bits.span
        var places: [Int] = []
        func look(at low: UInt64, _ position: Int) {
            if bits[Int(low >> 6) & 63] & (1 << (low & 63)) != 0 { places.append(position) }
        }
        switch storage {
        case .lists(let ids, _): for position in ids.indices { look(at: ids[position].low, position) }
        case .memory(let memory, _):
            memory.withBytes { bytes in
                let bytes = unsafe bytes.bytes
                for position in 0..<count { look(at: bytes.bigEndian(at: position * ObjectID.byteCount + 8), position) }
            }
        }
        return places
    }

    /// The list without the positions in `removed` and with `inserted`, both ascending. All objects are of one kind.
    package func replacing(
        _ removed: [Int],
        with inserted: [Insertion],
        of kind: ObjectKind,
        state: ChangeToken?
    ) -> FetchedIdentifiers {
        let newCount = count - removed.count + inserted.count
        let needsHints = hasHints || inserted.contains { $0.hint != 0 }
        var ids: [ObjectID] = []
        var hints: [RowHint] = []
        ids.reserveCapacity(newCount)
        if needsHints { hints.reserveCapacity(newCount) }
        var source = 0
        var remaining = removed[...]
        func copy(upTo position: Int) {
            while ids.count < position {
                if remaining.first == source {
                    remaining.removeFirst()
                    source += 1
                    continue
                }
                let end = min(remaining.first ?? count, source + position - ids.count)
                precondition(source < end, "removed and inserted positions do not make up a list")
                append(source..<end, to: &ids)
                if needsHints { appendHints(source..<end, to: &hints) }
                source = end
            }
        }
        for insertion in inserted {
            copy(upTo: insertion.index)
            ids.append(insertion.id)
            if needsHints { hints.append(insertion.hint) }
        }
        copy(upTo: newCount)
        return FetchedIdentifiers(ids, hints: hints, kinds: .all(kind), state: state)
    }

    func append(_ range: Range<Int>, to target: inout [ObjectID]) {
        switch storage {
        case .lists(let ids, _): target.append(contentsOf: ids[range])
        case .memory(let memory, _):
            precondition(range.lowerBound >= 0 && range.upperBound <= count, "a stretch outside of a fetch result")
            memory.withBytes { bytes in
                let bytes = unsafe bytes.bytes
                for position in range {
                    let offset = position * ObjectID.byteCount
                    target.append(ObjectID(high: bytes.bigEndian(at: offset), low: bytes.bigEndian(at: offset + 8)))
                }
            }
        }
    }

    /// Zeros without hints.
    func appendHints(_ range: Range<Int>, to target: inout [RowHint]) {
        switch storage {
        case .lists(_, let hints) where !hints.isEmpty: target.append(contentsOf: hints[range])
        case .memory(let memory, hasHints: true):
            precondition(range.lowerBound >= 0 && range.upperBound <= count, "a stretch outside of a fetch result")
            let start = count * ObjectID.byteCount
            memory.withBytes { bytes in
                let bytes = unsafe bytes.bytes
                for position in range {
                    let offset = start + position * MemoryLayout<RowHint>.size
                    target.append(
                        RowHint(
                            littleEndian: unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: RowHint.self)
                        )
                    )
                }
            }
        default: target.append(contentsOf: repeatElement(0, count: range.count))
        }
    }
}

extension RawSpan {
    /// Eight bytes, most significant first; bounds are checked by the span.
    fileprivate func bigEndian(at offset: Int) -> UInt64 {
        UInt64(bigEndian: unsafe unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
}
