internal import Glibc
package import LibraryModel
package import LinuxSystem
internal import MediaWorkerProtocol

/// Copies files that were handed over into the bundle, in processes that do nothing else.
///
/// A file's reads may be answered by somebody's own program, or by a machine that is gone, and then wait for ever, even
/// after SIGKILL. No thread of this process makes a call on such a file: a copier gets its descriptor, and is given up
/// when the requester stops, or when the copy does not get on. Until it has ended it counts against the share of
/// whoever handed the file over.
package final class FileCopies: Sendable {
    private let pool: MediaWorkerQueue

    /// `program`: nil for the `photolibrary-media` beside this process's own program.
    package init(
        program: FilePath? = nil,
        limits: WorkerLimits = .copiers,
        onComplaint: @escaping @Sendable (String) -> Void = { _ in }
    ) throws(LibraryError) {
        pool = MediaWorkerQueue(
            WorkerKind(program: try MediaWorkers.program(program), arguments: ["copy"], onComplaint: onComplaint),
            limits
        )
    }

    deinit { shutDown() }

    /// Ends all processes; copies under way and later ones get `unavailable`.
    package func shutDown() { pool.shutDown() }

    /// The processes that run now. For tests, and for a look from outside.
    package var processIdentifiers: [Int32] { pool.processIdentifiers }

    /// The files that are being copied, and those that wait.
    package var load: (working: Int, waiting: Int) { pool.load }

    /// Copies all of `source`, from its start wherever the descriptor is, into an empty file. Throws `invalidResource`
    /// for what is no photo or video, cannot be read, or changes meanwhile.
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
            // The copier's place in the file is this descriptor's too.
            Int64(lseek(place, 0, SEEK_CUR))
        }
        guard case .copy(let outcome) = answer.result else { throw .workerTalkedNonsense }
        return outcome
    }
}
