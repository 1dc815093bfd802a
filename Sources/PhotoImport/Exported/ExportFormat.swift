package import LinuxSystem

/// The file that `photos export --side-cars` writes beside what it exports: how it is called, and what its lines are.
package enum ExportFormat {
    private static let stem = "photolibrary-export"
    private static let ending = ".jsonl"

    /// `mark`: what tells it from others in its folder.
    package static func filename(_ mark: String) -> FilePath { FilePath(stem + mark + ending) }

    /// Whether it is called so, or has a number because there was one.
    package static func isName(_ name: FilePath) -> Bool {
        let text = name.text
        return text.hasSuffix(ending) && text.hasPrefix(stem)
    }

    package static let name = "org.openphotokit.export"
    package static let version = 1
    /// Bytes of a line: 1,024 keywords of 1 KiB each, an edit's recipe of 512 KiB as Base64, and escapes in all texts.
    package static let maximumLineLength = 16 << 20
}
