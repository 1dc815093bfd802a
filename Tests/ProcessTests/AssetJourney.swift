import LibraryClient
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import Testing

/// Everything that happens to an asset of two files, from the import of the folder `phone` to its export: it stays one
/// asset, with both.
struct AssetJourney {
    let folder: ScratchFolder
    /// The files' names in the library, and what they are there.
    var files: [(name: String, kind: ResourceKind)]
    /// The kind by which `photos list` finds it.
    var listedAs: String
    /// What an export of what is shown writes once the photo is edited.
    var editedNames: [String]

    private func kinds(_ server: ServerProcess, _ asset: ObjectID) throws -> [ResourceKind] {
        try server.owner.resources(of: asset).map(\.kind)
    }

    /// Names of the files that an export writes.
    private func export(_ server: ServerProcess, _ asset: ObjectID, _ options: String...) throws -> [String] {
        let to = folder.file("out-\(options.count)").text
        let finished = try RunningProgram.run(
            "photos",
            ["export", LocalIdentifier(.asset, asset).string, "--to", to] + options,
            environment: server.environment
        )
        #expect(finished.status == .exited(0), "\(finished.errors)")
        return finished.output.split(separator: "\n").map { FilePath(String($0)).lastComponent.text }
    }

    func follow() throws {
        let server = try ServerProcess(in: folder)
        let imported = try server.importing(folder.file("phone"))
        #expect(imported.status == .exited(0) && imported.result.imported == 1, "\(imported.errors)")
        let id = try #require(try server.owner.allAssets().first)
        let identifier = LocalIdentifier(.asset, id).string
        let (names, originals) = (files.map(\.name), files.map(\.kind))
        #expect(try kinds(server, id) == originals)
        #expect(try server.owner.resources(of: id).map(\.filename) == names)
        #expect(try server.photos("list", "--kind", listedAs).output.contains(names[0]))
        #expect(try server.importing(folder.file("phone")).result.duplicates >= 1)
        #expect(try server.owner.allAssets() == [id])
        try pick(id, from: server)

        // Edited, it keeps its files; an export has the originals, or what is shown.
        try server.letIn("Editor", "full")
        let edit = try RunningProgram.run(
            "Editor",
            [identifier, "--turn", "left"],
            environment: server.environment
        )
        #expect(edit.status == .exited(0), "\(edit.errors)")
        #expect(Set(try kinds(server, id)).isSuperset(of: originals + [.fullSizePhoto]))
        #expect(try server.photos("info", identifier).output.contains(", edited\n"))
        #expect(try export(server, id) == names)
        #expect(try export(server, id, "--edited") == editedNames)
        let revert = try RunningProgram.run("Editor", [identifier, "--revert"], environment: server.environment)
        #expect(revert.status == .exited(0), "\(revert.errors)")
        #expect(try kinds(server, id) == originals)

        // Exported and imported again it is the same asset.
        #expect(try server.importing(folder.file("out-0")).result.imported == 0)
        #expect(try server.owner.allAssets() == [id])
        #expect(try server.photos("delete", identifier).status == .exited(0))
        #expect(try server.owner.allAssets() == [])
        _ = try server.owner.perform(ChangeBlock(operations: [.recoverAssets([id])]))
        #expect(try kinds(server, id) == originals)
        #expect(try server.problems() == [])
        try server.stop()
    }

    /// Picked, it is handed over with both.
    private func pick(_ id: ObjectID, from server: ServerProcess) throws {
        let agent = try TestAgent(server.owner) { _ in .picked([id]) }
        let pick = try server.app.pick(PickerConfiguration())
        let item = try #require(try pick.next().items.first).number
        #expect(try pick.resources(of: item).map(\.kind) == files.map(\.kind))
        for (_, kind) in files {
            let original = try server.owner.openResource(kind, of: id).readToEnd(limit: 16 << 20)
            #expect(try pick.open(kind, of: item).readToEnd(limit: 16 << 20) == original)
        }
        agent.leave()
    }
}
