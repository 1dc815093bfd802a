import CloudSync
import LibraryModel

/// What a merged library must be, from what the persons did and saw, and nothing of how it is merged.
///
/// - A field has a value that somebody gave it, and none that somebody replaced who saw it.
/// - A keyword, of which each is new when it is added, is there unless somebody removed it.
/// - A file that somebody added to a photo is in its record, whoever else added one, and the library shows it, or names
///   it among those that it does not show. The photo shows a file of each kind that somebody added, and none of
///   nobody's.
/// - A photo that somebody moved to Recently Deleted and nobody recovered is there.
/// - What somebody purged is gone; everything else that was made is there.
///
/// What a device did that was then lost, or restored from a backup, may or may not be heard of. A device that was
/// restored may write a value or add a keyword a second time, which those who replaced or removed the first have not
/// seen.
struct PlainModel {
    private struct Act {
        var device: Int
        var isCertain = true
    }

    private struct Value: Hashable {
        var id: ObjectID
        var field: FieldNumber
        var value: [UInt8]
    }

    private struct Keyword: Hashable {
        var id: ObjectID
        var keyword: [UInt8]
    }

    private struct File: Hashable {
        var id: ObjectID
        var kind: UInt16
        var content: ContentDigest
    }

    private var acts: [Act] = []
    private var restored: Set<Int> = []
    private var created: [ObjectID: Int] = [:]
    private var purges: [ObjectID: [Int]] = [:]
    private var written: [Value: Int] = [:]
    private var replaced: [Value: [Int]] = [:]
    private var added: [Keyword: Int] = [:]
    private var removed: [Keyword: [Int]] = [:]
    private var files: [File: [Int]] = [:]
    private var trashings: [ObjectID: [Int]] = [:]
    private var recoveries: [ObjectID: [Int]] = [:]

    /// How many acts there were, to forget those of a device after a backup.
    var count: Int { acts.count }

    mutating func doubt(device: Int, since first: Int = 0) {
        for index in first..<acts.count where acts[index].device == device { acts[index].isCertain = false }
    }

    mutating func restore(device: Int, to first: Int) {
        doubt(device: device, since: first)
        restored.insert(device)
    }

    private mutating func act(_ device: Int) -> Int {
        acts.append(Act(device: device))
        return acts.count - 1
    }

    mutating func create(_ id: ObjectID, by device: Int) { created[id] = act(device) }

    mutating func purge(_ id: ObjectID, by device: Int) { purges[id, default: []].append(act(device)) }

    mutating func set(
        _ field: FieldNumber,
        of id: ObjectID,
        from former: [UInt8]?,
        to value: [UInt8]?,
        by device: Int
    ) {
        let act = act(device)
        if let former { replaced[Value(id: id, field: field, value: former), default: []].append(act) }
        if let value { written[Value(id: id, field: field, value: value)] = act }
        if field == .trashed {
            if value == nil { recoveries[id, default: []].append(act) } else { trashings[id, default: []].append(act) }
        }
    }

    mutating func add(_ keyword: [UInt8], to id: ObjectID, by device: Int) {
        added[Keyword(id: id, keyword: keyword)] = act(device)
    }

    mutating func remove(_ keyword: [UInt8], from id: ObjectID, by device: Int) {
        removed[Keyword(id: id, keyword: keyword), default: []].append(act(device))
    }

    mutating func addFile(_ entry: ResourceList.Entry, to id: ObjectID, by device: Int) {
        files[File(id: id, kind: entry.kind, content: entry.content), default: []].append(act(device))
    }

    // MARK: Checking

    private func isCertain(_ acts: [Int]?) -> Bool { acts?.contains { self.acts[$0].isCertain } ?? false }

    /// What is wrong with a merged library, of which the records name these files.
    func faults(
        in objects: [ObjectID: SimulatedLibrary.Object],
        named: [ObjectID: Set<ContentDigest>]
    ) -> [String] {
        var faults = faultsOfFiles(in: objects, named: named)
        for (id, act) in created where acts[act].isCertain {
            if objects[id] == nil, purges[id] == nil { faults.append("\(id.low) was lost") }
            if objects[id] != nil, isCertain(purges[id]) { faults.append("\(id.low) is there, though purged") }
        }
        for (id, object) in objects {
            if created[id] == nil { faults.append("\(id.low) was made by nobody") }
            for (field, bytes) in object.fields where field != .originals {
                let value = Value(id: id, field: field, value: bytes)
                guard let writing = written[value] else {
                    faults.append("\(id.low) has a value that nobody wrote")
                    continue
                }
                if isCertain(replaced[value]), !restored.contains(acts[writing].device) {
                    faults.append("\(id.low) \(field.rawValue) has a replaced value")
                }
            }
            if object.fields[.trashed] == nil, isCertain(trashings[id]), recoveries[id] == nil {
                faults.append("\(id.low) came back from Recently Deleted")
            }
            for keyword in object.sets[.keywords] ?? [] {
                let keyword = Keyword(id: id, keyword: keyword)
                guard let addition = added[keyword] else {
                    faults.append("\(id.low) has a keyword of nobody's")
                    continue
                }
                if isCertain(removed[keyword]), !restored.contains(acts[addition].device) {
                    faults.append("\(id.low) has a removed keyword")
                }
            }
        }
        for (keyword, act) in added where acts[act].isCertain && removed[keyword] == nil {
            guard let object = objects[keyword.id] else { continue }
            if object.sets[.keywords]?.contains(keyword.keyword) != true { faults.append("a keyword was lost") }
        }
        return faults
    }

    private func faultsOfFiles(
        in objects: [ObjectID: SimulatedLibrary.Object],
        named: [ObjectID: Set<ContentDigest>]
    ) -> [String] {
        var faults: [String] = []
        for (file, acts) in files where isCertain(acts) && objects[file.id] != nil {
            if named[file.id]?.contains(file.content) != true { faults.append("\(file.id.low) lost a file") }
            let shown = objects[file.id]?.fields[.originals].map(originals) ?? []
            let others = (objects[file.id]?.sets[.files] ?? []).flatMap(originals)
            if !(shown + others).contains(where: { $0.content == file.content }) {
                faults.append("\(file.id.low) hides a file")
            }
            if !shown.contains(where: { $0.kind == file.kind }) { faults.append("\(file.id.low) lacks a kind of file") }
        }
        for (id, object) in objects {
            let shown = object.fields[.originals].map(originals) ?? []
            if Set(shown.map(\.kind)).count != shown.count { faults.append("\(id.low) has two files of a kind") }
            for entry in shown where files[File(id: id, kind: entry.kind, content: entry.content)] == nil {
                faults.append("\(id.low) has a file of nobody's")
            }
        }
        return faults
    }
}
