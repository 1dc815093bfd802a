/// Why a synchronisation cannot go on.
package enum SyncFailure: Error, Hashable, Sendable {
    /// Bytes that do not match their format. Nothing of the object is used.
    case damaged
    /// Written by a later version, in a form of which this one would lose something.
    case newerVersion
    /// A stamp of the year 6429 was observed.
    case clockExhausted
}
