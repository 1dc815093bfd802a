import LibraryModel

/// A request to create an upload job or to change one.
public class PHAssetResourceUploadJobChangeRequest: PHChangeRequest {
    private let id: ObjectID
    private let isNew: Bool

    /// Creates a job that sends a file. The file is the body of the request, whose method has to be PUT, POST or PATCH.
    ///
    /// The change block fails with `userCancelled` when the person does not let the app send to this server, with
    /// `limitExceeded` beyond `PHAssetResourceUploadJob.jobLimit`, and with `changeNotSupported` for a request that
    /// cannot be sent, such as one with a password in its URL. Redirects are followed with status 307 and 308, and only
    /// to servers that the person has allowed.
    @discardableResult
    public class func creationRequestForJob(
        destination: URLRequest,
        resource: PHAssetResource
    ) -> Self {
        self.init(creating: resource, .some(destination))
    }

    /// Creates a job that has the file of a resource on this machine. All files are, so it succeeds at once.
    @discardableResult
    public class func creationRequestForDownloadJob(resource: PHAssetResource) -> Self {
        self.init(creating: resource, nil)
    }

    /// The old name of `creationRequestForJob(destination:resource:)`.
    @available(*, deprecated, renamed: "creationRequestForJob(destination:resource:)")
    public class func createJob(destination: URLRequest, resource: PHAssetResource) {
        creationRequestForJob(destination: destination, resource: resource)
    }

    required init(creating resource: PHAssetResource, _ destination: URLRequest?) {
        let transaction = ChangeTransaction.required(for: "PHAssetResourceUploadJobChangeRequest")
        id = transaction.newIdentifier()
        isNew = true
        if let asset = resource.asset ?? LocalIdentifier(resource.assetLocalIdentifier)?.id {
            let creation = UploadJobCreation(
                id: id,
                asset: asset,
                resource: ResourceKind(resource.type),
                destination: destination.map { UploadRequest($0) }
            )
            transaction.record(.operation(.createUploadJob(creation)))
        } else {
            transaction.record(.unsupported("only a file of an asset of the library can be sent"))
        }
        super.init()
    }

    /// Requests changes of a job; nil for one that is in no library.
    public convenience init?(for job: PHAssetResourceUploadJob) {
        guard let id = job.job?.id else { return nil }
        self.init(changing: id)
    }

    /// The old name of `init(for:)`.
    @available(*, deprecated, renamed: "init(for:)")
    public convenience init?(forUploadJob job: PHAssetResourceUploadJob) { self.init(for: job) }

    private init(changing id: ObjectID) {
        self.id = id
        isNew = false
        super.init()
    }

    /// Stands for the new job, and has its local identifier; nil for a change.
    public var placeholderForCreatedAssetResourceUploadJob: PHObjectPlaceholder? {
        isNew ? UploadJobPlaceholder(id) : nil
    }

    /// Removes a job that has failed or succeeded, so that it does not count any more.
    public func acknowledge() {
        transaction.record(.operation(.acknowledgeUploadJobs([id])))
    }

    /// Retries a job that has failed, once; to another destination, if one is given.
    public func retry(destination: URLRequest?) {
        transaction.record(.operation(.retryUploadJob(id, destination: destination.map { UploadRequest($0) })))
    }

    /// Stops a job and removes it. It needs no acknowledgement.
    public func cancel() {
        transaction.record(.operation(.cancelUploadJobs([id])))
    }
}

/// Stands for a job that a block creates.
//
// `@unchecked` as `PHObject` is: `id` is a constant of a Sendable type.
private final class UploadJobPlaceholder: PHObjectPlaceholder, @unchecked Sendable {
    private let id: ObjectID

    init(_ id: ObjectID) {
        self.id = id
        super.init()
    }

    override var localIdentifier: String { PHAssetResourceUploadJob.localIdentifier(id) }
}
