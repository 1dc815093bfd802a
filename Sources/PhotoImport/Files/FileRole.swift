package import LinuxSystem

/// What a file of a folder is to an import, by its name.
package enum FileRole: Hashable, Sendable {
    /// A picture or a video.
    case media
    /// It may describe a photo: Google, exiftool and osxphotos write such files.
    case json
    /// It describes a library that was exported.
    case manifest
    /// It belongs to the file beside it.
    case companion
    /// Files in one file. What is in it is not looked at: it has to be unpacked first.
    case archive
    case other

    package init(name: FilePath) {
        self =
            if TakeoutSideCarName.isJSON(name.text) {
                .json
            } else if ExportFormat.isName(name) {
                .manifest
            } else if SideCarFile.isName(name) || AppleExport.isAdjustment(name) {
                .companion
            } else if FileFamily(name: name) != nil {
                .media
            } else if FileRole.isArchive(name) {
                .archive
            } else {
                .other
            }
    }

    /// What there is to say of an archive.
    package static let archiveReason = "an archive: unpack it first"

    private static let archiveEndings = [".zip", ".tgz", ".tar", ".tar.gz", ".tar.xz", ".tar.bz2", ".7z", ".rar"]

    private static func isArchive(_ name: FilePath) -> Bool {
        let text = name.text.lowercased()
        return archiveEndings.contains { text.hasSuffix($0) }
    }
}
