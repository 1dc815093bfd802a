import LibraryModel
import UniformTypeIdentifiers

/// A representation of a picked photo or movie.
enum PickedRepresentation: Hashable {
    /// One of its files, unchanged.
    case file(ResourceInfo, type: String, filename: String)
    /// A JPEG converted by the library from a file.
    case jpeg(ResourceInfo, filename: String)
    /// A folder with the photo and the movie.
    case livePhoto(ResourceInfo, ResourceInfo, filename: String)

    /// The representations of an asset with these files, best first.
    static func all(
        of resources: [ResourceInfo],
        _ mode: PHPickerConfiguration.AssetRepresentationMode
    ) -> [PickedRepresentation] {
        guard let shown = first([.fullSizePhoto, .fullSizeVideo, .photo, .video, .audio], of: resources) else {
            return []
        }
        let original = first([.photo, .video, .audio], of: resources) ?? shown
        let stem = stem(of: original)
        var representations: [PickedRepresentation] = [file(shown, named: original)]
        if shown.isPhoto, !isReadableEverywhere(shown) {
            representations.insert(.jpeg(shown, filename: stem + ".jpeg"), at: mode == .compatible ? 0 : 1)
        }
        if shown.isPhoto, let pair = LivePhotoPair(in: resources) {
            representations.insert(.livePhoto(pair.photo, pair.movie, filename: stem + ".pvt"), at: 0)
        }
        // The RAW file beside a JPEG is part of the picked asset.
        if let raw = first([.alternatePhoto], of: resources) { representations.append(file(raw, named: raw)) }
        return representations
    }

    /// The filename of the original without its extension; nil when that is empty.
    static func name(of resources: [ResourceInfo]) -> String? {
        guard let original = first([.photo, .video, .audio], of: resources) ?? resources.first else { return nil }
        let stem = stem(of: original)
        return stem.isEmpty ? nil : stem
    }

    var typeIdentifier: String {
        switch self {
        case .file(_, let type, _): type
        case .jpeg: UTType.jpeg.identifier
        case .livePhoto: UTType.livePhoto.identifier
        }
    }

    private static func first(_ kinds: [ResourceKind], of resources: [ResourceInfo]) -> ResourceInfo? {
        for kind in kinds {
            if let resource = resources.first(where: { $0.kind == kind }) { return resource }
        }
        return nil
    }

    private static func file(_ resource: ResourceInfo, named original: ResourceInfo) -> PickedRepresentation {
        let type = UTType(mimeType: resource.contentType)
        let fallback: UTType = resource.isPhoto ? .image : resource.kind == .audio ? .audio : .movie
        var filename = original.filename
        // An edit may have another type than the original.
        if resource.contentType != original.contentType, let ending = type?.preferredFilenameExtension {
            filename = stem(of: original) + "." + ending
        }
        return .file(resource, type: (type ?? fallback).identifier, filename: filename)
    }

    private static func isReadableEverywhere(_ resource: ResourceInfo) -> Bool {
        guard let type = UTType(mimeType: resource.contentType) else { return false }
        return [UTType.jpeg, .png, .gif].contains(type)
    }

    private static func stem(of resource: ResourceInfo) -> String {
        (resource.filename as NSString).deletingPathExtension
    }
}

extension ResourceInfo {
    var isPhoto: Bool { [.photo, .fullSizePhoto, .alternatePhoto].contains(kind) }
}
