internal import Languages
package import LibraryModel
package import LinuxSystem

/// What an import has done so far.
package struct ImportReport: Hashable, Sendable {
    /// Assets that are in the library now and were not before.
    package var imported = 0
    /// Assets that the library had already, without all of their files: the RAW file of a photo, half of a Live Photo.
    package var completed = 0
    /// Assets that the library had already.
    package var duplicates = 0
    /// Edited versions that photos got.
    package var edits = 0
    /// Files that the person had thrown away where they come from.
    package var inTrash = 0
    package var failures: [ImportFailure] = []
    /// Files that were imported though a part of the picture is missing.
    package var damaged: [FilePath] = []
    /// Files with another date than what is written beside them.
    package var otherDates = 0
    /// Failures that were told before and are no longer kept.
    package private(set) var forgottenFailures = 0
    /// Files that were staged, including those that are not committed yet, and their bytes.
    package var filesLookedAt = 0
    package var bytesLookedAt: Int64 = 0
    /// Files that were imported, known or failed.
    package var filesDone = 0
    /// Why the import ended early; nil when it did not.
    package var stopped: LibraryError?
    /// Assets that may have been imported: the server went away before it answered.
    package var unknown = 0

    package init() {}

    package var failureCount: Int { failures.count + forgottenFailures }

    /// What there is to say of a file that is damaged, for a person.
    package static let damagedReason = "part of the picture is missing or damaged"

    /// Keeps only the number of the failures, for an import without an end.
    package mutating func forgetFailures() {
        forgottenFailures += failures.count
        failures = []
        damaged = []
    }

    /// Adds what another part of the same import did.
    package mutating func add(_ other: ImportReport) {
        imported += other.imported
        completed += other.completed
        duplicates += other.duplicates
        edits += other.edits
        inTrash += other.inTrash
        failures += other.failures
        damaged += other.damaged
        otherDates += other.otherDates
        forgottenFailures += other.forgottenFailures
        filesLookedAt += other.filesLookedAt
        bytesLookedAt = bytesLookedAt.saturatingAdding(other.bytesLookedAt)
        filesDone += other.filesDone
        stopped = stopped ?? other.stopped
        unknown += other.unknown
    }

    /// The import for people, in one line.
    package var summary: String {
        var parts = [localized("{count} imported", ["count": imported])]
        if completed > 0 { parts.append(localized("{count} completed", ["count": completed])) }
        if duplicates > 0 { parts.append(localized("{count} already there", ["count": duplicates])) }
        if edits > 0 { parts.append(localized("{count} edited versions", ["count": edits])) }
        if inTrash > 0 { parts.append(localized("{count} left out as trash", ["count": inTrash])) }
        if !damaged.isEmpty { parts.append(localized("{count} damaged", ["count": damaged.count])) }
        if otherDates > 0 { parts.append(localized("{count} with another date beside them", ["count": otherDates])) }
        if failureCount > 0 { parts.append(localized("{count} failed", ["count": failureCount])) }
        return parts.listed
    }
}
