internal import LinuxSystem

/// The snap that a process runs in, by two facts that must agree: its enforced AppArmor label `snap.NAME.APP`, and
/// snapd's control group. Neither suffices alone: an unconfined program may switch to a loaded label, and any process
/// of the user can create a control group of any name.
enum SnapSandbox {
    /// Returns nil when the process runs in no snap.
    static func name(ofProcess process: Int32) throws -> String? {
        guard let label = try label(ofProcess: process) else { return nil }
        let groups = try OwnedDescriptor(opening: FilePath("/proc/\(process)/cgroup"))
        return name(label: label, groups: String(decoding: try groups.readToEnd(limit: 64 << 10), as: UTF8.self))
    }

    /// The label in `/proc/PID/attr/current` if it is a snap's, enforced or not.
    static func label(ofProcess process: Int32) throws(SystemCallError) -> String? {
        do throws(SystemCallError) {
            let file = try OwnedDescriptor(opening: FilePath("/proc/\(process)/attr/current"))
            let label = String(decoding: try file.readToEnd(limit: 4096), as: UTF8.self)
            return label.hasPrefix("snap.") ? label : nil
        } catch {
            // Without AppArmor there is no such attribute.
            guard error.isAbsence || error.errorNumber == SystemCallError.invalidArgument else { throw error }
            return nil
        }
    }

    /// From a label and the text of `/proc/PID/cgroup`.
    static func name(label: String, groups: String) -> String? {
        let words = label.split(whereSeparator: \.isWhitespace)
        guard words.count == 2, words[1] == "(enforce)", words[0].hasPrefix("snap.") else { return nil }
        let parts = words[0].split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count >= 3, SandboxedName.isOne(String(parts[1])) else { return nil }
        let isInGroup = groups.split(separator: "\n").contains { line in
            line.split(separator: "/").contains {
                $0.hasPrefix("snap.\(parts[1]).") && ($0.hasSuffix(".scope") || $0.hasSuffix(".service"))
            }
        }
        return isInGroup ? String(parts[1]) : nil
    }
}
