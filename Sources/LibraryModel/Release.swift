/// The release that every program of this package is of.
package enum Release {
    /// Also the newest heading in CHANGELOG.md.
    package static let version = "0.1"

    /// The line that a program prints when `--version` is its only argument; nil for other arguments.
    package static func line(of program: String, askedBy arguments: some Sequence<String>) -> String? {
        arguments.elementsEqual(["--version"]) ? line(of: program) : nil
    }

    /// The line that a program prints for `--version`.
    package static func line(of program: String) -> String { "\(program) \(version) (OpenPhotoKit)" }
}
