/// What the tool tells its caller.
struct ExitCode: Hashable, Sendable {
    var code: Int32

    static let success = ExitCode(code: 0)
    /// Some of what was asked could not be done.
    static let failure = ExitCode(code: 1)
    /// The command line makes no sense.
    static let usage = ExitCode(code: 2)
    /// `EX_UNAVAILABLE` of sysexits.h: no server answers.
    static let unavailable = ExitCode(code: 69)
    /// What a shell tells of a program whose reader went away.
    static let brokenPipe = ExitCode(code: 128 + 13)

    /// What a shell tells of a program that a signal ended.
    static func signal(_ number: Int32) -> ExitCode { ExitCode(code: 128 + number) }
}
