internal import LibraryMedia
internal import LibraryModel
internal import LibraryProtocol
internal import LibraryStore
internal import LibraryTransport
internal import LinuxSystem

// Originals that are in the bucket alone.

extension DownloadCall: StreamedCall {
    func open(in session: Session, _ request: borrowing IncomingRequest) throws(LibraryError) {
        let resources = try session.view.resources(of: asset, includesDeleted: true, cancellation: request.cancellation)
        try session.download(resource, from: resources, request)
    }
}

extension Session {
    /// Opens a stream of `ExportProgress`, which ends when the file is here. The end of the stream ends the download,
    /// unless others wait for it too.
    func download(
        _ kind: ResourceKind?,
        from resources: [StoredResource],
        _ request: borrowing IncomingRequest
    ) throws(LibraryError) {
        let wanted = kind.map { kind in resources.first { $0.info.kind == kind } } ?? resources.shown
        guard let resource = wanted else { throw LibraryError(.missingResource, "the asset has no such file") }
        let content = try resource.originalDigest().bytes
        let generation = try library.store.evictedGeneration(of: content)
        if generation != nil { try library.cloud.requireDownloads() }
        let number = request.stream
        streamOpens(number)
        guard let stream = openStream(request, first: ExportProgress(0).encoded) else { return }
        let end = { @Sendable [weak self] (failure: LibraryError?) in
            let last = failure?.encoded ?? ExportProgress(Int(ExportProgress.whole)).encoded
            stream.finish(last.span)
            self?.streamEnded(number)
        }
        guard let generation else { return end(nil) }
        let listener = OriginalDownloads.Listener(
            size: resource.info.size,
            // Progress that finds no credit is not told: more follows.
            progress: { _ = stream.offer(ExportProgress($0).encoded.span) },
            end: end
        )
        let downloads = library.cloud.downloads
        do throws(LibraryError) {
            let waiting = try downloads.wait(for: content, generation: generation, principal.share, listener)
            streamBegan(number) { downloads.leave(waiting) }
        } catch {
            return end(error)
        }
        // It came before anybody was told that somebody waits.
        if try library.store.evictedGeneration(of: content) == nil { downloads.arrived(content) }
    }
}

extension PlanStorageCall: AnsweredCall {
    func answer(in session: Session, _ cancellation: Cancellation) throws(LibraryError) -> Answer<Reply> {
        Answer(try session.library.storagePlan(after: last))
    }
}

extension EvictCall: AnsweredCall {
    func answer(in session: Session, _ cancellation: Cancellation) throws(LibraryError) -> Answer<Reply> {
        try session.library.evict(content, generation: generation, cancellation)
        return Answer(EmptyResult())
    }
}

extension ReportDownloadCall: AnsweredCall {
    func answer(in session: Session, _ cancellation: Cancellation) throws(LibraryError) -> Answer<Reply> {
        session.library.cloud.downloads.take(report)
        return Answer(EmptyResult())
    }
}

extension WantedOriginalsCall: StreamedCall {
    func open(in session: Session, _ request: borrowing IncomingRequest) {
        // Beginning with those that nothing was offered for.
        let events = OriginalDownloads.Events()
        let downloads = session.library.cloud.downloads
        session.openEvents(events, request) { _ in
            let subscriber = downloads.subscribe(events)
            return { downloads.unsubscribe(subscriber) }
        }
    }
}
