/// One mounted file system.
package struct Mount: Hashable, Sendable {
    /// The kernel's mount ID.
    package var number: UInt64
    /// Where it is mounted.
    package var point: FilePath
    /// For example `ext4`, `nfs4`, `fuse.rclone`.
    package var type: String
    /// What is mounted: a device, `server:/path`, or any text that a FUSE program chose.
    package var source: FilePath

    package init(number: UInt64, point: FilePath, type: String, source: FilePath) {
        self.number = number
        self.point = point
        self.type = type
        self.source = source
    }

    /// FUSE: any user's program may serve the files, or never answer. (`fuseblk` is a disk, which only root mounts.)
    package var isMadeByAProgram: Bool { type == "fuse" || type.hasPrefix("fuse.") }
}

/// The mounts that this process sees.
package struct MountTable: Hashable, Sendable {
    package var mounts: [Mount]

    package init(_ mounts: [Mount]) { self.mounts = mounts }

    /// Reads the lines of a `mountinfo` (proc(5)): number, parent, device, root, point, options, any number of fields,
    /// a hyphen, type, source, more options. Skips other lines.
    package init(parsing text: [UInt8]) {
        mounts = text.split(separator: UInt8(ascii: "\n")).compactMap { line in
            let fields = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
            guard fields.count > 6, let number = UInt64(String(decoding: fields[0], as: UTF8.self)),
                let hyphen = fields[6...].firstIndex(where: { $0.elementsEqual([UInt8(ascii: "-")]) }),
                hyphen + 2 < fields.count
            else { return nil }
            return Mount(
                number: number,
                point: MountTable.unescape(fields[4]),
                type: String(decoding: fields[hyphen + 1], as: UTF8.self),
                source: MountTable.unescape(fields[hyphen + 2])
            )
        }
    }

    /// The table as it is now.
    package init() throws(SystemCallError) { try self.init(at: "/proc/self/mountinfo") }

    /// The mounts that another process sees, with paths from its root.
    package init(of process: Int32) throws(SystemCallError) {
        try self.init(at: FilePath("/proc/\(process)/mountinfo"))
    }

    private init(at path: FilePath) throws(SystemCallError) {
        let file = try OwnedDescriptor(opening: path)
        self.init(parsing: try file.readToEnd(limit: MountTable.maximumLength))
    }

    /// Bytes of a table; a machine full of containers has thousands of lines.
    private static let maximumLength = 16 << 20

    /// The mount with a number.
    package func mount(numbered number: UInt64) -> Mount? { mounts.first { $0.number == number } }

    /// The mounts whose points are the path or one of its parents.
    package func mounts(onTheWayTo path: FilePath) -> [Mount] {
        mounts.filter { mount in
            let point = mount.point == "/" ? [] : mount.point.bytes
            return path.bytes.starts(with: point)
                && (path.bytes.count == point.count || path.bytes[point.count] == UInt8(ascii: "/"))
        }
    }

    /// Space, tab, newline and backslash are written as a backslash and three octal digits.
    private static func unescape(_ field: ArraySlice<UInt8>) -> FilePath {
        var bytes: [UInt8] = []
        var rest = field
        while let byte = rest.popFirst() {
            let digits = rest.prefix(3).map { $0 &- UInt8(ascii: "0") }
            guard byte == UInt8(ascii: "\\"), digits.count == 3, digits.allSatisfy({ $0 < 8 }), digits[0] < 4 else {
                bytes.append(byte)
                continue
            }
            bytes.append(digits[0] << 6 | digits[1] << 3 | digits[2])
            rest = rest.dropFirst(3)
        }
        return FilePath(bytes: bytes)
    }
}

extension OwnedDescriptor {
    /// The number of the mount through which this descriptor was opened.
    package borrowing func mountNumber() throws(SystemCallError) -> UInt64? {
        let information = try OwnedDescriptor(opening: FilePath("/proc/self/fdinfo/\(rawValue)"))
        let text = String(decoding: try information.readToEnd(limit: 64 << 10), as: UTF8.self)
        for line in text.split(separator: "\n") where line.hasPrefix("mnt_id:") {
            return UInt64(line.dropFirst("mnt_id:".count).drop { $0 == "\t" || $0 == " " })
        }
        return nil
    }

    /// The current path of the open file (readlink of `/proc/self/fd`), without symbolic links.
    package borrowing func path() throws(SystemCallError) -> FilePath {
        try FileNames.target(ofLink: FilePath("/proc/self/fd/\(rawValue)"))
    }
}
