import LibraryModel
import LibraryStore
import Testing

/// Every change that can be asked for, of what is there and not seen and of what was never there: answered alike, by
/// `perform` and by what the person would be asked before.
@Suite struct SameAnswerTests {
    private static let staged = ObjectID.random()

    private let library: TestLibrary
    private let person: LibraryView
    init() throws {
        library = try TestLibrary()
        person = library.person
    }

    enum Access: CaseIterable { case limited, addOnly, none }

    /// What an app asks for, by name, of one asset, album or folder.
    private func changes(of kind: ObjectKind, _ own: (asset: ObjectID, album: ObjectID, folder: ObjectID))
        -> [(String, @Sendable (ObjectID) -> [ChangeOperation])]
    {
        func update(_ configure: (inout AssetUpdate) -> Void) -> AssetUpdate {
            var update = AssetUpdate()
            configure(&update)
            return update
        }
        let (favorite, hidden) = (update { $0.isFavorite = true }, update { $0.isHidden = true })
        let dated = update { $0.creationDate = .set(1) }
        let edit = Adjustment(
            rendered: SameAnswerTests.staged,
            formatIdentifier: "f",
            formatVersion: "1",
            data: []
        )
        let mine = LocalIdentifier(.asset, own.asset)
        switch kind {
        case .asset:
            return [
                ("favourite", { [.updateAsset($0, favorite)] }),
                ("hide", { [.updateAsset($0, hidden)] }),
                ("date", { [.updateAsset($0, dated)] }),
                ("update 21", { Array(repeating: .updateAsset($0, favorite), count: 21) }),
                ("adjust", { [.setAdjustment($0, edit)] }),
                ("revert", { [.revertAdjustment($0)] }),
                ("delete", { [.deleteAssets([$0])] }),
                ("delete with one that is seen", { [.deleteAssets([own.asset, $0])] }),
                ("delete beside one that is seen", { [.deleteAssets([$0]), .deleteAssets([own.asset])] }),
                ("recover", { [.recoverAssets([$0])] }),
                ("insert", { [.insertMembers(.album(own.album), [LocalIdentifier(.asset, $0)], at: nil)] }),
                ("remove", { [.removeMembers(.album(own.album), [LocalIdentifier(.asset, $0)])] }),
                ("move", { [.moveMembers(.album(own.album), [LocalIdentifier(.asset, $0)], to: 0)] }),
                ("create", { [.createAsset(AssetCreation(id: $0, resources: []))] }),
                ("rename", { [.renameCollection(.assetCollection, $0, title: "x")] }),
            ]
        case .assetCollection:
            return [
                ("rename", { [.renameCollection(.assetCollection, $0, title: "x")] }),
                ("delete", { [.deleteCollections(.assetCollection, [$0])] }),
                ("delete as a folder", { [.deleteCollections(.collectionList, [$0])] }),
                ("delete with one that is seen", { [.deleteCollections(.assetCollection, [own.album, $0])] }),
                (
                    "delete an asset beside",
                    {
                        [.renameCollection(.assetCollection, $0, title: "x"), .deleteAssets([own.asset])]
                    }
                ),
                ("insert into", { [.insertMembers(.album($0), [mine], at: nil)] }),
                ("remove from", { [.removeMembers(.album($0), [mine])] }),
                ("move in", { [.moveMembers(.album($0), [mine], to: 0)] }),
                (
                    "put into a folder",
                    {
                        [.insertMembers(.folder(own.folder), [LocalIdentifier(.assetCollection, $0)], at: nil)]
                    }
                ),
                ("put to the top", { [.insertMembers(.topLevel, [LocalIdentifier(.assetCollection, $0)], at: 0)] }),
                ("create", { [.createCollection(.assetCollection, $0, title: "x", parent: nil)] }),
            ]
        case .collectionList:
            return [
                ("rename", { [.renameCollection(.collectionList, $0, title: "x")] }),
                ("delete", { [.deleteCollections(.collectionList, [$0])] }),
                (
                    "insert into",
                    {
                        [.insertMembers(.folder($0), [LocalIdentifier(.assetCollection, own.album)], at: nil)]
                    }
                ),
                ("remove from", { [.removeMembers(.folder($0), [LocalIdentifier(.assetCollection, own.album)])] }),
                ("create in", { [.createCollection(.assetCollection, .random(), title: "x", parent: $0)] }),
            ]
        }
    }

    /// What an app is told of a block: what would have to be confirmed, and what `perform` answers.
    private func answer(_ view: LibraryView, _ operations: [ChangeOperation]) -> [String] {
        func told<Value>(_ body: () throws -> Value) -> String {
            do { return "\(try body())" } catch let error as LibraryError {
                return "\(error.code) \(error.reason) \(error.isRetryable) \(error.details)"
            } catch { return "\(error)" }
        }
        let block = ChangeBlock(operations: operations)
        return [
            told { try view.changesToConfirm(in: block).map { "\($0)" } ?? "nothing to confirm" },
            told { try view.perform(block, files: [SameAnswerTests.staged: NewAsset().staged]).serialized },
        ]
    }

    @Test(arguments: Access.allCases)
    func `what is not seen is answered as what was never there`(_ access: Access) throws {
        let app = try library.app("exe:/app", .limited)
        let asset = try person.addOne()
        try library.store.select([asset], for: "exe:/app")
        let own = (asset: asset, album: try app.makeAlbum(), folder: try app.makeFolder())
        try app.insert([asset], into: own.album)
        let ids = try person.add(count: 2)
        try person.change(.deleteAssets([ids[1]]))
        let invisible: [(ObjectKind, [ObjectID])] = [
            (.asset, ids), (.assetCollection, [try person.makeAlbum()]), (.collectionList, [try person.makeFolder()]),
        ]
        switch access {
        case .limited: break
        case .addOnly:
            try library.store.setStatus(of: "exe:/app", for: .readWrite, to: .denied)
            try library.store.setStatus(of: "exe:/app", for: .addOnly, to: .authorized)
        case .none: try library.store.setStatus(of: "exe:/app", for: .readWrite, to: .denied)
        }
        for (kind, objects) in invisible {
            for (name, change) in changes(of: kind, own) {
                let absent = answer(app, change(.random()))
                for object in objects {
                    #expect(answer(app, change(object)) == absent, "\(kind) \(name)")
                }
                #expect(absent[0] == "nothing to confirm", "\(kind) \(name)")
            }
        }
    }

    @Test func `what is seen, and what a block makes itself, is still to be confirmed`() throws {
        let app = try library.app("exe:/app", .limited)
        let ids = try person.add(count: 2)
        try library.store.select([ids[0]], for: "exe:/app")
        let made = try app.mintIdentifiers(1)[0]
        let block = ChangeBlock(operations: [
            .createCollection(.assetCollection, made, title: "x", parent: nil),
            .insertMembers(.album(made), [LocalIdentifier(.asset, ids[0])], at: nil),
            .deleteAssets([ids[0]]),
        ])
        var expected = ProposedChanges()
        expected.deletedAssets = 1
        expected.examples = [ids[0]]
        #expect(try app.changesToConfirm(in: block)?.proposed == expected)
        let impossible = ChangeBlock(operations: [.deleteAssets([ids[0]]), .deleteAssets([ids[1]])])
        #expect(try app.changesToConfirm(in: impossible) == nil)
        #expect(errorCode { try app.perform(impossible) } == .notFound)
    }
}
