internal import LibraryModel
internal import LinuxSystem

/// Executables that run other programs. Their identity is the interpreter's executable, so a grant to it is a grant to
/// every script. Prompts say so, and show the script of the command line as a claim.
///
/// Recognised by the usual file names: a copy under another name counts as a program of its own.
enum Interpreter {
    /// Names before a version: `python3.11`, `ld-2.36.so`.
    private static let names: Set<Substring> = [
        "awk", "bash", "beam.smp", "bun", "busybox", "cjs", "cjs-console", "dart", "dash", "deno", "dotnet", "electron",
        "elvish", "fish", "gawk", "gjs", "gjs-console", "guile", "java", "julia", "ksh", "ld.so", "lua", "luajit",
        "mawk",
        "mksh", "mono", "mono-sgen", "node", "nodejs", "nu", "nw", "octave", "perl", "php", "pwsh", "pypy", "python",
        "qjs", "racket", "rbash", "Rscript", "ruby", "seed", "sh", "tclsh", "wine", "wine-preloader", "wish", "zsh",
    ]
    /// Prefixes: dynamic loaders, and emulators of other processors.
    private static let beginnings = ["ld-linux", "ld-musl", "ld-uClibc", "qemu-"]
    /// Bytes of a script's name that are shown.
    private static let maximumClaim = 1_024
    /// Bytes of a command line that are read.
    private static let maximumCommandLine = 128 << 10

    static func isOne(_ executable: FilePath) -> Bool {
        let name = executable.lastComponent.text
        if beginnings.contains(where: name.hasPrefix) { return true }
        if name.hasPrefix("ld-"), name.hasSuffix(".so") { return true }
        if names.contains(name[...]) { return true }
        // `wine64-preloader` is `wine-preloader` of another width.
        let withoutWidth = name.replacing("64", with: "")
        if names.contains(withoutWidth[...]) { return true }
        let version = name.reversed().prefix { "0123456789.-_+t".contains($0) }.count
        return names.contains(name.dropLast(version))
    }

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
