internal import LibraryModel
internal import LinuxSystem
package import MediaWorkerProtocol
internal import Synchronization

/// Decides whether workers have enough of a sandbox to get files, from the report of each before its first file.
package final class SandboxCheck: Sendable {
    package let required: MediaSandbox
    private let last = Mutex<SandboxReport?>(nil)
    private let onChange: @Sendable (SandboxReport) -> Void

    /// `onChange` gets the first report, and each one that differs from its predecessor.
    package init(_ required: MediaSandbox, onChange: @escaping @Sendable (SandboxReport) -> Void = { _ in }) {
        self.required = required
        self.onChange = onChange
    }

    /// The last worker's report; nil before the first worker.
    package var report: SandboxReport? { last.withLock { $0 } }

    /// One line for people; nil before the first worker.
    package var summary: String? { report?.summary(required) }

    func admit(_ report: SandboxReport) throws(LibraryError) {
        let isNew = last.withLock { last in
            defer { last = report }
            return last != report
        }
        if isNew { onChange(report) }
        guard required.accepts(report) else {
            throw LibraryError(.unavailable, "no file is opened: \(report.summary(required))")
        }
    }
}

extension SandboxReport {
    /// One line for people: which layers hold, and why others do not.
    package func summary(_ required: MediaSandbox) -> String {
        if required == .none { return "no sandbox, as asked for" }
        let holding = SandboxLayer.allCases.filter(holds).map(\.name)
        let missing = SandboxLayer.allCases.compactMap { layer in
            errors[layer].map { "no \(layer.name) (\(SystemCallError($0, "").reason))" }
        }
        let parts = (holding.isEmpty ? [] : [holding.joined(separator: ", ")]) + missing
        let verdict = !required.accepts(self) ? "not enough" : missing.isEmpty ? "full" : "partial"
        return "\(verdict): \(parts.joined(separator: "; "))"
    }
}
