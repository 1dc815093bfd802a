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
            } else {
                .other
            }
    }
}
