import LibraryClient
import LibraryModel

/// A job of this app's: the library sends a file of an asset to a server. An immutable snapshot. Thread-safe.
///
/// The library sends in the background, whether the app runs or not, and retries for about nine hours when the server
/// cannot be reached. It asks the person before the first job for each server; `performChanges` waits for the answer.
/// Apple's jobs are for an app extension; here any app that may read has them.
//
// `@unchecked` as `PHObject` is: `job` is a constant of a Sendable type.
open class PHAssetResourceUploadJob: PHObject, @unchecked Sendable {
    /// Nil in a test double.
    let job: UploadJob?

    /// Creates a job outside any library, for subclasses of apps.
    public override init() {
        job = nil
        super.init()
    }

    init(_ job: UploadJob) {
        self.job = job
        super.init()
    }

    /// The number of jobs that an app can have at once. A job counts until it is acknowledged or cancelled. A change
    /// block that would exceed it fails with `limitExceeded`.
    open class var jobLimit: Int { UploadJob.maximumPerApp }

    /// The file. Without a name and a size when the app does not see the asset any more.
    open var resource: PHAssetResource { job.map { PHAssetResource($0.resource, of: $0.asset) } ?? PHAssetResource() }

    /// The request. Without header fields once the job cannot be retried any more, and `about:blank` for a job that
    /// only downloads.
    open var destination: URLRequest { URLRequest(job?.destination) }

    /// The header fields of the last response; nil without one.
    open var responseHeaderFields: [String: String]? {
        guard let headers = job?.response?.headers else { return nil }
        return Dictionary(headers.map { ($0.name, $0.value) }) { "\($0), \($1)" }
    }

    /// How far it is.
    open var state: State { job.flatMap { State(rawValue: Int($0.state.rawValue)) } ?? .registered }

    /// What it does.
    open var type: `Type` { job?.destination == nil ? .downloadOnly : .upload }

    /// Why it failed, or why the last attempt did: a `PHPhotosError`.
    open var error: (any Error)? { job?.failure.map { PHPhotosError($0) } }

    /// The identifier, with which an app can recognise the job; no fetch takes it.
    open override var localIdentifier: String { job.map { Self.localIdentifier($0.id) } ?? "" }

    static func localIdentifier(_ id: ObjectID) -> String { "\(LocalIdentifier(.asset, id).string.prefix(36))/UPLOAD" }

    /// Returns this app's jobs to which an action applies, oldest first. Empty when the library is unreachable or
    /// denies access. Blocks for a call to the library.
    ///
    /// Of the options, applies the predicate, the sort descriptors and the limit.
    @discardableResult
    open class func fetchJobs(
        action: Action,
        options: PHFetchOptions?
    ) -> PHFetchResult<PHAssetResourceUploadJob> {
        do throws(LibraryError) {
            guard let action = UInt8(exactly: action.rawValue).flatMap(UploadJob.Action.init(rawValue:)) else {
                return UploadJobFetchResult([])
            }
            let jobs = try PHPhotoLibrary.shared().client.uploadJobs(for: action)
            return UploadJobFetchResult(jobs.map { PHAssetResourceUploadJob($0) }.selected(by: options))
        } catch {
            return UploadJobFetchResult([])
        }
    }
}

extension PHAssetResourceUploadJob {
    /// How far a job is.
    public enum State: Int, Sendable {
        /// Waits to be sent.
        case registered = 1
        /// Is being sent, or waits for the next attempt.
        case pending = 2
        /// Was not sent. It can be retried once.
        case failed = 3
        /// The server has taken the file.
        case succeeded = 4
        /// Was cancelled.
        case cancelled = 5
    }

    /// What a job does.
    public enum `Type`: Int16, Sendable {
        /// Sends the file.
        case upload = 0
        /// Has the file on this machine. All files are, so such a job succeeds at once.
        case downloadOnly = 1
    }

    /// What an app can do with a job.
    public enum Action: Int, Sendable {
        /// Acknowledge it: it has failed or succeeded.
        case acknowledge = 1
        /// Retry it: it has failed, and was not retried before.
        case retry = 2
        /// Wait for it, or cancel it: it is not over.
        case process = 3
    }
}

extension PHAssetResource {
    /// Returns the file of a job; nil when the app does not see its asset any more.
    @discardableResult
    public class func assetResource(forUploadJob job: PHAssetResourceUploadJob) -> PHAssetResource? {
        job.job?.resource.filename.isEmpty == false ? job.resource : nil
    }
}

extension [PHAssetResourceUploadJob] {
    fileprivate func selected(by options: PHFetchOptions?) -> [PHAssetResourceUploadJob] {
        guard let options else { return self }
        var jobs = self
        if let predicate = options.predicate { jobs = jobs.filter { predicate.evaluate(with: $0) } }
        if let descriptors = options.sortDescriptors, !descriptors.isEmpty {
            jobs.sort { left, right in
                for descriptor in descriptors {
                    let order = descriptor.compare(left, to: right)
                    if order != .orderedSame { return order == .orderedAscending }
                }
                return false
            }
        }
        return options.fetchLimit > 0 ? Array(jobs.prefix(options.fetchLimit)) : jobs
    }
}

/// A list of jobs, which are all there.
//
// `@unchecked` as `PHFetchResult` is: `jobs` is a constant, of objects that never change.
private final class UploadJobFetchResult: PHFetchResult<PHAssetResourceUploadJob>, @unchecked Sendable {
    private let jobs: [PHAssetResourceUploadJob]

    init(_ jobs: [PHAssetResourceUploadJob]) {
        self.jobs = jobs
        super.init()
    }

    override var count: Int { jobs.count }

    override func object(at index: Int) -> PHAssetResourceUploadJob {
        guard jobs.indices.contains(index) else {
            raise("index \(index) is beyond the \(jobs.count) objects of a fetch result")
        }
        return jobs[index]
    }

    override func index(of anObject: PHAssetResourceUploadJob, in range: NSRange) -> Int {
        guard let range = Range(range) else { return NSNotFound }
        return range.clamped(to: jobs.indices).first { jobs[$0].isEqual(anObject) } ?? NSNotFound
    }
}
