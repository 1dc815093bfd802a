import LibraryClient
import LibraryModel

/// Changes of a block that wait for the person's consent.
struct UnconfirmedChanges: Sendable {
    var client: LibraryClient
    var block: ChangeBlock
    /// The steps that create something.
    var creations: [ChangeStep]

    /// Asks the person and makes the changes, without holding up a thread of Swift's. Cancelling the task takes the
    /// question back.
    func commit() async throws(PHPhotosError) {
        do throws(LibraryError) {
            _ = try await client.performAfterConfirmationWithoutBlocking(block)
        } catch {
            throw PHPhotosError(error)
        }
        for step in creations { step.removeMovedFiles() }
    }

    /// Asks the person and makes the changes; waits on this thread.
    func commitAndWait() throws(PHPhotosError) {
        do throws(LibraryError) { _ = try client.performAfterConfirmation(block) } catch {
            throw PHPhotosError(error)
        }
        for step in creations { step.removeMovedFiles() }
    }
}
