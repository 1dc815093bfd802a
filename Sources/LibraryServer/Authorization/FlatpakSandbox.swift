internal import LinuxSystem

/// The application of a Flatpak sandbox: `name=` in `[Application]` of `/.flatpak-info`, which the app cannot write.
///
/// Any process can have a root of its own making, for example on a FUSE file system that never answers, or with
/// symbolic links. Flatpak (bubblewrap) creates the root and this file on tmpfs. So this code opens nothing of any
/// other root and reads no other file; mount tables and mount IDs come from the kernel, without a file system's help.
enum FlatpakSandbox {
    /// Bytes of `.flatpak-info`.
    private static let maximumSize = 64 << 10

    /// Returns nil when the process is in no Flatpak sandbox.
    static func application(ofProcess process: Int32) throws -> String? {
        let mounts = try MountTable(of: process)
        // Of several mounts at "/" the last one is visible.
        guard mounts.mounts.last(where: { $0.point == "/" })?.type == "tmpfs" else { return nil }
        let root = try OwnedDescriptor(opening: FilePath("/proc/\(process)/root"), [.unread, .folder])
        guard try root.isInMemory(mounts) else { return nil }
        let found: OwnedDescriptor
        do throws(SystemCallError) {
            found = try root.openBeneath(".flatpak-info", [.unread, .notFollowingLinks])
        } catch {
            guard error.isAbsence else { throw error }
            return nil
        }
        guard try found.isInMemory(mounts), try found.status().isRegularFile else {
            throw IdentityError(reason: "the sandbox's description is not as Flatpak makes it")
        }
        let file = try OwnedDescriptor(opening: FilePath("/proc/self/fd/\(found.rawValue)"), [.readOnly, .nonBlocking])
        let text = String(decoding: try file.readToEnd(limit: FlatpakSandbox.maximumSize), as: UTF8.self)
        guard let name = application(text) else {
            throw IdentityError(reason: "the sandbox does not say which application it holds")
        }
        return name
    }

    /// From the text of `/.flatpak-info`.
    static func application(_ text: String) -> String? {
        var isInApplication = false
        for line in text.split(separator: "\n") {
            if line.hasPrefix("[") { isInApplication = line == "[Application]" }
            if isInApplication, line.hasPrefix("name=") {
                let name = String(line.dropFirst("name=".count))
                return SandboxedName.isOne(name) ? name : nil
            }
        }
        return nil
    }
}

/// Valid names of sandboxed apps.
enum SandboxedName {
    private static let maximumLength = 255

    static func isOne(_ name: String) -> Bool {
        (1...maximumLength).contains(name.utf8.count)
            && name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }
}

extension OwnedDescriptor {
    /// Whether the descriptor is on a tmpfs of these mounts.
    fileprivate borrowing func isInMemory(_ mounts: MountTable) throws(SystemCallError) -> Bool {
        guard let number = try mountNumber() else { return false }
        return mounts.mount(numbered: number)?.type == "tmpfs"
    }
}
