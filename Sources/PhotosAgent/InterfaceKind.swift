internal import LinuxSystem

/// The kinds of interfaces.
package enum InterfaceKind: String, Hashable, Sendable, CaseIterable {
    /// A page in a browser.
    case browser
    /// Pictures in a terminal.
    case terminal
    /// Questions and answers in lines of text.
    case text

    /// The environment of the program.
    package struct Surroundings: Hashable, Sendable {
        /// Windows can be shown.
        package var hasDisplay: Bool
        /// Standard input and output are a terminal that can move its cursor.
        package var hasTerminal: Bool

        package init(hasDisplay: Bool, hasTerminal: Bool) {
            self.hasDisplay = hasDisplay
            self.hasTerminal = hasTerminal
        }
    }

    /// A page where there is a display, else pictures where there is a terminal, else text.
    package static func fitting(_ surroundings: Surroundings) -> InterfaceKind {
        if surroundings.hasDisplay { return .browser }
        return surroundings.hasTerminal ? .terminal : .text
    }
}

extension InterfaceKind.Surroundings {
    /// This process's.
    package static var current: InterfaceKind.Surroundings {
        let hasDisplay = ["DISPLAY", "WAYLAND_DISPLAY"].contains {
            !(EnvironmentVariables.value($0) ?? "").isEmpty
        }
        return InterfaceKind.Surroundings(hasDisplay: hasDisplay, hasTerminal: hasTerminal)
    }

    private static var hasTerminal: Bool {
        guard let kind = EnvironmentVariables.value("TERM"), !kind.isEmpty, kind != "dumb" else { return false }
        do throws(SystemCallError) {
            let input = try OwnProcess.standardInput()
            let output = try OwnProcess.standardOutput()
            return input.isTerminal() && output.isTerminal()
        } catch {
            // One of them is closed.
            return false
        }
    }
}
