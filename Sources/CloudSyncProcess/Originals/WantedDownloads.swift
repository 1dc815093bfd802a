internal import CloudBuckets
internal import CloudReplica
internal import CloudSync
internal import LibraryClient
internal import LibraryModel
internal import LinuxSystem
internal import Synchronization

/// Downloads originals that somebody waits for, each on a thread of its own, beside whatever is synchronised. The
/// server says which and how many.
final class WantedDownloads: Sendable {
    private let folder: FilePath
    private let library: LibraryClient
    private let sandbox: SyncSandbox
    private let control: TransferControl
    private let files: LibraryReplica
    /// By the SHA-256 of what comes.
    private let running = Mutex<[[UInt8]: Cancellation]>([:])

    /// Bytes, for a thread that decrypts a chunk.
    private static let stackSize = 1 << 20
    /// Nanoseconds between reports of one download.
    private static let reportInterval: UInt64 = 100_000_000

    init(folder: FilePath, library: LibraryClient, _ sandbox: SyncSandbox, _ control: TransferControl) {
        self.folder = folder
        self.sandbox = sandbox
        self.control = control
        self.library = library
        files = LibraryReplica(library, downloadsIn: folder)
    }

    func received(_ wanted: WantedOriginal) {
        let cancellation = Cancellation()
        let former = running.withLock { running in
            let former = running[wanted.content]
            running[wanted.content] = wanted.isCancelled ? nil : cancellation
            return former
        }
        former?.cancel()
        if wanted.isCancelled { return }
        do throws(SystemCallError) {
            _ = try SystemThread(name: "download", stackSize: WantedDownloads.stackSize) { [self] in
                run(wanted, cancellation)
            }
        } catch {
            tell(DownloadReport(wanted.content, failure: LibraryError(.unavailable, error.reason, isRetryable: true)))
        }
    }

    private func run(_ wanted: WantedOriginal, _ cancellation: Cancellation) {
        let failure = failure(of: wanted, cancellation)
        running.withLock { running in
            if running[wanted.content] === cancellation { running[wanted.content] = nil }
        }
        // The next process may open the bucket, and is passed whatever is wanted.
        if failure != nil, sandbox.isOutdated {
            SyncProgram.end("the bucket's folder is another one than at the start")
        }
        // What arrived was offered, which tells those who wait.
        guard let failure, !cancellation.isStopped else { return }
        tell(DownloadReport(wanted.content, failure: failure))
    }

    /// Downloads an original. Returns why it does not come.
    private func failure(of wanted: WantedOriginal, _ cancellation: Cancellation) -> LibraryError? {
        do {
            guard let settings = try library.cloudStatus().settings, let content = ContentDigest(bytes: wanted.content)
            else { return LibraryError(.networkFailed, "synchronisation was ended") }
            let bucket = try OpenedBucket(settings, folder: folder, creates: false, pace: control.pace)
            let session = BucketSession(bucket.bucket, bucket.form, files: files)
            let blob = BlobID(content: content, generation: wanted.generation)
            var next: UInt64 = 0
            let answer = session.perform(.download(blob), cancellation) { received in
                guard MonotonicClock.now() >= next else { return }
                next = MonotonicClock.deadline(after: WantedDownloads.reportInterval)
                tell(DownloadReport(wanted.content, received: received))
            }
            switch answer.reply {
            case .transferred(true): return nil
            case .transferred(false): return LibraryError(.missingResource, "the original is not in the bucket")
            case .unreadable: return LibraryError(.invalidResource, "the original in the bucket is damaged")
            default: return answer.failure.map(LibraryError.init) ?? LibraryError(.networkFailed, "it was refused")
            }
        } catch let refusal as SyncRefusal {
            return LibraryError(.networkFailed, refusal.reason)
        } catch let failure as BucketFailure {
            return LibraryError(failure)
        } catch let error as LibraryError {
            return error
        } catch {
            return LibraryError(.networkFailed, "the bucket cannot be opened", isRetryable: true)
        }
    }

    private func tell(_ report: DownloadReport) {
        // Whether the server has gone, the stream of wanted originals says.
        do throws(LibraryError) { try library.report(report) } catch {}
    }
}

extension LibraryError {
    fileprivate init(_ failure: BucketFailure) {
        if case .content(let error as LibraryError) = failure {
            self = error
        } else {
            self.init(.networkFailed, failure.description, isRetryable: true)
        }
    }
}
