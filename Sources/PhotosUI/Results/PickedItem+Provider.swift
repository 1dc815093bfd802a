import ItemProvider
import LibraryClient
import LibraryModel
import Photos

extension PickedItem {
    /// Returns an item provider. Reads no file before the app asks for it.
    func provider(
        of resources: [ResourceInfo],
        _ mode: PHPickerConfiguration.AssetRepresentationMode
    ) -> NSItemProvider {
        let provider = NSItemProvider()
        provider.suggestedName = PickedRepresentation.name(of: resources)
        let representations = PickedRepresentation.all(of: resources, mode)
        for representation in representations
        where !provider.registeredTypeIdentifiers.contains(representation.typeIdentifier) {
            register(representation, with: provider)
        }
        if resources.contains(where: \.isPhoto) {
            provider.registerObjectSource(ofClass: PhotoImage.self) { report, complete in
                PickedLoads.run {
                    let network = report.network { report.count(Int64($0 * 1_000), of: 1_000) }
                    complete(Result { PhotoImage(try translating { () throws(LibraryError) in try picture(network) }) })
                }
                return nil
            }
        }
        for case .livePhoto(let photo, _, _) in representations {
            let size = CGSize(width: Double(photo.pixelWidth), height: Double(photo.pixelHeight))
            provider.registerObjectSource(ofClass: PHLivePhoto.self) { _, complete in
                complete(.success(PHLivePhoto(lent: self, asset: asset, size: size)))
                return nil
            }
        }
        return provider
    }

    private func register(_ representation: PickedRepresentation, with provider: NSItemProvider) {
        switch representation {
        case .file(let resource, let type, let filename):
            provider.registerStoredFile(forTypeIdentifier: type, filename: filename) { report, complete in
                PickedLoads.run { complete(Result { try PickedFile(self, resource).read(report) }) }
            } write: { url, report, complete in
                PickedLoads.run { complete(Result { try PickedFile(self, resource).write(to: url, report) }) }
            }
        case .jpeg(let shown, let filename):
            provider.registerStoredFile(forTypeIdentifier: representation.typeIdentifier, filename: filename) {
                report,
                complete in
                PickedLoads.run { complete(Result { try PickedFile(jpegOf: self, shown).read(report) }) }
            } write: { url, report, complete in
                PickedLoads.run { complete(Result { try PickedFile(jpegOf: self, shown).write(to: url, report) }) }
            }
        case .livePhoto(let photo, let movie, let filename):
            provider.registerStoredFile(forTypeIdentifier: representation.typeIdentifier, filename: filename) {
                _,
                complete in
                let reason = "a Live Photo is two files: load them as a file, which is a folder"
                complete(.failure(PHPhotosError(.requestNotSupportedForAsset, reason: reason)))
            } write: { url, report, complete in
                PickedLoads.run {
                    complete(Result { try PickedFile.write([photo, movie], of: self, to: url, report) })
                }
            }
        }
    }
}

/// The queue that loads picked files.
enum PickedLoads {
    /// Concurrent loads. More would only wait for the disk.
    static let width = 4

    private static let queue: OperationQueue = {
        let queue = OperationQueue()
        queue.name = "photosui.loads"
        queue.maxConcurrentOperationCount = width
        return queue
    }()

    static func run(_ load: @escaping @Sendable () -> Void) { queue.addOperation(load) }
}

/// Runs `body` and translates its error into the app's.
func translating<Value: ~Copyable>(
    _ body: () throws(LibraryError) -> Value
) throws(PHPhotosError) -> Value {
    do throws(LibraryError) { return try body() } catch { throw PHPhotosError(error) }
}
