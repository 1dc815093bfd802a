import AVFoundation
import LibraryClient
import LibraryModel
import LinuxSystem

/// A request for an asset's video.
struct MovieRequest: Sendable {
    private let asset: PHAsset
    private let version: PHVideoRequestOptionsVersion

    init(_ asset: PHAsset, _ options: PHVideoRequestOptions?) {
        self.asset = asset
        version = options?.version ?? .current
    }

    /// Opens the file. Blocks.
    func answer(_ network: NetworkAccess?) -> RequestAnswer<AVURLAsset> {
        do throws(PHPhotosError) {
            return .value(try movie(network))
        } catch {
            return network?.cancellation?.isStopped == true ? .cancelled : .failed(error)
        }
    }

    private func movie(_ network: NetworkAccess?) throws(PHPhotosError) -> AVURLAsset {
        guard let identity = asset.resolvedIdentity else {
            throw .notInLibrary
        }
        do throws(LibraryError) {
            let client = PHPhotoLibrary.shared().client
            guard let resource = MovieRequest.choice(version, among: try client.resources(of: identity.id)) else {
                throw LibraryError(.notSupportedForAsset, "the asset is no movie")
            }
            let file = try client.openResource(resource.kind, of: identity.id, network)
            return AVURLAsset(lent: MovieFile(lent: file, filename: resource.filename))
        } catch {
            throw PHPhotosError(error)
        }
    }

    /// Returns the file of a version; nil for an asset without a video.
    static func choice(_ version: PHVideoRequestOptionsVersion, among resources: [ResourceInfo]) -> ResourceInfo? {
        let kinds: [ResourceKind] = version == .current ? [.fullSizeVideo, .video] : [.video]
        return kinds.lazy.compactMap { kind in resources.first { $0.kind == kind } }.first
    }
}
