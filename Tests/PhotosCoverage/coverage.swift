// Compares the public symbols of the modules Photos and PhotosUI, as the compiler tells them, with a list of PhotoKit's
// symbols.
//
// usage: coverage SYMBOLS REASONS GRAPH...
//
// SYMBOLS is the list (photokit-symbols.tsv and photosui-symbols.tsv), each GRAPH a symbol graph of
// `swift symbolgraph-extract`, REASONS what is left out on purpose and why (reasons.tsv: a symbol, or the start of one
// and `*`, and a sentence). The report goes to standard output. The exit code is 1 when a symbol of PhotoKit up to iOS
// 17 that can be on Linux is missing, or of another kind or without a conformance, and no reason says why; or when a
// reason is given for something that is there.

import Foundation

struct Failure: Error, CustomStringConvertible {
    var description: String
}

// MARK: What the compiler says

struct Graph: Decodable {
    struct Symbol: Decodable {
        struct Kind: Decodable { var identifier: String }
        struct Identifier: Decodable { var precise: String }
        struct Fragment: Decodable { var spelling: String }

        var kind: Kind
        var identifier: Identifier
        var pathComponents: [String]
        var declarationFragments: [Fragment]?

        var path: String { pathComponents.joined(separator: ".") }
        var declaration: String { (declarationFragments ?? []).map(\.spelling).joined() }
    }

    struct Relationship: Decodable {
        var kind: String
        var source: String
        var target: String
        var targetFallback: String?
    }

    var symbols: [Symbol]
    var relationships: [Relationship]
}

/// The modules' symbols by their paths, and what types conform to or inherit.
struct Module {
    private var symbols: [String: [Graph.Symbol]] = [:]
    private var ancestry: [String: Set<String>] = [:]
    private var names: [String: String] = [:]

    init(_ graphs: [Graph]) {
        for symbol in graphs.flatMap(\.symbols) {
            symbols[symbol.path, default: []].append(symbol)
            names[symbol.identifier.precise] = symbol.path
        }
        for relationship in graphs.flatMap(\.relationships)
        where ["conformsTo", "inheritsFrom"].contains(relationship.kind) {
            ancestry[relationship.source, default: []].insert(relationship.target)
            if let name = relationship.targetFallback { names[relationship.target] = name }
        }
    }

    func symbol(_ row: Row) -> Graph.Symbol? {
        let all = symbols[row.symbol] ?? []
        return row.overload.isEmpty ? all.first : all.first { $0.declaration.contains(row.overload) }
    }

    /// Names without their modules of all that a type inherits and conforms to.
    func ancestors(of symbol: Graph.Symbol) -> Set<String> {
        var found: Set<String> = []
        var open = [symbol.identifier.precise]
        while let next = open.popLast() {
            for ancestor in ancestry[next] ?? [] where found.insert(ancestor).inserted { open.append(ancestor) }
        }
        return Set(found.compactMap { names[$0]?.split(separator: ".").last.map(String.init) })
    }
}

// MARK: What there is to be

struct Row {
    var symbol: String
    var kind: String
    var introduced: String
    var isPortable: Bool
    var conformances: [String]
    var overload: String

    init(_ line: Substring) throws {
        let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        guard fields.count == 7 else { throw Failure(description: "a line has \(fields.count) fields: \(line)") }
        symbol = fields[0]
        kind = fields[1]
        introduced = fields[2]
        isPortable = fields[3] == "yes"
        conformances = fields[5].split(separator: ",").map(String.init)
        overload = fields[6]
    }

    /// The type that the symbol is, or is in.
    var type: String {
        let parts = symbol.split(separator: ".", omittingEmptySubsequences: false)
        return ["method", "property", "case", "typealias"].contains(kind) && parts.count > 1
            ? parts.dropLast().joined(separator: ".") : symbol
    }

    var isUpTo17: Bool { Double(introduced).map { $0 < 18 } ?? false }

    /// What the compiler calls such a symbol.
    var kinds: Set<String> {
        switch kind {
        case "class": ["swift.class"]
        case "struct": ["swift.struct"]
        case "enum": ["swift.enum"]
        case "protocol": ["swift.protocol"]
        case "typealias": ["swift.typealias"]
        case "const": ["swift.var"]
        case "case": ["swift.enum.case"]
        case "property": ["swift.property", "swift.type.property"]
        default: ["swift.method", "swift.type.method", "swift.init", "swift.subscript"]
        }
    }

    var title: String { overload.isEmpty ? symbol : "\(symbol) (\(overload))" }
}

struct Reasons {
    private var reasons: [(pattern: String, reason: String)] = []
    private(set) var unused: Set<String> = []

    init(_ text: String) throws {
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            let fields = line.split(separator: "\t")
            guard fields.count == 2 else { throw Failure(description: "not a symbol and a reason: \(line)") }
            reasons.append((String(fields[0]), String(fields[1])))
            unused.insert(String(fields[0]))
        }
    }

    mutating func reason(for title: String) -> String? {
        for (pattern, reason) in reasons {
            guard pattern.hasSuffix("*") ? title.hasPrefix(pattern.dropLast()) : title == pattern else { continue }
            unused.remove(pattern)
            return reason
        }
        return nil
    }
}

// MARK: The comparison

struct Finding {
    var title: String
    var introduced: String
    var text: String
    var reason: String?

    var heading: String {
        let reason = reason ?? "**no reason given**"
        return text.isEmpty ? reason : "\(text): \(reason)"
    }
}

