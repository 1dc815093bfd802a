package import LinuxSystem

/// Names that an import passes over without a word, unless they were given.
package enum PassedOverNames {
    /// Bundles of this library server: their files belong to it, and some are only derived from photos.
    private static let bundleSuffix = Array(".photolibrary".utf8)

    package static func isBundle(_ folder: FilePath) -> Bool {
        folder.bytes.suffix(bundleSuffix.count).elementsEqual(bundleSuffix)
    }

    package static func isHidden(_ name: FilePath) -> Bool { name.bytes.first == UInt8(ascii: ".") }
}
