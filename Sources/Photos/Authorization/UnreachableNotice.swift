package import LibraryModel
import LinuxSystem
import Synchronization

/// Writes to standard error why the person could not be asked, and what to start. PhotoKit's calls have no way to
/// report that: they return as if the person had not answered.
package final class UnreachableNotice: Sendable {
    /// This process's, on standard error.
    package static let shared = UnreachableNotice { line in
        do throws(SystemCallError) {
            try OwnProcess.standardError().write(Array(line.utf8))
        } catch {
            // Standard error is closed.
        }
    }

    private let reported = Mutex<Set<LibraryError.Code>>([])
    private let write: @Sendable (String) -> Void

    init(_ write: @escaping @Sendable (String) -> Void) { self.write = write }

    /// Writes each reason once. Ignores errors that are a decision of the person or the app.
    package func report(_ error: LibraryError) {
        let advice: String
        switch error.code {
        case .nobodyToAsk: advice = "nobody is there to ask: start `photos agent`, or decide with `photos privacy`"
        case .unavailable: advice = "the photo library's server cannot be reached: start `photolibraryd`"
        default: return
        }
        guard reported.withLock({ $0.insert(error.code).inserted }) else { return }
        write("Photos: the person was not asked: \(advice)\n")
    }
}
