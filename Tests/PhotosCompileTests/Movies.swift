import AVFoundation
import Photos

// Movies as apps ask for them. It only has to compile.

private final class MovieExporter {
    private let manager = PHImageManager.default()

    func exportURL(for asset: PHAsset, completion: @escaping (URL?) -> Void) {
        let options = PHVideoRequestOptions()
        options.version = .original
        options.deliveryMode = .highQualityFormat
        options.isNetworkAccessAllowed = true
        options.progressHandler = { progress, error, stop, info in
            if progress > 0.5 { stop.pointee = true }
        }
        manager.requestAVAsset(forVideo: asset, options: options) { avAsset, audioMix, info in
            guard let urlAsset = avAsset as? AVURLAsset else { return completion(nil) }
            let size = (try? urlAsset.url.resourceValues(forKeys: [.fileSizeKey]))?.fileSize ?? 0
            print(size, CMTimeGetSeconds(urlAsset.duration), audioMix as Any, info?[PHImageErrorKey] as Any)
            completion(urlAsset.url)
        }
    }

    func orientation(of asset: AVAsset) -> String {
        guard let track = asset.tracks(withMediaType: .video).first else { return "none" }
        let size = track.naturalSize.applying(track.preferredTransform)
        let transform = track.preferredTransform
        if transform.a == 0, transform.b == 1, transform.c == -1, transform.d == 0 { return "portrait" }
        return abs(size.width) > abs(size.height) ? "landscape" : "portrait"
    }

    func facts(of url: URL) async throws -> (Double, CGSize, Float) {
        let asset = AVURLAsset(url: url, options: [AVURLAssetPreferPreciseDurationAndTimingKey: true])
        let duration = try await asset.load(.duration)
        guard let track = try await asset.loadTracks(withMediaType: .video).first else { return (0, .zero, 0) }
        let (size, transform) = try await track.load(.naturalSize, .preferredTransform)
        let rate = try await track.load(.nominalFrameRate)
        return (duration.seconds, size.applying(transform), rate)
    }

    func play(_ asset: PHAsset) {
        manager.requestPlayerItem(forVideo: asset, options: nil) { item, _ in
            guard let item = item else { return }
            print(item.asset.duration, CMTimeMake(value: 1, timescale: 30), CMTime(seconds: 1, preferredTimescale: 600))
        }
    }
}

private final class MockImageManager: PHImageManager {
    override func requestAVAsset(
        forVideo asset: PHAsset,
        options: PHVideoRequestOptions?,
        resultHandler: @escaping (AVAsset?, AVAudioMix?, [AnyHashable: Any]?) -> Void
    ) -> PHImageRequestID {
        resultHandler(AVAsset(url: URL(fileURLWithPath: "/movie.mov")), nil, nil)
        return 1
    }
}

private func export(_ asset: AVAsset, to url: URL, completion: @escaping (Bool) -> Void) {
    guard AVAssetExportSession.exportPresets(compatibleWith: asset).contains(AVAssetExportPresetMediumQuality),
        let session = AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetMediumQuality)
    else { return completion(false) }
    session.outputURL = url
    session.outputFileType = AVFileType.mp4
    session.shouldOptimizeForNetworkUse = true
    session.timeRange = CMTimeRangeMake(start: .zero, duration: asset.duration)
    session.exportAsynchronously {
        switch session.status {
        case .completed: completion(true)
        case .failed, .cancelled: completion(false)
        default: break
        }
    }
}
