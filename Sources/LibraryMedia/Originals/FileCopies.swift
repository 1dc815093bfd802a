internal import Glibc
package import LibraryModel
package import LinuxSystem
internal import MediaWorkerProtocol

/// Copies staged files into the bundle, in processes that do nothing else.
///
/// Reading a file can block for ever (FUSE, a dead network server), even after SIGKILL. So no thread of this process
/// reads one: a copier process gets its descriptor, and is abandoned when the requester stops or the copy makes no
/// progress. Until it has ended it counts against the requester's share.
package final class FileCopies: Sendable {
    private let pool: MediaWorkerQueue

    /// `program`: nil for the `photolibrary-media` beside this program.
    package init(
        program: FilePath? = nil,
        sandbox: SandboxCheck = SandboxCheck(.full),
        limits: WorkerLimits = .copiers,
        onComplaint: @escaping @Sendable (String) -> Void = { _ in }
    ) throws(LibraryError) {
        pool = MediaWorkerQueue(
            WorkerKind(
                program: try MediaWorkers.program(program),
                copies: true,
                niceness: limits.niceness,
                sandbox: sandbox,
                onComplaint: onComplaint
            ),
            limits
        )
    }

    deinit { shutDown() }

    /// Ends all processes. Running and later copies fail with `unavailable`.
    package func shutDown() { pool.shutDown() }

    /// The running processes, for tests and statistics.
    package var processIdentifiers: [Int32] { pool.processIdentifiers }

    /// The numbers of running and waiting copies.
    package var load: (working: Int, waiting: Int) { pool.load }

    /// Copies the whole of `source`, whatever its file offset, into an empty file. Throws `invalidResource` for a file
    /// that is no photo or video, cannot be read, or changes meanwhile.
    func copy(
        _ source: consuming OwnedDescriptor,
        to destination: borrowing OwnedDescriptor,
        _ limits: CopyLimits,
        for requester: Requester
    ) throws(LibraryError) -> CopyOutcome {
        var descriptors = DescriptorList(source)
        do throws(SystemCallError) { descriptors.append(try destination.duplicate()) } catch {
            throw LibraryError(storing: error)
        }
        let place = destination.rawValue
        let answer = try pool.perform(.copy(limits), with: descriptors, for: requester) {
            // The copier shares this descriptor's file offset.
            Int64(lseek(place, 0, SEEK_CUR))
        }
        guard case .copy(let outcome) = answer.result else { throw .workerTalkedNonsense }
        return outcome
    }
}
