package import LinuxSystem

/// Names that an import passes over without a word, unless they were given.
package enum PassedOverNames {
    /// Bundles of this library server: their files belong to it, and some are only derived from photos.
    private static let bundleSuffix = Array(".photolibrary".utf8)

    package static func isBundle(_ folder: FilePath) -> Bool {
        folder.bytes.suffix(bundleSuffix.count).elementsEqual(bundleSuffix)
    }

    package static func isHidden(_ name: FilePath) -> Bool { name.bytes.first == UInt8(ascii: ".") }

    /// Whether a file is in a place that is not looked at. `path` begins with what was given itself, which is looked at
    /// whatever it is called.
    package static func isHidden(inside path: FilePath) -> Bool {
        let parts = path.bytes.split(separator: UInt8(ascii: "/")).map { FilePath(bytes: Array($0)) }.dropFirst()
        return parts.contains { isHidden($0) } || parts.dropLast().contains(where: isBundle)
    }
}
