package import LibraryModel
import LinuxSystem
import Synchronization

/// Says on standard error why the person was not asked, and what to start. Apple's calls cannot: they answer as if the
/// person had not answered.
package final class UnreachableNotice: Sendable {
    /// Of this process.
    package static let shared = UnreachableNotice { line in
        do throws(SystemCallError) {
            try OwnProcess.standardError().write(Array(line.utf8))
        } catch {
            // There is nowhere to say it.
        }
    }

    private let told = Mutex<Set<LibraryError.Code>>([])
    private let write: @Sendable (String) -> Void

    init(_ write: @escaping @Sendable (String) -> Void) { self.write = write }

    /// Each reason is told once. What the person, or the app, decided is none.
    package func tell(_ error: LibraryError) {
        let advice: String
        switch error.code {
        case .nobodyToAsk: advice = "nobody is there to ask: start `photos agent`, or decide with `photos privacy`"
        case .unavailable: advice = "the photo library's server cannot be reached: start `photolibraryd`"
        default: return
        }
        guard told.withLock({ $0.insert(error.code).inserted }) else { return }
        write("Photos: the person was not asked: \(advice)\n")
    }
}
