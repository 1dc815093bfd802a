package import LinuxSystem

/// What `make test-tools` installs for the tests.
package enum TestTools {
    package static func path(_ name: String) throws -> FilePath {
        try BuiltProgram.path("").folder.folder.folder.appending(FilePath("test-tools/\(name)"))
    }
}
