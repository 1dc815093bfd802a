import Photos

// Pictures of files and data, as apps have them beside PhotoKit. It only has to compile.

private final class AvatarStore {
    private let folder: URL
    private let manager = PHCachingImageManager()
    private var requests: [String: PHImageRequestID] = [:]

    init(folder: URL) { self.folder = folder }

    func save(_ image: UIImage, as name: String) throws {
        guard let data = image.jpegData(compressionQuality: 0.8) else { return }
        try data.write(to: folder.appendingPathComponent(name))
        try image.pngData()?.write(to: folder.appendingPathComponent(name + ".png"))
    }

    func load(_ name: String) -> UIImage? {
        let path = folder.appendingPathComponent(name).path
        if let image = UIImage(contentsOfFile: path) { return image }
        guard let data = try? Data(contentsOf: URL(fileURLWithPath: path)), let image = UIImage(data: data) else {
            return UIImage()
        }
        return image.imageOrientation == .up ? image : nil
    }

    func show(_ asset: PHAsset, in size: CGSize, update: @escaping (UIImage, Bool) -> Void) {
        let options = PHImageRequestOptions()
        options.deliveryMode = .opportunistic
        options.progressHandler = { progress, _, _, _ in print(Int(progress * 100)) }
        let id = manager.requestImage(for: asset, targetSize: size, contentMode: .aspectFill, options: options) {
            image,
            info in
            guard let image = image else { return }
            let isDegraded = (info?[PHImageResultIsDegradedKey] as? NSNumber)?.boolValue ?? false
            DispatchQueue.main.async { update(image, !isDegraded) }
        }
        requests[asset.localIdentifier] = id
    }

    func hide(_ asset: PHAsset) {
        if let id = requests.removeValue(forKey: asset.localIdentifier) { manager.cancelImageRequest(id) }
    }

    func data(of asset: PHAsset, completion: @escaping (UIImage?) -> Void) {
        manager.requestImageDataAndOrientation(for: asset, options: nil) { data, _, _, _ in
            completion(data.flatMap(UIImage.init(data:)))
        }
    }
}
