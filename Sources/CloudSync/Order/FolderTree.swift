package import LibraryModel

/// The folder hierarchy after devices moved folders concurrently.
package enum FolderTree {
    /// The parent of each folder, without cycles and purged folders.
    ///
    /// Of the moves that form a cycle the last is dropped: its folder is at the top level. So are the contents of a
    /// deleted folder.
    package static func parents(_ moves: [ObjectID: (parent: ObjectID, stamp: Stamp)]) -> [ObjectID: ObjectID] {
        var parents = moves.filter { moves[$0.value.parent] != nil || $0.value.parent == topLevel }.mapValues(\.parent)
        var settled: Set<ObjectID> = [topLevel]
        for start in moves.keys.sorted() {
            var path: [ObjectID] = []
            var onPath: Set<ObjectID> = []
            var folder = start
            while !settled.contains(folder), onPath.insert(folder).inserted {
                path.append(folder)
                folder = parents[folder] ?? topLevel
            }
            if let entry = path.firstIndex(of: folder) {
                let circle = path[entry...]
                let last = circle.max { left, right in
                    guard let first = moves[left]?.stamp, let second = moves[right]?.stamp else { return false }
                    return first < second
                }
                if let last { parents[last] = topLevel }
            }
            settled.formUnion(path)
        }
        for folder in moves.keys where parents[folder] == nil { parents[folder] = topLevel }
        return parents
    }

    /// The top level, which is not a folder.
    package static let topLevel = ObjectID(high: 0, low: 0)
}
