import LibraryClient
import LibraryModel
import LinuxSystem

/// Stages the files of a change block.
struct ResourceStaging {
    private let client: LibraryClient

    init(_ client: LibraryClient) {
        self.client = client
    }

    func stage(_ resource: ResourceDraft) throws(PHPhotosError) -> StagedResourceUse {
        let staged: StagedResource
        switch resource.content {
        case .file(let url, moves: _):
            let file = try PrivateFile.opening(url)
            staged = try stage(file, filename: resource.filename ?? url.lastPathComponent)
        case .data(let data):
            staged = try stage(bytes: data, filename: resource.filename ?? "")
        case .image(let image):
            let bytes = try client.jpegData(of: image, quality: PhotoImage.defaultJPEGQuality)
            staged = try stage(bytes: bytes, filename: resource.filename ?? "")
        }
        return StagedResourceUse(staged: staged.id, kind: resource.kind, filename: resource.filename)
    }

    func adjustment(of output: PHContentEditingOutput) throws(PHPhotosError) -> Adjustment {
        guard let recipe = output.adjustmentData else {
            throw PHPhotosError(.changeNotSupported, reason: "an edit has no adjustment data")
        }
        guard recipe.data.count <= Adjustment.maximumDataSize else {
            throw PHPhotosError(
                .limitExceeded,
                reason: "adjustment data of \(recipe.data.count) bytes; at most \(Adjustment.maximumDataSize)"
            )
        }
        let url = output.renderedContentURL
        let rendered = try stage(try PrivateFile.opening(url), filename: url.lastPathComponent)
        var adjustment = Adjustment(
            rendered: rendered.id,
            formatIdentifier: recipe.formatIdentifier,
            formatVersion: recipe.formatVersion,
            data: [UInt8](recipe.data)
        )
        if let url = output.renderedMovieURL {
            adjustment.renderedMovie = try stage(try PrivateFile.opening(url), filename: url.lastPathComponent).id
        }
        return adjustment
    }

    private func stage(bytes: some Collection<UInt8>, filename: String) throws(PHPhotosError) -> StagedResource {
        try stage(try PrivateFile.inMemory(Array(bytes)), filename: filename)
    }

    private func stage(_ file: consuming OwnedDescriptor, filename: String) throws(PHPhotosError) -> StagedResource {
        do throws(LibraryError) {
            return try client.stage(file, filename: filename)
        } catch {
            throw PHPhotosError(error)
        }
    }
}

extension LibraryClient {
    /// Encodes a picture as JPEG. Throws PhotoKit's errors.
    func jpegData(of image: PhotoImage, quality: Int) throws(PHPhotosError) -> [UInt8] {
        guard image.width > 0 else { throw PHPhotosError(.invalidResource, reason: "the picture has no pixels") }
        do throws(LibraryError) {
            return try encodeJPEG(image.pixelImage, quality: quality)
        } catch {
            throw PHPhotosError(error)
        }
    }
}
