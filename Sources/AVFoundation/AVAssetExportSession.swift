internal import LibraryClient
internal import LibraryModel
internal import LinuxSystem
internal import Synchronization

/// Writes a movie of another one into a file of the app's, once.
///
/// The work is done by a process of the photo library's, which gets the two files and nothing else: packets are copied
/// (`AVAssetExportPresetPassthrough`), or pictures are encoded as H.264 and sound as AAC. A time range begins with a
/// picture that can stand alone when packets are copied; an edit list hides what is before. There are no edits of other
/// kinds: no video composition, and the audio mix is not heeded.
//
// `@unchecked`, as every open class that is Sendable must be: what changes is in a Mutex.
open class AVAssetExportSession: NSObject, @unchecked Sendable {
    /// How far a session is.
    public enum Status: Int, Sendable {
        /// Nobody has started it.
        case unknown = 0
        /// It waits for its turn.
        case waiting = 1
        /// It writes.
        case exporting = 2
        /// The file is there.
        case completed = 3
        /// There is no file: `error` says why.
        case failed = 4
        /// It was called off. There is no file.
        case cancelled = 5
    }

    struct Wishes {
        var url: URL?
        var fileType: AVFileType?
        var timeRange = CMTimeRange(start: .zero, duration: .positiveInfinity)
        var fileLengthLimit: Int64 = 0
        var optimizesForNetwork = false
        var mix: AVAudioMix?
    }

    private struct State {
        var wishes = Wishes()
        var status = Status.unknown
        var thousandths = 0
        var error: AVError?
    }

    /// The movie.
    public let asset: AVAsset
    /// One of the names `AVAssetExportPreset…`.
    public let presetName: String
    private let preset: ExportPreset
    private let state = Mutex(State())
    private let cancellation = Cancellation()

    /// A session for a movie; nil for a preset that is none.
    public init?(asset: AVAsset, presetName: String) {
        guard let preset = ExportPreset(name: presetName) else { return nil }
        self.asset = asset
        self.presetName = presetName
        self.preset = preset
        super.init()
    }

    private func wish(_ change: (inout Wishes) -> Void) {
        state.withLock { if $0.status == .unknown { change(&$0.wishes) } }
    }

    /// Where the file is to be. One that is there already is an error. Nothing changes once the session was started,
    /// here and below.
    open var outputURL: URL? {
        get { state.withLock { $0.wishes.url } }
        set { wish { $0.url = newValue } }
    }
    /// What the file is to be: one of `supportedFileTypes`.
    open var outputFileType: AVFileType? {
        get { state.withLock { $0.wishes.fileType } }
        set { wish { $0.fileType = newValue } }
    }
    /// The part of the movie that is wanted; all of it at first.
    open var timeRange: CMTimeRange {
        get { state.withLock { $0.wishes.timeRange } }
        set { wish { $0.timeRange = newValue } }
    }
    /// Bytes that the file may have; 0 for any number. An export that comes to more fails with `diskFull`.
    open var fileLengthLimit: Int64 {
        get { state.withLock { $0.wishes.fileLengthLimit } }
        set { wish { $0.fileLengthLimit = newValue } }
    }
    /// Changes nothing: what a player needs first is at the end of the file.
    open var shouldOptimizeForNetworkUse: Bool {
        get { state.withLock { $0.wishes.optimizesForNetwork } }
        set { wish { $0.optimizesForNetwork = newValue } }
    }
    /// Changes nothing.
    open var audioMix: AVAudioMix? {
        get { state.withLock { $0.wishes.mix } }
        set { wish { $0.mix = newValue } }
    }

    /// How far the session is.
    open var status: Status { state.withLock { $0.status } }
    /// How much is done, 0 to 1.
    open var progress: Float { state.withLock { Float($0.thousandths) / 1_000 } }
    /// Why there is no file: an `AVError`.
    open var error: (any Error)? { state.withLock { $0.error } }

    /// The types of file that this preset writes.
    open var supportedFileTypes: [AVFileType] { preset.fileTypes }

    /// The types of file that this preset writes.
    open func determineCompatibleFileTypes(completionHandler handler: @escaping @Sendable ([AVFileType]) -> Void) {
        handler(supportedFileTypes)
    }

    /// The presets that there are.
    public class func allExportPresets() -> [String] { ExportPreset.all.map(\.name) }

    /// The presets for a movie: all that there are. Whether its codecs can be read is seen when it is exported.
    public class func exportPresets(compatibleWith asset: AVAsset) -> [String] {
        asset.isExportable ? allExportPresets() : []
    }

    /// Whether a preset takes a movie, and writes such a file.
    public class func compatibility(
        ofExportPreset presetName: String,
        with asset: AVAsset,
        outputFileType: AVFileType?
    ) async -> Bool {
        guard let preset = ExportPreset(name: presetName) else { return false }
        return outputFileType.map { preset.fileTypes.contains($0) } ?? true
    }

    /// Writes the file. The handler is called once, on another thread, when `status` is final.
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

    /// Writes the file, and waits for it: the former way for async code. `status` and `error` say what came of it.
    open func export() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                exportAsynchronously { continuation.resume() }
            }
        } onCancel: {
            cancelExport()
        }
    }

    /// Writes the file, and waits for it. Throws an `AVError`, `operationCancelled` when the task was cancelled.
    open func export(to url: URL, as fileType: AVFileType) async throws {
        outputURL = url
        outputFileType = fileType
        await export()
        if let error { throw error }
    }

    /// Calls the session off: its process is ended, and what was written is removed.
    open func cancelExport() { cancellation.cancel() }

    private func fail(_ error: AVError) {
        state.withLock { state in
            state.status = error.code == .operationCancelled ? .cancelled : .failed
            state.error = error
        }
    }

    /// Does the work, on this thread.
    private func run() {
        let wishes = state.withLock { state -> Wishes? in
            guard state.status == .unknown else { return nil }
            state.status = .waiting
            return state.wishes
        }
        guard let wishes else { return fail(AVError(.operationNotAllowed, "a session writes one file")) }
        do throws(AVError) {
            try preset.write(asset.file, wishes, cancellation) { [self] thousandths in
                state.withLock { ($0.status, $0.thousandths) = (.exporting, thousandths) }
            }
            state.withLock { ($0.status, $0.thousandths) = (.completed, 1_000) }
        } catch {
            fail(error)
        }
    }
}
