import LibraryClient
import LibraryModel
import Synchronization

/// Records what a change block requests, and commits it.
///
/// Invariants:
/// 1. Steps are recorded only while the block runs, by code inside it. Using a request after its block is misuse, which
///    stops the program.
/// 2. While the block runs, only `mintIdentifiers` is called. Files are opened and staged at the commit, so the block
///    is fast and its errors reach the completion handler.
/// 3. Creations come first, in the order of the requests, so that any step may refer to any placeholder.
///
/// `state` guards everything.
final class ChangeTransaction: Sendable {
    /// The transaction of the running block.
    @TaskLocal static var current: ChangeTransaction?

    private struct State {
        var isOpen = true
        var steps: [ChangeStep] = []
        var identifiers: [ObjectID] = []
        var batch = 1
        /// Why minting identifiers failed. The commit throws it.
        var identifierFailure: LibraryError?

        /// Traps when more identifiers are kept than one call brings.
        func assertInvariants() {
            assert((1...ChangeTransaction.largestBatch).contains(batch))
            assert(identifiers.count <= ChangeTransaction.largestBatch)
            assert(Set(identifiers).count == identifiers.count, "an identifier twice")
        }
    }

    /// Identifiers that one call mints at most.
    fileprivate static let largestBatch = 256

    private let client: LibraryClient
    private let state = Mutex(State())

    init(_ client: LibraryClient) {
        self.client = client
    }

    /// The running block's transaction. A change request outside of a block is misuse.
    static func required(for request: String) -> ChangeTransaction {
        guard let current else { raise("\(request) may be used only inside a change block") }
        return current
    }

    /// Stops the program when a change block starts another.
    static func requireNone() {
        guard current == nil else { raise("a change block may not start another") }
    }

    /// Runs a change block and records its requests.
    static func recording(_ block: () -> Void, client: LibraryClient) -> ChangeTransaction {
        requireNone()
        let transaction = ChangeTransaction(client)
        $current.withValue(transaction) { block() }
        transaction.state.withLock { $0.isOpen = false }
        return transaction
    }

    // MARK: Recording

    /// An identifier for an object that the block creates. When the library mints none, the placeholder gets a random
    /// one and the commit fails with the reason.
    func newIdentifier() -> ObjectID {
        let batch = state.withLock { state -> Int in state.identifiers.isEmpty ? state.batch : 0 }
        if batch > 0 {
            do throws(LibraryError) {
                let minted = try client.mintIdentifiers(batch)
                state.withLock { state in
                    state.identifiers += minted
                    state.batch = min(batch * 4, Self.largestBatch)
                    state.assertInvariants()
                }
            } catch {
                state.withLock { $0.identifierFailure = $0.identifierFailure ?? error }
            }
        }
        return state.withLock { $0.identifiers.popLast() } ?? .random()
    }

    /// Records a step. Returns its index, for `update` while the block runs.
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

    /// Stages the files and performs the changes atomically. Returns the changes, without performing any, when the
    /// person has to confirm them.
    func commit() throws(PHPhotosError) -> UnconfirmedChanges? {
        let (steps, failure) = state.withLock { ($0.steps, $0.identifierFailure) }
        if let failure { throw PHPhotosError(failure) }
        // Before any file is staged.
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
