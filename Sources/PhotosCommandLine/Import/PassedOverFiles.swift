import Languages
import LinuxSystem
import OwnerTools
import PhotoImport
import TerminalText

/// The files that an import passes over: how many, and which come first.
struct PassedOverFiles {
    /// Files that are named to the person; `--report` names all.
    private static let maximumNamed = 5

    private(set) var count = 0
    private var first: [(path: FilePath, reason: String?)] = []

    init() {}

    /// Those of a scan, and the side-cars that are about none of its files.
    init(_ scan: FolderScan, _ plan: ImportPlan) {
        self = scan.passedOverFiles
        for file in plan.strays { add(file.path, because: file.reason) }
    }

    /// `reason`: where it is not the file's name.
    mutating func add(_ path: FilePath, because reason: String? = nil) {
        count += 1
        if first.count < PassedOverFiles.maximumNamed { first.append((path, reason)) }
    }

    /// For the person: a line, and one for each file that is named. Nil without any.
    var message: String? {
        if count == 0 { return nil }
        let files = CountText.files(count)
        var lines = [localized("{files} passed over by name: --all tries them too", ["files": files])]
        for (path, reason) in first {
            lines.append("  " + path.sanitized + (reason.map { ": " + ReasonText.text($0).sanitized } ?? ""))
        }
        if count > first.count {
            let values: KeyValuePairs<String, any CustomStringConvertible> =
                ["number": count - first.count, "option": ImportCommand.reportFile.name]
            lines.append("  " + localized("and {number} more, which {option} names", values))
        }
        return lines.joined(separator: "\n")
    }
}
