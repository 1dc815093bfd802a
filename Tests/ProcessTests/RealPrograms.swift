import Testing

/// Tests of real programs: all of them, one after the other, because a few processes at once is what a small machine
/// can do in time.
@Suite(.serialized) enum RealPrograms {}
