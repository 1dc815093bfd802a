import Synchronization

/// Which undecided requests of a connection are tried on the thread that reads.
///
/// A page of history often takes longer than the trial, and the next page takes as long: trying each one there would
/// throw the trial's time away every time. So a kind that needed a thread is given one at once, until a request of it
/// was short again.
struct InlineTrials: ~Copyable {
    /// Nanoseconds for which a request is tried on the thread that reads: some times what handing it to another costs.
    static let time: UInt64 = 250_000

    /// A bit for each kind whose last request was long.
    private let longKinds = Atomic<UInt64>(0)

    func tries(_ kind: UInt8) -> Bool {
        longKinds.load(ordering: .relaxed) & InlineTrials.bit(of: kind) == 0
    }

    /// A request was not done within its trial.
    func noteLong(_ kind: UInt8) {
        longKinds.bitwiseOr(InlineTrials.bit(of: kind), ordering: .relaxed)
    }

    /// A request was done on a thread of the pool, in so many nanoseconds.
    func noteEnd(_ kind: UInt8, after nanoseconds: UInt64) {
        guard nanoseconds < InlineTrials.time, !tries(kind) else { return }
        longKinds.bitwiseAnd(~InlineTrials.bit(of: kind), ordering: .relaxed)
    }

    /// Kinds that share a bit share their trials.
    private static func bit(of kind: UInt8) -> UInt64 { 1 << UInt64(kind & 63) }
}
