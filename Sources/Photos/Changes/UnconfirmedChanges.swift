import LibraryClient
import LibraryModel

/// A change block that waits for the person's confirmation.
struct UnconfirmedChanges: Sendable {
    var client: LibraryClient
    var block: ChangeBlock
    /// The steps that create objects.
    var creations: [ChangeStep]

    /// Asks the person and performs the changes. Cancelling the task withdraws the question.
    func commit() async throws(PHPhotosError) {
        do throws(LibraryError) {
            _ = try await client.performAfterConfirmationWithoutBlocking(block)
        } catch {
            throw PHPhotosError(error)
        }
        for step in creations { step.removeMovedFiles() }
    }

    /// Asks the person and performs the changes. Blocks until the person decides.
    func commitAndWait() throws(PHPhotosError) {
        do throws(LibraryError) { _ = try client.performAfterConfirmation(block) } catch {
            throw PHPhotosError(error)
        }
        for step in creations { step.removeMovedFiles() }
    }
}
