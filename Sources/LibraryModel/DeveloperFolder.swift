/// A folder of a developer's builds: a program in it that was allowed something keeps that when it is built anew.
package struct DeveloperFolder: Hashable, Sendable {
    /// Folders at a time.
    package static let maximumCount = 16
    /// Microseconds from now until the latest end: 366 days.
    package static let maximumTime: Int64 = 366 * 86_400_000_000
    /// Bytes of a path.
    package static let maximumPathLength = 4_096

    /// Absolute, without symbolic links.
    package var path: String
    /// When that ends, in microseconds since 1970.
    package var until: Int64
    /// Why it does not count now; nil when it counts.
    package var problem: String?

    package init(path: String, until: Int64, problem: String? = nil) {
        self.path = path
        self.until = until
        self.problem = problem
    }
}
