import AVFoundation
import Foundation
import Photos

// Videos compressed for an upload, with progress, and prepared for a player. It only has to compile.

private enum VideoUploadError: LocalizedError {
    case noVideo
    case exportFailed(AVAssetExportSession.Status, Error?)
    case tooLarge(Int64)

    var errorDescription: String? {
        switch self {
        case .noVideo: return NSLocalizedString("The video could not be loaded.", comment: "")
        case .exportFailed(let status, let error):
            return "Export failed (\(status.rawValue)): \(error?.localizedDescription ?? "-")"
        case .tooLarge(let bytes): return ByteCountFormatter.string(fromByteCount: bytes, countStyle: .file)
        }
    }
}

private struct VideoFacts {
    var duration: TimeInterval
    var size: CGSize
    var bitrate: Float
    var hasAudio: Bool
    var isPortrait: Bool
}

private final class VideoUploader {
    static let shared = VideoUploader()
    private let maximumBytes: Int64 = 50 * 1024 * 1024
    private var sessions: [String: AVAssetExportSession] = [:]
    private var timer: Timer?
    private let queue = DispatchQueue(label: "com.example.video", qos: .userInitiated)

    func compress(
        _ asset: PHAsset,
        progress: @escaping (Float) -> Void,
        completion: @escaping (Result<URL, Error>) -> Void
    ) {
        let options = PHVideoRequestOptions()
        options.isNetworkAccessAllowed = true
        options.deliveryMode = .mediumQualityFormat
        options.progressHandler = { value, error, _, _ in
            DispatchQueue.main.async { if error == nil { progress(Float(value) * 0.2) } }
        }
        PHImageManager.default().requestExportSession(
            forVideo: asset,
            options: options,
            exportPreset: Self.preset(for: asset)
        ) { [weak self] session, info in
            guard let self = self, let session = session else {
                completion(.failure((info?[PHImageErrorKey] as? Error) ?? VideoUploadError.noVideo))
                return
            }
            let name = UUID().uuidString + ".mp4"
            let url = URL(fileURLWithPath: NSTemporaryDirectory()).appendingPathComponent(name)
            try? FileManager.default.removeItem(at: url)
            session.outputURL = url
            session.outputFileType = session.supportedFileTypes.contains(.mp4) ? .mp4 : .mov
            session.fileLengthLimit = self.maximumBytes
            session.shouldOptimizeForNetworkUse = true
            let start = CMTime(seconds: 0, preferredTimescale: 600)
            let end = CMTimeMinimum(session.asset.duration, CMTimeMakeWithSeconds(60, preferredTimescale: 600))
            session.timeRange = CMTimeRange(start: start, end: end)
            self.sessions[asset.localIdentifier] = session
            session.exportAsynchronously { [weak session] in
                guard let session = session else { return }
                DispatchQueue.main.async {
                    self.sessions[asset.localIdentifier] = nil
                    progress(session.progress)
                    switch session.status {
                    case .completed:
                        completion(.success(url))
                    case .unknown, .waiting, .exporting:
                        break
                    case .failed, .cancelled:
                        fallthrough
                    @unknown default:
                        completion(.failure(VideoUploadError.exportFailed(session.status, session.error)))
                    }
                }
            }
        }
    }

    private static func preset(for asset: PHAsset) -> String {
        let isLarge = asset.pixelWidth * asset.pixelHeight > 1920 * 1080
        let wanted = isLarge ? AVAssetExportPresetHEVC1920x1080 : AVAssetExportPresetHEVCHighestQuality
        return AVAssetExportSession.allExportPresets().contains(wanted) ? wanted : AVAssetExportPreset1280x720
    }

    func check(_ asset: AVAsset, completion: @escaping (Bool) -> Void) {
        AVAssetExportSession.determineCompatibility(
            ofExportPreset: AVAssetExportPresetMediumQuality,
            with: asset,
            outputFileType: .mp4
        ) { isCompatible in
            DispatchQueue.main.async { completion(isCompatible) }
        }
    }

    func cancelAll() {
        sessions.values.forEach { $0.cancelExport() }
        sessions.removeAll()
    }

    func trimmed(_ asset: AVAsset, to range: CMTimeRange, url: URL) async throws -> URL {
        guard
            await AVAssetExportSession.compatibility(
                ofExportPreset: AVAssetExportPresetPassthrough,
                with: asset,
                outputFileType: .mov
            )
        else { throw VideoUploadError.noVideo }
        guard let session = AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetPassthrough) else {
            throw VideoUploadError.noVideo
        }
        session.timeRange = range
        session.outputURL = url
        session.outputFileType = .mov
        await session.export()
        if let error = session.error as? AVError, error.code == .diskFull {
            throw VideoUploadError.tooLarge(maximumBytes)
        }
        guard session.status == .completed else {
            throw VideoUploadError.exportFailed(session.status, session.error)
        }
        return url
    }

    func facts(of asset: AVAsset) async throws -> VideoFacts {
        let (duration, tracks) = try await asset.load(.duration, .tracks)
        guard let video = tracks.first(where: { $0.mediaType == .video }) else { throw VideoUploadError.noVideo }
        let (size, transform, bitrate) = try await video.load(.naturalSize, .preferredTransform, .estimatedDataRate)
        let shown = CGRect(origin: .zero, size: size).applying(transform).size
        return VideoFacts(
            duration: CMTimeGetSeconds(duration),
            size: CGSize(width: abs(shown.width), height: abs(shown.height)),
            bitrate: bitrate,
            hasAudio: !(try await asset.loadTracks(withMediaType: .audio)).isEmpty,
            isPortrait: shown.height > shown.width
        )
    }
}

/// The former way of loading, by key.
private func loadDuration(of url: URL, completion: @escaping (TimeInterval?) -> Void) {
    let asset = AVURLAsset(url: url)
    asset.loadValuesAsynchronously(forKeys: ["duration", "tracks"]) {
        var error: NSError?
        switch asset.statusOfValue(forKey: "duration", error: &error) {
        case .loaded: completion(asset.duration.isIndefinite ? nil : asset.duration.seconds)
        case .failed, .cancelled, .loading, .unknown: completion(nil)
        @unknown default: completion(nil)
        }
    }
}

private final class PlayerItemLoader {
    private var requestID: PHImageRequestID?
    private(set) var item: AVPlayerItem?

    func load(_ asset: PHAsset, ready: @escaping (AVPlayerItem) -> Void) {
        cancel()
        guard asset.mediaType == .video, asset.duration > 0 else { return }
        let options = PHVideoRequestOptions()
        options.deliveryMode = .automatic
        options.version = .current
        requestID = PHImageManager.default().requestPlayerItem(forVideo: asset, options: options) {
            [weak self] item, info in
            if (info?[PHImageCancelledKey] as? Bool) == true { return }
            DispatchQueue.main.async {
                guard let item = item else { return }
                self?.item = item
                if let asset = item.asset as? AVURLAsset { print(asset.url.lastPathComponent) }
                if asset.mediaSubtypes.contains(.videoHighFrameRate) { item.audioMix = nil }
                ready(item)
            }
        }
    }

    func cancel() {
        requestID.map { PHImageManager.default().cancelImageRequest($0) }
        requestID = nil
    }
}

/// Formats "1:23:45" as camera rolls do.
private func timecode(_ time: CMTime) -> String {
    guard time.isValid, !time.isIndefinite, time != .zero else { return "--:--" }
    let seconds = Int(time.seconds.rounded())
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
    if hours > 0 { return String(format: "%d:%02d:%02d", hours, minutes, seconds % 60) }
    return String(format: "%d:%02d", minutes, seconds % 60)
}
