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
    /// The one argument of a zygote.
    package static let zygote = "zygote"
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

    /// The payload of a FORK.
    package var encoded: [UInt8] {
        var writer = PayloadWriter()
        writer.put(UInt8(clamping: WorkerRole.allCases.firstIndex(of: role) ?? 0))
        writer.put(isSandboxed)
        return writer.bytes
    }

    package init(decoding payload: [UInt8]) throws(WorkerChannelFailure) {
        var reader = PayloadReader(payload)
        let index = Int(try reader.integer(UInt8.self))
        guard WorkerRole.allCases.indices.contains(index) else { throw .violation }
        role = WorkerRole.allCases[index]
        isSandboxed = try reader.truth()
        try reader.finish()
    }
}

/// What a zygote replies about a worker that it has forked.
package struct ForkedWorker: Hashable, Sendable {
    package var processIdentifier: Int32

    package init(processIdentifier: Int32) { self.processIdentifier = processIdentifier }

    package var encoded: [UInt8] {
        var writer = PayloadWriter()
        writer.put(processIdentifier)
        return writer.bytes
    }

    package init(decoding payload: [UInt8]) throws(WorkerChannelFailure) {
        var reader = PayloadReader(payload)
        processIdentifier = try reader.integer(in: 1...Int32.max)
        try reader.finish()
    }
}
