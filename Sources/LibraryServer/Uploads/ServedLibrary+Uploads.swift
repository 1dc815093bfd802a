internal import LibraryMedia
internal import LibraryModel
internal import LibraryStore
internal import LinuxSystem
internal import UploadWorkerProtocol

extension ServedLibrary {
    /// Opens the file of a job as its app sees it: without places for one that gets none.
    func openUpload(_ job: LibraryStore.TakenUpload) throws(LibraryError) -> OwnedDescriptor {
        let resource = try resource(of: job)
        let digest = try resource.originalDigest()
        let requester = Requester(Principal.app(job.app).share, Cancellation())
        return try stripped.open(digest, without: resource.removal, from: resource.origin(digest), for: requester)
    }

    func resource(of job: LibraryStore.TakenUpload) throws(LibraryError) -> StoredResource {
        let resources = try store.viewForOthers(of: .app(job.app)).resources(of: job.asset)
        guard let resource = resources.first(where: { $0.info.kind == job.resource }) else {
            throw LibraryError(.missingResource, "the asset has no such resource")
        }
        return resource
    }
}

extension UploadTask {
    init(_ job: LibraryStore.TakenUpload, size file: borrowing OwnedDescriptor) throws(LibraryError) {
        let size: Int64
        do throws(SystemCallError) { size = try file.status().size } catch {
            throw LibraryError(error, "reading a file to be sent")
        }
        self.init(
            job.request,
            to: job.destinations,
            size: UInt64(clamping: size),
            bytesPerSecond: UploadPolicy.bytesPerSecond
        )
    }
}
