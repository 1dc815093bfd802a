package import LinuxSystem

/// Executables that run other programs. Their identity is the interpreter's executable, so a grant to it is a grant to
/// every script. Prompts say so, and show the script of the command line as a claim.
///
/// Recognised by the usual file names: a copy under another name counts as a program of its own.
package enum Interpreter {
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

    package static func isOne(_ executable: FilePath) -> Bool {
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
}
