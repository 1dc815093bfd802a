import LinuxSystem
import Photos

/// The program: the whole bench, one of its parts alone, or one measurement in a process of its own.
///
///     LibraryBenchmark run WORK_FOLDER [ROUNDS] [ASSETS]
///     LibraryBenchmark calls WORK_FOLDER [ROUNDS]
///     LibraryBenchmark page WORK_FOLDER [ROUNDS] [ASSETS]
///     LibraryBenchmark revocation WORK_FOLDER [ROUNDS]
///     LibraryBenchmark shares WORK_FOLDER [ROUNDS]
///     LibraryBenchmark pictures WORK_FOLDER [ROUNDS]
///     LibraryBenchmark import WORK_FOLDER [ROUNDS] [ASSETS]
///     LibraryBenchmark memory WORK_FOLDER [PHOTOS]
///     LibraryBenchmark sync WORK_FOLDER [PHOTOS] [ASSETS]
///     LibraryBenchmark measure SOCKET WHAT ARGUMENT...
///
/// Exits with 1 when a target was missed, with 70 when something could not be measured.
enum BenchmarkProgram {
    static func run() -> Never {
        let arguments = Array(CommandLine.arguments.dropFirst())
        do {
            switch arguments.first {
            case "run" where (2...4).contains(arguments.count):
                let bench = try Bench(
                    folder: FilePath(arguments[1]),
                    rounds: try number(arguments, at: 2, default: 5),
                    assetCount: try number(arguments, at: 3, default: 1_000_000)
                )
                exit(try bench.run() ? 0 : 1)
            case "calls" where (2...3).contains(arguments.count): exit(try part(arguments).runCalls() ? 0 : 1)
            case "page" where (2...4).contains(arguments.count):
                let sizes = arguments.count > 3 ? [try number(arguments, at: 3, default: 1)] : Bench.pageSizes
                exit(try part(arguments).runPage(sizes) ? 0 : 1)
            case "revocation" where (2...3).contains(arguments.count):
                exit(try part(arguments).runRevocation() ? 0 : 1)
            case "shares" where (2...3).contains(arguments.count): exit(try part(arguments).runShares() ? 0 : 1)
            case "pictures" where (2...3).contains(arguments.count): exit(try part(arguments).runPictures() ? 0 : 1)
            case "import" where (2...4).contains(arguments.count):
                let bench = try Bench(
                    folder: FilePath(arguments[1]),
                    rounds: try number(arguments, at: 2, default: 5),
                    assetCount: try number(arguments, at: 3, default: 1_000_000)
                )
                exit(try bench.runImport() ? 0 : 1)
            case "memory" where (2...3).contains(arguments.count):
                let bench = try Bench(folder: FilePath(arguments[1]), rounds: 1, assetCount: 1)
                exit(try bench.runImportMemory(count: try number(arguments, at: 2, default: 2_000)) ? 0 : 1)
            case "sync" where (2...4).contains(arguments.count):
                let bench = try Bench(folder: FilePath(arguments[1]), rounds: 1, assetCount: 1)
                let photos = try number(arguments, at: 2, default: 10_000)
                let assets = try number(arguments, at: 3, default: 1_000_000)
                exit(try bench.runSync(photos: photos, assets: assets) ? 0 : 1)
            case "measure" where arguments.count >= 3:
                print(try Measurement(socket: arguments[1]).run(arguments[2], Array(arguments[3...])))
                exit(0)
            default: throw BenchmarkError("usage: LibraryBenchmark run WORK_FOLDER [ROUNDS] [ASSETS]")
            }
        } catch {
            FileHandle.standardError.write(Data("LibraryBenchmark: \(error)\n".utf8))
            exit(70)
        }
    }

    /// For a part that has a library of its own.
    private static func part(_ arguments: [String]) throws -> Bench {
        try Bench(folder: FilePath(arguments[1]), rounds: try number(arguments, at: 2, default: 5), assetCount: 1)
    }

    private static func number(_ arguments: [String], at position: Int, default value: Int) throws -> Int {
        guard position < arguments.count else { return value }
        guard let given = Int(arguments[position]), given > 0 else {
            throw BenchmarkError("\(arguments[position]) is no number above zero")
        }
        return given
    }
}

/// Something could not be measured.
struct BenchmarkError: Error, CustomStringConvertible {
    var description: String

    init(_ description: String) { self.description = description }
}
