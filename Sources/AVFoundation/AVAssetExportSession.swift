internal import LibraryClient
internal import LibraryModel
internal import LinuxSystem
internal import Synchronization

/// Exports an asset to a movie file, once.
///
/// A worker process of the photo library does the work; it gets the two files and nothing else. It copies packets
/// (`AVAssetExportPresetPassthrough`) or encodes H.264 and AAC. When it copies, the output starts at the key frame
/// before `timeRange`, and an edit list hides the frames before its start. There is no video composition, and
/// `audioMix` has no effect.
//
// `@unchecked`, as for every open class that is Sendable: mutable state is in a Mutex.
open class AVAssetExportSession: NSObject, @unchecked Sendable {
    /// The state of an export session.
    public enum Status: Int, Sendable {
        /// Not started.
        case unknown = 0
        /// Started; nothing is written yet.
        case waiting = 1
        /// Writing.
        case exporting = 2
        /// The output file is complete.
        case completed = 3
        /// Failed, see `error`. There is no output file.
        case failed = 4
        /// Cancelled. There is no output file.
        case cancelled = 5
    }

    struct Settings {
        var url: URL?
        var fileType: AVFileType?
        var timeRange = CMTimeRange(start: .zero, duration: .positiveInfinity)
        var fileLengthLimit: Int64 = 0
        var optimizesForNetwork = false
        var mix: AVAudioMix?
    }

    private struct State {
        var settings = Settings()
        var status = Status.unknown
        var thousandths = 0
        var error: AVError?
    }

    /// The source.
    public let asset: AVAsset
    /// The preset, one of the constants `AVAssetExportPreset…`.
    public let presetName: String
    private let preset: ExportPreset
    private let state = Mutex(State())
    private let cancellation = Cancellation()

    /// Creates a session. Returns nil for an unknown preset.
    public init?(asset: AVAsset, presetName: String) {
        guard let preset = ExportPreset(name: presetName) else { return nil }
        self.asset = asset
        self.presetName = presetName
        self.preset = preset
        super.init()
    }

    private func update(_ change: (inout Settings) -> Void) {
        state.withLock { if $0.status == .unknown { change(&$0.settings) } }
    }

    /// The output file. The export fails with `fileAlreadyExists` if it exists. This and the other settings cannot be
    /// changed after the start: later values are ignored.
    open var outputURL: URL? {
        get { state.withLock { $0.settings.url } }
        set { update { $0.url = newValue } }
    }
    /// The container of the output, one of `supportedFileTypes`.
    open var outputFileType: AVFileType? {
        get { state.withLock { $0.settings.fileType } }
        set { update { $0.fileType = newValue } }
    }
    /// The part of the source to export; all of it by default.
    open var timeRange: CMTimeRange {
        get { state.withLock { $0.settings.timeRange } }
        set { update { $0.timeRange = newValue } }
    }
    /// The maximum size of the output in bytes; 0 for no limit. An export that exceeds it fails with `diskFull`.
    open var fileLengthLimit: Int64 {
        get { state.withLock { $0.settings.fileLengthLimit } }
        set { update { $0.fileLengthLimit = newValue } }
    }
    /// Has no effect: the index (`moov`) is written at the end of the file.
    open var shouldOptimizeForNetworkUse: Bool {
        get { state.withLock { $0.settings.optimizesForNetwork } }
        set { update { $0.optimizesForNetwork = newValue } }
    }
    /// Has no effect.
    open var audioMix: AVAudioMix? {
        get { state.withLock { $0.settings.mix } }
        set { update { $0.mix = newValue } }
    }

    /// The state of the session.
    open var status: Status { state.withLock { $0.status } }
    /// The progress, 0 to 1.
    open var progress: Float { state.withLock { Float($0.thousandths) / 1_000 } }
    /// The reason for `failed` or `cancelled`: an `AVError`. Nil otherwise.
    open var error: (any Error)? { state.withLock { $0.error } }

    /// The containers that the preset writes.
    open var supportedFileTypes: [AVFileType] { preset.fileTypes }

    /// Calls `handler` with `supportedFileTypes`, before this returns.
    open func determineCompatibleFileTypes(completionHandler handler: @escaping @Sendable ([AVFileType]) -> Void) {
        handler(supportedFileTypes)
    }

    /// Returns the names of all presets.
    public class func allExportPresets() -> [String] { ExportPreset.all.map(\.name) }

    /// Returns all presets, or none for an unreadable asset. An unsupported codec is found only by the export.
    public class func exportPresets(compatibleWith asset: AVAsset) -> [String] {
        asset.isExportable ? allExportPresets() : []
    }

    /// Calls `handler` with the result of `compatibility(ofExportPreset:with:outputFileType:)`, before this returns.
    public class func determineCompatibility(
        ofExportPreset presetName: String,
        with asset: AVAsset,
        outputFileType: AVFileType?,
        completionHandler handler: @escaping @Sendable (Bool) -> Void
    ) {
        handler(isCompatible(presetName, outputFileType))
    }

    /// Returns whether the preset exists and writes this container. Does not examine the asset.
    public class func compatibility(
        ofExportPreset presetName: String,
        with asset: AVAsset,
        outputFileType: AVFileType?
    ) async -> Bool {
        isCompatible(presetName, outputFileType)
    }

    private static func isCompatible(_ presetName: String, _ outputFileType: AVFileType?) -> Bool {
        guard let preset = ExportPreset(name: presetName) else { return false }
        return outputFileType.map { preset.fileTypes.contains($0) } ?? true
    }

    /// Starts the export. Calls `handler` once, on an arbitrary thread, when `status` is final.
    @preconcurrency
    open func exportAsynchronously(completionHandler handler: @escaping @Sendable () -> Void) {
        do throws(SystemCallError) {
            _ = try SystemThread(name: "export") { [self] in
                run()
                handler()
            }
        } catch {
            fail(AVError(.outOfMemory, "no thread for the export: \(error.reason)"))
            handler()
        }
    }

    /// Exports and returns when `status` is final. Cancelling the task cancels the export.
    open func export() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                exportAsynchronously { continuation.resume() }
            }
        } onCancel: {
            cancelExport()
        }
    }

    /// Exports to a file. Throws an `AVError`, `operationCancelled` when the task is cancelled.
    open func export(to url: URL, as fileType: AVFileType) async throws {
        outputURL = url
        outputFileType = fileType
        await export()
        if let error { throw error }
    }

    /// Cancels the export: kills its process and deletes the partial output.
    open func cancelExport() { cancellation.cancel() }

    private func fail(_ error: AVError) {
        state.withLock { state in
            state.status = error.code == .operationCancelled ? .cancelled : .failed
            state.error = error
        }
    }

    /// Exports on the calling thread.
    private func run() {
        let settings = state.withLock { state -> Settings? in
            guard state.status == .unknown else { return nil }
            state.status = .waiting
            return state.settings
        }
        guard let settings else { return fail(AVError(.operationNotAllowed, "a session writes one file")) }
        do throws(AVError) {
            try preset.write(asset.file, settings, cancellation) { [self] thousandths in
                state.withLock { ($0.status, $0.thousandths) = (.exporting, thousandths) }
            }
            state.withLock { ($0.status, $0.thousandths, $0.error) = (.completed, 1_000, nil) }
        } catch {
            fail(error)
        }
    }
}
