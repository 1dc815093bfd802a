package import LibraryModel
internal import LibraryProtocol
internal import LibraryTransport
package import LinuxSystem

/// Permission to download originals that are in the cloud, and who is told how far that is.
package struct NetworkAccess: Sendable {
    /// Stopping it ends the download; the call throws `cancelled`.
    package var cancellation: Cancellation?
    /// Called with a fraction of 1, on the calling thread.
    package var progress: @Sendable (Double) -> Void

    package init(_ cancellation: Cancellation? = nil, _ progress: @escaping @Sendable (Double) -> Void = { _ in }) {
        self.cancellation = cancellation
        self.progress = progress
    }

    /// For one of several files: `share` of the whole, which follows `done`.
    package func part(after done: Double, _ share: Double) -> NetworkAccess {
        let progress = progress
        return NetworkAccess(cancellation) { progress(done + $0 * share) }
    }

    typealias Download = (NetworkAccess) throws(LibraryError) -> Void

    /// Downloads before it gives up: an original that came may be evicted again before it is opened.
    private static let maximumDownloads = 3

    /// Runs `body`, and downloads what it needs.
    static func using<Result: ~Copyable>(
        _ network: NetworkAccess?,
        _ download: Download,
        _ body: () throws(LibraryError) -> Result
    ) throws(LibraryError) -> Result {
        guard let network else { return try body() }
        for _ in 0..<maximumDownloads {
            do throws(LibraryError) { return try body() } catch {
                guard error.code == .networkAccessRequired else { throw error }
                try download(network)
            }
        }
        return try body()
    }

    /// Makes a call that downloads, and waits until the file is here.
    func follow<Call: StreamCall>(
        _ call: Call,
        on connection: ClientConnection
    ) throws(LibraryError) where Call.Event == ExportProgress {
        do throws(LibraryError) {
            progress(0)
            let stream = try ReplyStream(call, on: connection, cancellation)
            while let done = try stream.next() {
                progress(Double(done.thousandths) / Double(ExportProgress.whole))
            }
            guard try stream.last().thousandths == ExportProgress.whole else { throw .unexpectedReply }
            progress(1)
        } catch {
            guard cancellation?.isStopped == true else { throw error }
            throw LibraryError(.cancelled, "the download was cancelled")
        }
    }
}

extension LibraryClient {
    /// Downloads a file of an asset, the one that is shown with nil, unless it is here.
    package func bringHere(
        _ kind: ResourceKind?,
        of asset: ObjectID,
        _ network: NetworkAccess
    ) throws(LibraryError) {
        try download(kind, of: asset)(network)
    }

    func download(_ kind: ResourceKind?, of asset: ObjectID) -> NetworkAccess.Download {
        { [calls] network throws(LibraryError) in
            try network.follow(DownloadCall(kind, of: asset), on: try calls.connectionForStream())
        }
    }
}
