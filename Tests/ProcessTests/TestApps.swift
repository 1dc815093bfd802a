import Foundation
import LibraryClient
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import Testing

/// Who the servers take this test program for.
func ownIdentity() throws -> String { "exe:" + (try FileNames.target(ofLink: "/proc/self/exe")).text }

func identity(of program: String) throws -> String { "exe:" + (try BuiltProgram.path(program)).text }

extension ServerProcess {
    /// A client of the person's own tools.
    var owner: LibraryClient { LibraryClient(.management(socket.text)) }

    /// This test program as an app.
    var app: LibraryClient { LibraryClient(ServerAddress(path: socket.text)) }

    /// Decides about this test program, which is not to be asked before it changes something.
    func letIn(_ status: AuthorizationStatus, _ level: AccessLevel = .readWrite) throws {
        try owner.setPreferences(ofApp: ownIdentity(), confirmsChanges: false)
        try owner.setStatus(status, ofApp: ownIdentity(), for: level)
    }

    /// Decides about one of the example programs.
    func letIn(_ program: String, _ words: String...) throws {
        let result = try RunningProgram.run(
            "photos",
            ["privacy", "set", identity(of: program)] + words + ["--without-confirmation"],
            environment: environment
        )
        #expect(result.status == .exited(0), "\(result.errors)")
    }

    /// `photos import --json`, and what it says.
    func importing(_ paths: FilePath...) throws -> (
        status: LinuxSystem.ExitStatus, result: ImportResult, errors: String
    ) {
        let program = try RunningProgram(
            path: BuiltProgram.path("photos"),
            ["import", "--json"] + paths,
            environment: environment
        )
        let finished = try program.finish()
        return (finished.status, try ImportResult(finished.output), finished.errors)
    }

    /// Everything that `photos verify` finds wrong; empty when all is well.
    func problems() throws -> [String] {
        struct Verification: Decodable { var problems: [String] }
        let finished = try photos("verify", "--json")
        let found = try JSONDecoder().decode(Verification.self, from: Data(finished.output.utf8)).problems
        #expect((finished.status == .exited(0)) == found.isEmpty, "\(finished.errors)")
        return found
    }
}

/// What `photos import --json` prints.
struct ImportResult: Decodable, Equatable {
    struct Failure: Decodable, Equatable {
        var path: String
        var reason: String
    }

    var imported: Int
    var completed: Int
    var duplicates: Int
    var failed: [Failure]
    var remaining: Int

    init(_ output: String) throws {
        self = try JSONDecoder().decode(ImportResult.self, from: Data(output.utf8))
    }
}

extension LibraryClient {
    /// Every asset that this client sees.
    func allAssets() throws -> [ObjectID] {
        let fetched = try fetch(FetchRequest(.allAssets))
        return (0..<fetched.count).map { fetched[$0] }
    }

    /// Adds a photo.
    @discardableResult
    func addPhoto(_ bytes: [UInt8], filename: String = "photo.jpg") throws -> ObjectID {
        let staged = try stage(SealedMemoryFile.make(bytes), filename: filename)
        let id = try mintIdentifiers(1)[0]
        let creation = AssetCreation(id: id, resources: [StagedResourceUse(staged: staged.id, kind: .photo)])
        _ = try perform(ChangeBlock(operations: [.createAsset(creation)]))
        return id
    }
}

/// Files without a name.
enum SealedMemoryFile {
    static func make(_ bytes: [UInt8]) throws -> OwnedDescriptor { try SealedMemory.make(bytes.span) }
}

/// Tries until it is so, a minute at most: for what a server does a moment later and tells nobody.
func eventually(_ isSo: () throws -> Bool) rethrows -> Bool {
    let deadline = MonotonicClock.deadline(after: 60_000_000_000)
    let pause = Parker()
    while MonotonicClock.now() < deadline {
        if try isSo() { return true }
        pause.park(until: MonotonicClock.deadline(after: 2_000_000))
    }
    return try isSo()
}
