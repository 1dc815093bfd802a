package import SQLiteDatabase

/// Why a device's records cannot be used. Descriptions are shown to the person.
package enum SyncDatabaseError: Error, Hashable, Sendable {
    /// What is in the file is not what was written. It can be made anew from the bucket.
    case damaged
    case newerVersion
    case diskFull
    case unusable(String)

    package init(_ error: SQLiteError) {
        if error.isCorruption {
            self = .damaged
        } else if error.isDiskFull {
            self = .diskFull
        } else {
            self = .unusable(error.description)
        }
    }
}

extension SyncDatabaseError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .damaged: "the record of what is synchronised is damaged; \"photos cloud sync --rebuild\" makes it anew"
        case .newerVersion: "a later version of photolibrary-sync wrote the record of what is synchronised"
        case .diskFull: "the library's disk is full"
        case .unusable(let reason): "the record of what is synchronised cannot be used: \(reason)"
        }
    }
}
