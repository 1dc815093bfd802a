import UniformTypeIdentifiers

// Only UniformTypeIdentifiers. It only has to compile.

func isPhoto(_ url: URL) -> Bool {
    guard let type = UTType(filenameExtension: url.pathExtension) else { return false }
    return type.conforms(to: .image) && !type.conforms(to: .gif)
}

func fileExtension(_ identifier: String) -> String {
    let type = UTType(identifier) ?? .data
    switch type {
    case .heic, .heif: return "heic"
    case .jpeg: return "jpg"
    case .quickTimeMovie, .mpeg4Movie: return type.preferredFilenameExtension ?? "mov"
    default: return type.isSubtype(of: .movie) ? "mov" : type.preferredFilenameExtension ?? ""
    }
}

func mediaType(_ type: UTType) -> String {
    type.preferredMIMEType ?? (type.conforms(to: .audiovisualContent) ? "video/*" : "application/octet-stream")
}

let recipe = UTType(exportedAs: "com.example.recipe", conformingTo: .data)
let imported = UTType(importedAs: "org.example.picture", conformingTo: .image)
let pictures = UTType.types(tag: "jpg", tagClass: .filenameExtension, conformingTo: .image)
