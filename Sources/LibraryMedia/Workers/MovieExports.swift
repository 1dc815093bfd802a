package import LibraryModel
package import LinuxSystem
internal import MediaWorkerProtocol

/// Exports of movies, each by a process that does nothing else and ends with it.
///
/// The file that is read, and the one that is written, may be on a file system that never answers. As with copiers, the
/// process is then abandoned, and counts against its requester's share until it has ended.
package final class MovieExports: Sendable {
    private let pool: MediaWorkerQueue

    /// `program`: nil for the `photolibrary-media` beside this program.
    package init(
        program: FilePath? = nil,
        sandbox: SandboxCheck = SandboxCheck(.full),
        limits: WorkerLimits = .exporters,
        onComplaint: @escaping @Sendable (String) -> Void = { _ in }
    ) throws(LibraryError) {
        pool = try MediaWorkerQueue(.exporter, program, sandbox, limits, onComplaint)
    }

    deinit { shutDown() }

    /// Ends all processes. Running and later exports fail with `unavailable`.
    package func shutDown() { pool.shutDown() }

    /// The running processes, for tests and statistics.
    package var processIdentifiers: [Int32] { pool.processIdentifiers }

    /// Exports into an empty file, the second of the two, and reports progress in thousandths. Throws `invalidResource`
    /// if the movie cannot be read or exported like this; `notEnoughSpace`.
    package func export(
        _ export: MovieExport,
        _ files: borrowing DescriptorList,
        for requester: Requester,
        _ progress: (Int) -> Void = { _ in }
    ) throws(LibraryError) {
        guard export.isValid else { throw LibraryError(.invalidRequest, "the settings of the export are invalid") }
        let answer = try pool.perform(
            .exportMovie(export),
            with: files,
            for: requester,
            onProgress: { progress(Int($0.thousandths)) }
        )
        guard case .exported(let size) = answer.result else { throw .workerTalkedNonsense }
        if size == nil { throw LibraryError(.notEnoughSpace, "there is no room for the movie") }
    }
}
