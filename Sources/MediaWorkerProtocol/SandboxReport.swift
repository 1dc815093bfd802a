/// A layer of a worker's sandbox.
package enum SandboxLayer: UInt8, CaseIterable, Sendable {
    /// Mount, network, IPC and user namespaces, and an empty root folder.
    case namespaces = 1
    case landlock = 2
    /// seccomp.
    case systemCallFilter = 3

    package var name: String {
        switch self {
        case .namespaces: "namespaces"
        case .landlock: "Landlock"
        case .systemCallFilter: "system call filter"
        }
    }
}

/// A worker's report of its sandbox, in READY, before it gets a file.
package struct SandboxReport: Hashable, Sendable {
    /// Why a layer does not hold, as an errno.
    package var errors: [SandboxLayer: Int32]

    package init(errors: [SandboxLayer: Int32] = [:]) { self.errors = errors }

    package func holds(_ layer: SandboxLayer) -> Bool { errors[layer] == nil }

    /// The payload of a READY: an errno for each layer, 0 if it holds.
    package var encoded: [UInt8] {
        var writer = PayloadWriter()
        for layer in SandboxLayer.allCases { writer.put(errors[layer] ?? 0) }
        return writer.bytes
    }

    package init(decoding payload: [UInt8]) throws(WorkerChannelFailure) {
        var reader = PayloadReader(payload)
        errors = [:]
        for layer in SandboxLayer.allCases {
            let error = try reader.integer(in: 0...CopyOutcome.largestErrorNumber)
            if error != 0 { errors[layer] = error }
        }
        try reader.finish()
    }
}

/// The role of a worker process. Copying and exporting have processes of their own, so a file that takes over its
/// decoder cannot reach the bytes of another file.
package enum WorkerRole: String, CaseIterable, Sendable {
    case decoder = "decode"
    case copier = "copy"
    case exporter = "export"

    /// Whether it writes files of any size.
    package var writes: Bool { self != .decoder }
}

/// A worker's arguments.
package struct WorkerArguments: Hashable, Sendable {
    private static let noSandbox = "--no-sandbox"
    package static let all = WorkerRole.allCases.map(\.rawValue) + [noSandbox]

    package var role: WorkerRole
    package var isSandboxed: Bool

    package init(_ role: WorkerRole, isSandboxed: Bool) {
        self.role = role
        self.isSandboxed = isSandboxed
    }

    /// Without a role, a worker decodes.
    package init(_ texts: [String]) {
        role = texts.lazy.compactMap(WorkerRole.init).first ?? .decoder
        isSandboxed = !texts.contains(WorkerArguments.noSandbox)
    }

    package var texts: [String] { [role.rawValue] + (isSandboxed ? [] : [WorkerArguments.noSandbox]) }
}

/// How much of a sandbox a worker needs before it gets a file.
package enum MediaSandbox: String, CaseIterable, Sendable {
    /// The system call filter (no network, no processes), and one more layer that allows no files.
    case full
    /// Whatever the machine provides.
    case partial
    /// None; no layer is set up.
    case none

    package func accepts(_ report: SandboxReport) -> Bool {
        switch self {
        case .full:
            report.holds(.systemCallFilter) && (report.holds(.namespaces) || report.holds(.landlock))
        case .partial, .none: true
        }
    }
}
