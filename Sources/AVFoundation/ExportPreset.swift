internal import AppLibrary
internal import LibraryClient
internal import LibraryModel
internal import LinuxSystem

/// Copies packets unchanged, possibly into another container.
public let AVAssetExportPresetPassthrough = "AVAssetExportPresetPassthrough"
/// H.264 within 480 by 360 pixels, at a low bit rate.
public let AVAssetExportPresetLowQuality = "AVAssetExportPresetLowQuality"
/// H.264 within 960 by 540 pixels, at a bit rate for sharing.
public let AVAssetExportPresetMediumQuality = "AVAssetExportPresetMediumQuality"
/// H.264 in the source's resolution, hard to tell from the source.
public let AVAssetExportPresetHighestQuality = "AVAssetExportPresetHighestQuality"
/// H.264 within 640 by 480 pixels.
public let AVAssetExportPreset640x480 = "AVAssetExportPreset640x480"
/// H.264 within 960 by 540 pixels.
public let AVAssetExportPreset960x540 = "AVAssetExportPreset960x540"
/// H.264 within 1,280 by 720 pixels.
public let AVAssetExportPreset1280x720 = "AVAssetExportPreset1280x720"
/// H.264 within 1,920 by 1,080 pixels.
public let AVAssetExportPreset1920x1080 = "AVAssetExportPreset1920x1080"
/// H.264 within 3,840 by 2,160 pixels.
public let AVAssetExportPreset3840x2160 = "AVAssetExportPreset3840x2160"
/// Audio only, as AAC.
public let AVAssetExportPresetAppleM4A = "AVAssetExportPresetAppleM4A"
/// HEVC. Not supported: sessions with this preset are nil.
public let AVAssetExportPresetHEVCHighestQuality = "AVAssetExportPresetHEVCHighestQuality"
/// HEVC within 1,920 by 1,080 pixels. Not supported: sessions with this preset are nil.
public let AVAssetExportPresetHEVC1920x1080 = "AVAssetExportPresetHEVC1920x1080"
/// HEVC within 3,840 by 2,160 pixels. Not supported: sessions with this preset are nil.
public let AVAssetExportPresetHEVC3840x2160 = "AVAssetExportPresetHEVC3840x2160"
/// ProRes. Not supported: sessions with this preset are nil.
public let AVAssetExportPresetAppleProRes422LPCM = "AVAssetExportPresetAppleProRes422LPCM"

/// The settings of a preset. There are none for HEVC and ProRes: the library encodes H.264 only.
struct ExportPreset: Sendable {
    let name: String
    /// The constant rate factor (CRF) of H.264; nil to copy packets.
    private var quality: UInt8?
    private var box: PixelSize?
    private var hasPictures = true

    private init(_ name: String, quality: UInt8?, _ width: Int? = nil, _ height: Int? = nil, hasPictures: Bool = true) {
        self.name = name
        self.quality = quality
        if let width, let height { box = PixelSize(width: width, height: height) }
        self.hasPictures = hasPictures
    }

    static let all: [ExportPreset] = [
        ExportPreset(AVAssetExportPresetPassthrough, quality: nil),
        ExportPreset(AVAssetExportPresetLowQuality, quality: 30, 480, 360),
        ExportPreset(AVAssetExportPresetMediumQuality, quality: 26, 960, 540),
        ExportPreset(AVAssetExportPresetHighestQuality, quality: 20),
        ExportPreset(AVAssetExportPreset640x480, quality: 23, 640, 480),
        ExportPreset(AVAssetExportPreset960x540, quality: 23, 960, 540),
        ExportPreset(AVAssetExportPreset1280x720, quality: 23, 1_280, 720),
        ExportPreset(AVAssetExportPreset1920x1080, quality: 23, 1_920, 1_080),
        ExportPreset(AVAssetExportPreset3840x2160, quality: 23, 3_840, 2_160),
        ExportPreset(AVAssetExportPresetAppleM4A, quality: 23, hasPictures: false),
    ]

    init?(name: String) {
        guard let preset = ExportPreset.all.first(where: { $0.name == name }) else { return nil }
        self = preset
    }

    var fileTypes: [AVFileType] { hasPictures ? [.mp4, .mov, .m4v] : [.m4a] }

    /// Writes the file; deletes it when the export fails.
    func write(
        _ movie: MovieFile,
        _ settings: AVAssetExportSession.Settings,
        _ cancellation: Cancellation,
        _ progress: (Int) -> Void
    ) throws(AVError) {
        guard let url = settings.url, url.isFileURL else {
            throw AVError(.operationNotAllowed, "there is no outputURL")
        }
        let export = try export(settings)
        if cancellation.isStopped { throw AVError(.operationCancelled, "the export was cancelled") }
        let path = FilePath(url.path)
        let destination: OwnedDescriptor
        do throws(SystemCallError) {
            destination = try OwnedDescriptor(opening: path, [.writeOnly, .create, .exclusive], mode: 0o644)
        } catch {
            let isThere = error.errorNumber == SystemCallError.alreadyExists
            throw AVError(isThere ? .fileAlreadyExists : .exportFailed, "the file cannot be made: \(error.reason)")
        }
        do throws(LibraryError) {
            try AppLibrary.client.exportMovie(export, of: try movie.open(), to: destination, cancellation, progress)
        } catch {
            do throws(SystemCallError) { try FileNames.remove(path) } catch {
                // The app has deleted it already.
            }
            throw AVError(error, otherwise: .exportFailed)
        }
    }

    private func export(_ settings: AVAssetExportSession.Settings) throws(AVError) -> MovieExport {
        guard let fileType = settings.fileType, fileTypes.contains(fileType) else {
            throw AVError(.operationNotAllowed, "the outputFileType is none of supportedFileTypes")
        }
        let container: MovieExport.Container =
            switch fileType {
            case .mov: .quickTime
            case .m4v: .appleMPEG4
            case .m4a: .sound
            default: .mpeg4
            }
        var export = MovieExport(container)
        if let quality {
            export.transcodes = true
            export.quality = quality
            export.box = box
        }
        let range = settings.timeRange
        if range.start.isNumeric { export.start = max(0, range.start.convertScale(1_000_000, method: .default).value) }
        if range.duration.isNumeric {
            export.duration = max(0, range.duration.convertScale(1_000_000, method: .default).value)
        }
        if settings.fileLengthLimit > 0 { export.maximumSize = min(settings.fileLengthLimit, MovieExport.largestSize) }
        guard export.isValid, export.duration != 0 else { throw AVError(.operationNotAllowed, "the timeRange is none") }
        return export
    }
}
