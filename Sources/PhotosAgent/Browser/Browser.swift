internal import LinuxSystem

/// The person's browser, and their terminal in its place.
enum Browser {
    /// Has the desktop show a link. False when there is no program for that, or it says that it cannot.
    static func show(_ link: String) -> Bool {
        guard let program = program("xdg-open") else { return false }
        do throws(SystemCallError) {
            let nothing = try OwnedDescriptor(opening: "/dev/null", [.readWrite])
            let child = try ChildProcess(
                spawning: program,
                arguments: [FilePath(link)],
                descriptors: [.init(nothing, as: 0), .init(nothing, as: 1), .init(nothing, as: 2)]
            )
            return try child.wait() == .exited(0)
        } catch {
            return false
        }
    }

    /// Prints a link.
    static func say(_ link: String) {
        // Nobody reads it, then: there is nobody else to tell.
        do { try OwnProcess.standardOutput().write(Array("\(link)\n".utf8)) } catch {}
    }

    /// A program in the folders of PATH.
    private static func program(_ name: String) -> FilePath? {
        for folder in (EnvironmentVariables.value("PATH") ?? "").split(separator: ":") where folder.hasPrefix("/") {
            let path = FilePath(String(folder)).appending(FilePath(name))
            do throws(SystemCallError) {
                if try FileStatus(of: path).isRegularFile { return path }
            } catch {
                continue
            }
        }
        return nil
    }
}
