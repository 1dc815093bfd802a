/// What there is to say of a file that was taken in nevertheless.
package enum FileNotice: Hashable, Sendable {
    /// A part of the picture is missing or damaged. The file was taken in as it is: it may be the only copy.
    case damaged
    /// What is written beside it has another date, in microseconds since 1970. That of the file counts.
    case otherDate(Int64)
}
