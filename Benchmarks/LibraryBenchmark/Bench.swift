import LibraryClient
import LibraryModel
import LibraryTestSupport
import LinuxSystem
import Photos

/// The whole bench: rounds in which the product and its floor are measured one after the other, so that what else the
/// machine does meets both; the ratio is taken inside the round, and the median over the rounds is what counts.
struct Bench {
    /// The core that calls are pinned to where one core is the point.
    static let core = 0

    let folder: FilePath
    let rounds: Int
    let recipe: LibraryRecipe

    init(folder: FilePath, rounds: Int, assetCount: Int) throws {
        self.folder = FilePath(URL(fileURLWithPath: folder.text).path)
        self.rounds = rounds
        recipe = LibraryRecipe(assetCount: assetCount)
    }

    /// False when a target was missed.
    func run() throws -> Bool {
        let start = MonotonicClock.now()
        let master = try step("library of \(recipe.assetCount) assets") { try recipe.database(in: folder) }
        let scratch = try ScratchFolder()
        let library = scratch.file("Bench.photolibrary")
        let database = library.appending("library.sqlite")
        try FileNames.makeFolder(library)
        try step("a copy of it") { try recipe.copy(master, to: database) }
        let identifiers = try LibraryRecipe.identifiers(10_000, of: database)
        let list = scratch.file("identifiers")
        try Files.write(identifiers.joined(separator: "\n") + "\n", to: list)

        let floors = try Floors(folder: folder, sockets: scratch, core: Bench.core)
        defer { stopping { try floors.stop() } }
        var figures: [Figure] = []
        try step("calls") { figures += try measureCalls(scratch, floors) }
        try step("revocation") { figures += try measureRevocation(scratch) }
        try step("shares") { figures += try measureShares(scratch) }
        try step("pictures") { figures += try measurePictures(scratch) }
        try step("import") { figures += try measureImport(scratch) }
        try step("memory of an import") { figures += try measureImportMemory(scratch) }
        try step("start") { figures += try measureStart(library, scratch) }
        let server = try MeasuredServer(library: library, socket: scratch.file("library.sock"))
        defer { stopping { try server.stop() } }
        try step("columns in memory") { try server.awaitIdleness() }
        try step("fetches and history") { figures += try measureReading(server, floors, database, list) }
        try step("fetches beside changes") { figures += try measureBesideWriter(server, list) }
        try step("calls beside a large block") { figures += try measureBesideLargestBlock(server) }
        try step("changes") { figures += try measureChanges(server, floors, scratch, list) }
        figures += try measureMemory(server)
        for size in Bench.pageSizes {
            try step("the agent's page, \(size) photos") { figures += try measurePage(size) }
        }

        let seconds = Double(MonotonicClock.now() - start) / 1e9
        let report = Report(figures: figures, rounds: rounds, assetCount: recipe.assetCount, seconds: seconds)
        let results = folder.appending("results.json")
        try Files.write([UInt8](report.json()), to: results)
        print(report.table)
        print("\n\(rounds) rounds in \(Int(seconds)) s; every round is in \(results.text)")
        for figure in report.missed { print("missed: \(figure.name)") }
        return report.missed.isEmpty
    }

    private func step<Result>(_ what: String, _ body: () throws -> Result) throws -> Result {
        FileHandle.standardError.write(Data("bench: \(what) ...\n".utf8))
        return try body()
    }

    /// What fails here spoils no figure.
    private func stopping(_ body: () throws -> Void) {
        do { try body() } catch { FileHandle.standardError.write(Data("bench: \(error)\n".utf8)) }
    }
}
