/// The exit status of the tool.
struct ExitCode: Hashable, Sendable {
    var code: Int32

    static let success = ExitCode(code: 0)
    /// The command failed, or part of it did.
    static let failure = ExitCode(code: 1)
    /// The command line cannot be understood.
    static let usage = ExitCode(code: 2)
    /// `EX_UNAVAILABLE` of sysexits.h: no server answers.
    static let unavailable = ExitCode(code: 69)
    /// As a shell reports SIGPIPE.
    static let brokenPipe = ExitCode(code: 128 + 13)

    /// As a shell reports a program that a signal ended.
    static func signal(_ number: Int32) -> ExitCode { ExitCode(code: 128 + number) }
}
