import Synchronization

/// Decides which undecided requests of a connection start on the reading thread.
///
/// Requests of a kind take similar time: when one page of history exceeds the trial, the next one will too, and each
/// trial would be wasted. So a kind whose last request was slow goes to the pool directly, until one of it was fast.
struct InlineTrials: ~Copyable {
    /// Nanoseconds of a trial: a few times the cost of a thread switch.
    static let time: UInt64 = 250_000

    /// One bit per kind: its last request was slow.
    private let longKinds = Atomic<UInt64>(0)

    func runsInline(_ kind: UInt8) -> Bool {
        longKinds.load(ordering: .relaxed) & InlineTrials.bit(of: kind) == 0
    }

    /// A request exceeded its trial.
    func noteSlow(_ kind: UInt8) {
        longKinds.bitwiseOr(InlineTrials.bit(of: kind), ordering: .relaxed)
    }

    /// A request ended on a thread of the pool after `nanoseconds`.
    func noteEnd(_ kind: UInt8, after nanoseconds: UInt64) {
        guard nanoseconds < InlineTrials.time, !runsInline(kind) else { return }
        longKinds.bitwiseAnd(~InlineTrials.bit(of: kind), ordering: .relaxed)
    }

    /// Kinds beyond 63 share bits, and so their history.
    private static func bit(of kind: UInt8) -> UInt64 { 1 << UInt64(kind & 63) }
}
