import InstalledPrograms
import LinuxSystem
import Testing

@Suite struct InterpreterTests {
    @Test(arguments: [
        "python3.11", "python3", "python3.13t", "perl", "perl5.36.0", "ruby3.1", "node", "bash", "dash", "gjs-console",
        "java", "electron28", "wine64-preloader", "ld-linux-x86-64.so.2", "ld-musl-x86_64.so.1", "ld-2.36.so",
        "busybox",
        "php8.2", "lua5.4", "qemu-aarch64-static",
    ])
    func `an interpreter is known by the name of its file`(_ name: String) {
        #expect(Interpreter.isOne(FilePath("/usr/bin/\(name)")))
    }

    @Test(arguments: ["pythonista", "shotwell", "bashful", "ldap", "camera", "wish-list", "noded", "x"])
    func `a program whose name only begins like an interpreter's is none`(_ name: String) {
        #expect(!Interpreter.isOne(FilePath("/usr/bin/\(name)")))
        #expect(!Interpreter.isOne(FilePath("/opt/python3/\(name)")))
    }
}
