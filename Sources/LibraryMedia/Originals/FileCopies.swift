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
        pool = try MediaWorkerQueue(.copier, program, sandbox, limits, onComplaint)
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

    /// The changes with which a copy of a file leaves metadata out; empty when it has none of it. Throws
    /// `invalidResource` for files of which that is not known.
    func planRemoval(
        _ removal: MetadataRemoval,
        of file: borrowing OwnedDescriptor,
        for requester: Requester
    ) throws(LibraryError) -> [FilePatch] {
        var descriptors = DescriptorList()
        let size: Int64
        do throws(SystemCallError) {
            descriptors.append(try file.duplicate())
            size = try file.status().size
        } catch {
            throw LibraryError(storing: error)
        }
        var answer = try pool.perform(.planRemoval(removal), with: descriptors, for: requester)
        guard case .removalPlan = answer.result else { throw .workerTalkedNonsense }
        guard let memory = answer.memory.take() else { return [] }
        let bytes: [UInt8]
        do throws(SystemCallError) {
            bytes = try MappedMemory(sealed: memory, maximumCount: FilePatches.maximumSize).bytes
        } catch {
            throw LibraryError(storing: error)
        }
        do throws(WorkerChannelFailure) { return try FilePatches.decoded(bytes, size: size) } catch {
            throw .workerTalkedNonsense
        }
    }
}
