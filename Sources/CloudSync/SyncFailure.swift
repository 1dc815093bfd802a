/// Why a synchronisation cannot go on.
package enum SyncFailure: Error, Hashable, Sendable {
    /// Bytes that are not what their format says. Nothing of the object is used.
    case damaged
    /// Written by a later version of this program, in a way that this one would lose something of.
    case newerVersion
    /// A stamp of the year 6429 was observed.
    case clockExhausted
}
