internal import LinuxSystem

/// How an agent shows itself.
package enum Face: String, Hashable, Sendable, CaseIterable {
    /// A page in a browser.
    case browser
    /// Pictures in a terminal.
    case terminal
    /// Questions and answers in lines of text.
    case text
    /// What fits the place.
    case auto

    /// What the program was started in.
    package struct Place: Hashable, Sendable {
        /// Windows can be shown.
        package var hasDisplay: Bool
        /// Standard input and output are a terminal that can move its cursor.
        package var hasTerminal: Bool

        package init(hasDisplay: Bool, hasTerminal: Bool) {
            self.hasDisplay = hasDisplay
            self.hasTerminal = hasTerminal
        }
    }

    /// The face itself; for `auto` the one that fits: a page where there is a display, else pictures in a terminal,
    /// else text.
    package func fitting(_ place: @autoclosure () -> Place = .current) -> Face {
        guard self == .auto else { return self }
        let place = place()
        if place.hasDisplay { return .browser }
        return place.hasTerminal ? .terminal : .text
    }
}

extension Face.Place {
    /// As the environment says.
    package static var current: Face.Place {
        let hasDisplay = ["DISPLAY", "WAYLAND_DISPLAY"].contains {
            !(EnvironmentVariables.value($0) ?? "").isEmpty
        }
        return Face.Place(hasDisplay: hasDisplay, hasTerminal: hasTerminal)
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
