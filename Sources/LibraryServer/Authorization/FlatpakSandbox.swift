internal import LinuxSystem

/// The application of a Flatpak sandbox: `[Application]` `name=` of `/.flatpak-info`, which what runs in it cannot
/// write.
///
/// Any process can be in a root of its own making, with a file system whose program never answers, or with links that
/// lead through all of it. Flatpak (bubblewrap) makes the root, and the file in it, in the machine's memory (tmpfs). So
/// nothing is opened of any other root, and no other file is read: what mounts there are, and which of them holds a
/// file, the kernel tells without asking a file system.
enum FlatpakSandbox {
    /// Bytes. It lists what the sandbox may use.
    private static let maximumSize = 64 << 10

    /// Nil when the process is in no Flatpak sandbox.
    static func application(ofProcess process: Int32) throws -> String? {
        let mounts = try MountTable(of: process)
        // The one that was mounted last is the one that is seen.
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

    /// By the text of `/.flatpak-info`.
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

/// The names that apps have in sandboxes.
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
    /// Whether it was opened through a tmpfs of these mounts.
    fileprivate borrowing func isInMemory(_ mounts: MountTable) throws(SystemCallError) -> Bool {
        guard let number = try mountNumber() else { return false }
        return mounts.mount(numbered: number)?.type == "tmpfs"
    }
}
