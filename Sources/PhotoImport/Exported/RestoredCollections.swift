package import LibraryClient
internal import LibraryModel
package import LinuxSystem
internal import Synchronization

/// The folders and albums of an exported library, made once its photos are imported.
package final class RestoredCollections: Sendable {
    private let collections: [ExportedLibrary.Collection]
    /// The assets of the files that albums have; nil until they are known.
    private let assets: Mutex<[FilePath: LocalIdentifier?]>

    /// Members of one block.
    private static let chunk = 5_000

    package init(_ collections: [ExportedLibrary.Collection]) {
        self.collections = collections
        assets = Mutex(Dictionary(collections.flatMap(\.members).map { ($0, nil) }) { first, _ in first })
    }

    /// Call with what became of each file.
    package func note(_ file: FilePath, _ outcome: FileOutcome) {
        let asset: LocalIdentifier
        switch outcome {
        case .imported(let id), .completed(let id), .duplicate(let id): asset = id
        case .edit, .otherEdit, .inTrash, .failed: return
        }
        assets.withLock { assets in
            if assets[file] != nil { assets[file] = .some(asset) }
        }
    }

    /// Makes what is missing, in the order of the exported library. Albums that are there keep what they have.
    package func make(_ client: LibraryClient) throws {
        let assets = assets.withLock(\.self)
        var ids: [ObjectID] = []
        for collection in collections {
            let kind: ObjectKind = collection.isFolder ? .collectionList : .assetCollection
            let parent = collection.parent.map { ids[$0] }
            let known = try FolderAlbums.children(collection.title, kind, of: parent, client)
            let id: ObjectID
            if known.count >= collection.occurrence {
                id = known[collection.occurrence - 1]
            } else {
                id = try FolderAlbums.newIdentifier(client)
                let creation = ChangeOperation.createCollection(kind, id, title: collection.title, parent: parent)
                _ = try client.perform(ChangeBlock(operations: [creation]))
            }
            ids.append(id)
            let members = collection.members.compactMap { assets[$0] ?? nil }
            for start in stride(from: 0, to: members.count, by: RestoredCollections.chunk) {
                let part = Array(members[start..<min(members.count, start + RestoredCollections.chunk)])
                _ = try client.perform(ChangeBlock(operations: [.insertMembers(.album(id), part, at: nil)]))
            }
        }
    }
}
