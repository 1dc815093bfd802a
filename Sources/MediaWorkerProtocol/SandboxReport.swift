/// What keeps a worker from everything but its input and its output.
package enum SandboxLayer: UInt8, CaseIterable, Sendable {
    /// Mounts, network, IPC and users of its own, and an empty root folder.
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

/// What a worker says of its sandbox, in READY, before it has seen a file.
package struct SandboxReport: Hashable, Sendable {
    /// Why a layer does not hold: errno.
    package var errors: [SandboxLayer: Int32]

    package init(errors: [SandboxLayer: Int32] = [:]) { self.errors = errors }

    package func holds(_ layer: SandboxLayer) -> Bool { errors[layer] == nil }

    /// The payload of a READY: an errno for each layer, 0 for one that holds.
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

/// What a worker does all its life. Files are copied, and movies written, by processes that do nothing else: what a
/// file did to its decoder does not reach the bytes of another one.
package enum WorkerRole: String, CaseIterable, Sendable {
    case decoder = "decode"
    case copier = "copy"
    case exporter = "export"

    /// Whether it writes files of any size.
    package var writes: Bool { self != .decoder }
}

/// What a worker is started with.
package struct WorkerArguments: Hashable, Sendable {
    private static let noSandbox = "--no-sandbox"
    package static let all = WorkerRole.allCases.map(\.rawValue) + [noSandbox]

    package var role: WorkerRole
    package var isSandboxed: Bool

    package init(_ role: WorkerRole, isSandboxed: Bool) {
        self.role = role
        self.isSandboxed = isSandboxed
    }

    /// A worker that is told no role decodes.
    package init(_ texts: [String]) {
        role = texts.lazy.compactMap(WorkerRole.init).first ?? .decoder
        isSandboxed = !texts.contains(WorkerArguments.noSandbox)
    }

    package var texts: [String] { [role.rawValue] + (isSandboxed ? [] : [WorkerArguments.noSandbox]) }
}

/// How much of a sandbox workers must have before they get a file.
package enum MediaSandbox: String, CaseIterable, Sendable {
    /// The filter of system calls, which leaves no network and no processes, and no files by at least one more layer.
    case full
    /// What the machine gives.
    case partial
    /// None is tried.
    case none

    package func accepts(_ report: SandboxReport) -> Bool {
        switch self {
        case .full:
            report.holds(.systemCallFilter) && (report.holds(.namespaces) || report.holds(.landlock))
        case .partial, .none: true
        }
    }
}