struct Comparison {
    struct Count {
        var present = 0
        var all = 0
    }

    var upTo17 = Count()
    var later = Count()
    var macOSOnly = Count()
    var appleOnly = 0
    var types: [(type: String, count: Count)] = []
    var missing: [Finding] = []
    var different: [Finding] = []
    /// What makes the tool fail.
    var complaints: [String] = []

    init(_ rows: [Row], _ module: Module, _ reasons: inout Reasons) {
        var places: [String: Int] = [:]
        for row in rows {
            guard row.isPortable else {
                appleOnly += 1
                continue
            }
            let symbol = module.symbol(row)
            let isPresent = symbol != nil
            count(row, isPresent)
            let place = places[row.type] ?? types.count
            if place == types.count { types.append((row.type, Count())) }
            places[row.type] = place
            types[place].count.all += 1
            types[place].count.present += isPresent ? 1 : 0
            if let symbol {
                compare(row, symbol, module, &reasons)
            } else {
                note(row, "", in: \.missing, &reasons)
            }
        }
        for pattern in reasons.unused.sorted() { complaints.append("a reason is given for nothing: \(pattern)") }
    }

    private mutating func count(_ row: Row, _ isPresent: Bool) {
        let group: WritableKeyPath<Comparison, Count> =
            row.isUpTo17 ? \.upTo17 : Double(row.introduced) == nil ? \.macOSOnly : \.later
        self[keyPath: group].all += 1
        self[keyPath: group].present += isPresent ? 1 : 0
    }

    private mutating func compare(_ row: Row, _ symbol: Graph.Symbol, _ module: Module, _ reasons: inout Reasons) {
        var differences: [String] = []
        if !row.kinds.contains(symbol.kind.identifier) {
            differences.append("\(symbol.kind.identifier.dropFirst("swift.".count)) instead of \(row.kind)")
        }
        if !row.conformances.isEmpty {
            let ancestors = module.ancestors(of: symbol)
            for name in row.conformances where !ancestors.contains(name) { differences.append("not \(name)") }
        }
        if !differences.isEmpty { note(row, differences.joined(separator: ", "), in: \.different, &reasons) }
    }

    private mutating func note(
        _ row: Row,
        _ text: String,
        in list: WritableKeyPath<Comparison, [Finding]>,
        _ reasons: inout Reasons
    ) {
        let reason = reasons.reason(for: row.title)
        self[keyPath: list].append(Finding(title: row.title, introduced: row.introduced, text: text, reason: reason))
        if reason == nil, row.isUpTo17 {
            complaints.append("\(row.title) is \(text.isEmpty ? "missing" : text), and no reason says why")
        }
    }
}

// MARK: The report

extension Comparison {
    var report: String {
        var lines = [
            "# How much of PhotoKit is there", "",
            "The public symbols of the modules `Photos` and `PhotosUI`, as the compiler tells them, against the names of",
            "PhotoKit's (`photokit-symbols.tsv`, `photosui-symbols.tsv`). `make coverage` writes this file, `make check`",
            "fails when it is not current.",
            "",
            "| symbols | present | of |", "|---|---|---|",
            "| up to iOS 17, portable to Linux | \(upTo17.present) | \(upTo17.all) |",
            "| later than iOS 17, portable | \(later.present) | \(later.all) |",
            "| of macOS only, portable | \(macOSOnly.present) | \(macOSOnly.all) |",
            "",
            "\(appleOnly) further symbols are made of what only Apple's systems have (AVFoundation, Core Image, UIKit,",
            "CloudKit, app extensions) and are not counted.", "", "## Missing", "",
        ]
        lines += Self.grouped(missing) + ["", "## Different", ""] + Self.grouped(different)
        lines += ["", "## By type", "", "| type | present | of |", "|---|---|---|"]
        lines += types.map { "| `\($0.type)` | \($0.count.present) | \($0.count.all) |" }
        return lines.joined(separator: "\n") + "\n"
    }
}

extension Comparison {
    /// The findings by their reasons, in the order of the list.
    private static func grouped(_ findings: [Finding]) -> [String] {
        var lines: [String] = []
        var told: Set<String> = []
        for finding in findings where told.insert(finding.heading).inserted {
            let group = findings.filter { $0.heading == finding.heading }
            lines.append("- \(finding.heading):")
            lines += group.map { "  - `\($0.title)` (iOS \($0.introduced))".replacing("iOS macOS", with: "macOS") }
        }
        return lines.isEmpty ? ["None."] : lines
    }
}

func run(_ arguments: [String]) throws -> Int32 {
    guard arguments.count >= 4 else { throw Failure(description: "usage: coverage SYMBOLS REASONS GRAPH...") }
    let list = try String(contentsOf: URL(fileURLWithPath: arguments[1]), encoding: .utf8)
    var reasons = try Reasons(String(contentsOf: URL(fileURLWithPath: arguments[2]), encoding: .utf8))
    let graphs = try arguments[3...].map { path in
        try JSONDecoder().decode(Graph.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
    }
    let rows = try list.split(separator: "\n").dropFirst().map(Row.init)
    let comparison = Comparison(rows, Module(graphs), &reasons)
    print(comparison.report, terminator: "")
    for complaint in comparison.complaints { FileHandle.standardError.write(Data("coverage: \(complaint)\n".utf8)) }
    return comparison.complaints.isEmpty ? 0 : 1
}

do {
    exit(try run(CommandLine.arguments))
} catch {
    FileHandle.standardError.write(Data("coverage: \(error)\n".utf8))
    exit(2)
}
