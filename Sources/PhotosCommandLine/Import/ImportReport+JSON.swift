import LinuxSystem
import PhotoImport

extension ImportReport {
    /// The import for programs.
    struct JSON: Encodable, Hashable {
        struct Failure: Encodable, Hashable {
            var path: String
            var reason: String
        }

        var imported: Int
        var completed: Int
        var duplicates: Int
        var edits: Int
        var inTrash: Int
        var failed: [Failure]
        /// Imported though a part of the picture is missing.
        var damaged: [String]
        /// Files with another date than what is written beside them.
        var otherDates: Int
        /// Files that were not reached, because the import was interrupted or the server went away.
        var remaining: Int
        /// What was found of a Google Takeout.
        var takeout: TakeoutTree.Summary?
    }

    func json(fileCount: Int, _ takeout: TakeoutTree.Summary? = nil) -> JSON {
        JSON(
            imported: imported,
            completed: completed,
            duplicates: duplicates,
            edits: edits,
            inTrash: inTrash,
            failed: failures.map { JSON.Failure(path: $0.path.text, reason: $0.reason) },
            damaged: damaged.map(\.text),
            otherDates: otherDates,
            remaining: max(0, fileCount - filesDone),
            takeout: takeout
        )
    }
}
