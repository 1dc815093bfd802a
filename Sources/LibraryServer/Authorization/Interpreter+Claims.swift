internal import InstalledPrograms
internal import LibraryModel
internal import LinuxSystem

// The script of an interpreter's command line.
extension Interpreter {
    /// Bytes of a script's name that are shown.
    private static let maximumClaim = 1_024
    /// Bytes of a command line that are read.
    private static let maximumCommandLine = 128 << 10

    /// What prompts show about a process's program.
    static func program(_ executable: FilePath, ofProcess process: Int32) throws(SystemCallError) -> Prompt.Program {
        guard isOne(executable) else { return Prompt.Program() }
        // The kernel reads it from anonymous memory of the process, never from a mapped file.
        let file = try OwnedDescriptor(opening: FilePath("/proc/\(process)/cmdline"))
        var bytes = [UInt8](repeating: 0, count: maximumCommandLine)
        let count = try file.read(into: &bytes, at: 0)
        let arguments = bytes[..<count].split(separator: 0, omittingEmptySubsequences: false).dropLast()
        return Prompt.Program(
            isInterpreter: true,
            claimedScript: script(in: arguments.map { FilePath(bytes: Array($0)) })
        )
    }

    /// The first argument that is no option, shortened; empty without one, and when the program text is an argument.
    static func script(in arguments: [FilePath]) -> String {
        for argument in arguments.dropFirst() {
            if ["-c", "-e", "--eval", "-p", "-"].contains(argument.text) { return "" }
            guard !argument.bytes.isEmpty, argument.bytes.first != UInt8(ascii: "-") else { continue }
            return String(decoding: argument.bytes.prefix(maximumClaim), as: UTF8.self)
        }
        return ""
    }
}
