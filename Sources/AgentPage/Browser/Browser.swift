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
            return try Opening(child).hasWorked()
        } catch {
            return false
        }
    }

    /// The program that opens a link. Some end at once, others when the browser does.
    private final class Opening: Sendable {
        /// Nanoseconds in which it says that it cannot.
        private static let patience: UInt64 = 3_000_000_000

        private let child: ChildProcess

        init(_ child: consuming ChildProcess) { self.child = child }

        func hasWorked() throws(SystemCallError) -> Bool {
            if try Poll.wait(child.pidfd, for: .readable, timeoutNanoseconds: Opening.patience) {
                return try child.wait() == .exited(0)
            }
            _ = try SystemThread(name: "browser") { [self] in
                // What a browser has to say at its end is nobody's concern; it is waited for so that it leaves nothing.
                do { _ = try child.wait() } catch {}
            }
            return true
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
