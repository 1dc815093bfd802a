/// The program with which the desktop shows a file or a link: `xdg-open`.
package enum DesktopOpener {
    /// Returns false when there is none, or it fails.
    package static func open(_ target: FilePath) -> Bool {
        guard let program = EnvironmentVariables.program("xdg-open") else { return false }
        do throws(SystemCallError) {
            let nothing = try OwnedDescriptor(opening: "/dev/null", [.readWrite])
            let child = try ChildProcess(
                spawning: program,
                arguments: [target],
                descriptors: [.init(nothing, as: 0), .init(nothing, as: 1), .init(nothing, as: 2)]
            )
            return try Opening(child).hasWorked()
        } catch {
            return false
        }
    }

    /// A running `xdg-open`. Some exit at once, others when the program that they start does.
    private final class Opening: Sendable {
        /// Nanoseconds in which a failure shows.
        private static let patience: UInt64 = 3_000_000_000

        private let child: ChildProcess

        init(_ child: consuming ChildProcess) { self.child = child }

        func hasWorked() throws(SystemCallError) -> Bool {
            if try Poll.wait(child.pidfd, for: .readable, timeoutNanoseconds: Opening.patience) {
                return try child.wait() == .exited(0)
            }
            _ = try SystemThread(name: "opening") { [self] in
                // Only reaps the process: its status means nothing by now.
                do { _ = try child.wait() } catch {}
            }
            return true
        }
    }
}
