internal import LibraryModel
internal import LibraryProtocol
internal import LibraryStore
internal import Synchronization

/// When each app last used the library. Kept in memory; `Maintenance` and the end of the service write it to the store.
final class AppUses: Sendable {
    /// Microseconds within which uses count as one: a minute.
    private static let precision: Int64 = 60_000_000

    private struct State {
        /// Microseconds since 1970.
        var times: [String: Int64] = [:]
        /// Apps whose time is not in the store yet.
        var unwritten: Set<String> = []
    }

    private let state = Mutex(State())

    /// Whether a use at this time is to be noted.
    func isNew(_ app: String, at time: Int64) -> Bool {
        state.withLock { state in
            guard let last = state.times[app] else { return true }
            let (since, overflows) = time.subtractingReportingOverflow(last)
            return overflows || !(0..<AppUses.precision).contains(since)
        }
    }

    func note(_ app: String, at time: Int64) {
        state.withLock { state in
            state.times[app] = time
            state.unwritten.insert(app)
        }
    }

    func forget(_ app: String) {
        state.withLock { state in
            state.times.removeValue(forKey: app)
            state.unwritten.remove(app)
        }
    }

    /// Writes new times to the store. After a failure the next call repeats them.
    func write(to store: LibraryStore) throws(LibraryError) {
        let unwritten = state.withLock { state in
            defer { state.unwritten = [] }
            return state.times.filter { state.unwritten.contains($0.key) }
        }
        do throws(LibraryError) { try store.noteUsed(unwritten) } catch {
            state.withLock { state in state.unwritten.formUnion(unwritten.keys.filter { state.times[$0] != nil }) }
            throw error
        }
    }

    func lastUsed(_ app: String) -> Int64? { state.withLock { $0.times[app] } }
}

extension Session {
    /// Notes that the app has read something. Changes are noted when they are performed.
    func noteUse(_ effect: CallRules.Effect) {
        guard effect == .reads || effect == .readsPicked, case .app(let app) = principal else { return }
        let now = library.store.now
        guard library.uses.isNew(app, at: now) else { return }
        if effect == .reads {
            do throws(LibraryError) {
                switch try view.visibility() {
                case .full, .limited: break
                case .addOnly, .none: return
                }
            } catch {
                return library.log.event("visibility-unknown", ["app": app, "error": error.reason])
            }
        }
        library.uses.note(app, at: now)
    }
}
