import Languages
import LibraryModel
import LinuxSystem

/// What an import has done so far.
struct ImportReport: Hashable, Sendable {
    /// Assets that are in the library now and were not before.
    var imported = 0
    /// Assets that the library had already, without all of their files: the RAW file of a photo, half of a Live Photo.
    var completed = 0
    /// Assets that the library had already.
    var duplicates = 0
    /// Edited versions that photos got.
    var edits = 0
    /// Files that the person had thrown away where they come from.
    var inTrash = 0
    var failures: [ImportFailure] = []
    /// Files that were staged, including those that are not committed yet, and their bytes.
    var filesLookedAt = 0
    var bytesLookedAt: Int64 = 0
    /// Files that were imported, known or failed.
    var filesDone = 0
    /// Why the import ended early; nil when it did not.
    var stopped: LibraryError?
    /// Assets that may have been imported: the server went away before it answered.
    var unknown = 0

    /// Adds what another part of the same import did.
    mutating func add(_ other: ImportReport) {
        imported += other.imported
        completed += other.completed
        duplicates += other.duplicates
        edits += other.edits
        inTrash += other.inTrash
        failures += other.failures
        filesLookedAt += other.filesLookedAt
        bytesLookedAt = bytesLookedAt.saturatingAdding(other.bytesLookedAt)
        filesDone += other.filesDone
        stopped = stopped ?? other.stopped
        unknown += other.unknown
    }

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
            remaining: max(0, fileCount - filesDone),
            takeout: takeout
        )
    }

    /// The import for people, in one line.
    var summary: String {
        var parts = [localized("{count} imported", ["count": imported])]
        if completed > 0 { parts.append(localized("{count} completed", ["count": completed])) }
        if duplicates > 0 { parts.append(localized("{count} already there", ["count": duplicates])) }
        if edits > 0 { parts.append(localized("{count} edited versions", ["count": edits])) }
        if inTrash > 0 { parts.append(localized("{count} left out as trash", ["count": inTrash])) }
        if !failures.isEmpty { parts.append(localized("{count} failed", ["count": failures.count])) }
        return parts.joined(separator: ", ")
    }
}
