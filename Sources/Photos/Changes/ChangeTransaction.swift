import LibraryClient
import LibraryModel
import Synchronization

/// What one change block asks for, while the block runs and until it is committed.
///
/// Invariants:
/// 1. Steps are recorded only while the block runs, by the code inside it; a request that outlives its block records
///    nothing any more (misuse, which stops the program).
/// 2. Nothing is sent while the block runs but requests for identifiers: files are opened and handed over at the
///    commit, so that a block is quick and its errors reach the completion handler.
/// 3. What is created is created first, in the order of the requests, so that any step may name any placeholder.
///
/// All state is values behind one Mutex.
final class ChangeTransaction: Sendable {
    /// The transaction of the block that is running on this thread.
    @TaskLocal static var current: ChangeTransaction?

    private struct State {
        var isOpen = true
        var steps: [ChangeStep] = []
        var identifiers: [ObjectID] = []
        var batch = 1
        /// Why there were no identifiers from the library. The commit throws it.
        var identifierFailure: LibraryError?
    }

    /// Identifiers that are asked for at once, at most.
    private static let largestBatch = 256

    private let client: LibraryClient
    private let state = Mutex(State())

    init(_ client: LibraryClient) {
        self.client = client
    }

    /// The running block's transaction; a change request without one is misuse.
    static func required(for request: String) -> ChangeTransaction {
        guard let current else { raise("\(request) may be used only inside a change block") }
        return current
    }

    /// Runs a change block and takes down what it asks for.
    static func recording(_ block: () -> Void, client: LibraryClient) -> ChangeTransaction {
        guard current == nil else { raise("a change block may not start another") }
        let transaction = ChangeTransaction(client)
        $current.withValue(transaction) { block() }
        transaction.state.withLock { $0.isOpen = false }
        return transaction
    }

    // MARK: Recording

    /// An identifier for an object that the block creates.
    ///
    /// Where the library gives none, the placeholder has a random one and the commit fails with the reason.
    func newIdentifier() -> ObjectID {
        let batch = state.withLock { state -> Int in state.identifiers.isEmpty ? state.batch : 0 }
        if batch > 0 {
            do throws(LibraryError) {
                let minted = try client.mintIdentifiers(batch)
                state.withLock { state in
                    state.identifiers += minted
                    state.batch = min(batch * 4, Self.largestBatch)
                }
            } catch {
                state.withLock { $0.identifierFailure = $0.identifierFailure ?? error }
            }
        }
        return state.withLock { $0.identifiers.popLast() } ?? .random()
    }

    /// Records a step and says where it is, to be changed as long as the block runs.
    @discardableResult
    func record(_ step: ChangeStep) -> Int {
        state.withLock { state in
            guard state.isOpen else { raise("a change request was used after its change block") }
            state.steps.append(step)
            return state.steps.count - 1
        }
    }

    func update(_ index: Int, _ change: @Sendable (inout ChangeStep) -> Void) {
        state.withLock { state in
            guard state.isOpen else { raise("a change request was used after its change block") }
            change(&state.steps[index])
        }
    }

    func step(_ index: Int) -> ChangeStep { state.withLock { $0.steps[index] } }

    // MARK: Committing

    /// Hands the files over and makes the changes: all of them, durably, or none. Where the person has to confirm them
    /// first, nothing is made yet.
    func commit() throws(PHPhotosError) -> UnconfirmedChanges? {
        let (steps, failure) = state.withLock { ($0.steps, $0.identifierFailure) }
        if let failure { throw PHPhotosError(failure) }
        // Before any file is handed over.
        for case .unsupported(let reason) in steps { throw PHPhotosError(.changeNotSupported, reason: reason) }
        let (creations, others) = (steps.filter(\.isCreation), steps.filter { !$0.isCreation })
        var operations: [ChangeOperation] = []
        var edits: [ChangeOperation] = []
        for step in creations {
            let made = try step.operations(staging: ResourceStaging(client))
            operations += made.prefix(1)
            edits += made.dropFirst()
        }
        operations += edits
        for step in others { operations += try step.operations(staging: ResourceStaging(client)) }
        guard !operations.isEmpty else { return nil }
        let block = ChangeBlock(operations: operations)
        do throws(LibraryError) {
            if try client.performUnlessConfirmed(block) == nil {
                return UnconfirmedChanges(client: client, block: block, creations: creations)
            }
        } catch {
            throw PHPhotosError(error)
        }
        for step in creations { step.removeMovedFiles() }
        return nil
    }
}
