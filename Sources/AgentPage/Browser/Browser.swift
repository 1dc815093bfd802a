internal import LinuxSystem

/// The person's browser, or standard output in its place.
enum Browser {
    /// Opens a link with `xdg-open`. Returns false when there is none, or it fails.
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

    /// A running `xdg-open`. Some exit at once, others when the browser does.
    private final class Opening: Sendable {
        /// Nanoseconds in which a failure shows.
        private static let patience: UInt64 = 3_000_000_000

        private let child: ChildProcess

        init(_ child: consuming ChildProcess) { self.child = child }

        func hasWorked() throws(SystemCallError) -> Bool {
            if try Poll.wait(child.pidfd, for: .readable, timeoutNanoseconds: Opening.patience) {
                return try child.wait() == .exited(0)
            }
            _ = try SystemThread(name: "browser") { [self] in
                // Only reaps the process: its status means nothing by now.
                do { _ = try child.wait() } catch {}
            }
            return true
        }
    }

    /// Prints a link.
    static func say(_ link: String) {
        // Without a reader there is nobody to show the link to.
        do {
            try OwnProcess.standardOutput().write(Array("Open this page in a browser of yours: \(link)\n".utf8))
        } catch {}
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
