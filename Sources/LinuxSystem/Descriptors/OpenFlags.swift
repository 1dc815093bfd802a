internal import CLinux
import Glibc

/// How a file is opened. Close-on-exec is always set.
package struct OpenFlags: OptionSet, Sendable {
    package let rawValue: CInt
    package init(rawValue: CInt) { self.rawValue = rawValue }

    package static let readOnly = OpenFlags(rawValue: O_RDONLY)
    package static let writeOnly = OpenFlags(rawValue: O_WRONLY)
    package static let readWrite = OpenFlags(rawValue: O_RDWR)
    package static let create = OpenFlags(rawValue: O_CREAT)
    /// With `create`: fails when the file exists.
    package static let exclusive = OpenFlags(rawValue: O_EXCL)
    package static let truncate = OpenFlags(rawValue: O_TRUNC)
    package static let append = OpenFlags(rawValue: O_APPEND)
    /// O_PATH: refers to the file without opening it, which needs no permission to read it.
    package static let unread = OpenFlags(rawValue: 0o10_000_000)
    /// O_TMPFILE: a file without a name in the folder, deleted when it is closed.
    package static let unnamed = OpenFlags(rawValue: 0o20_000_000 | O_DIRECTORY)
    package static let folder = OpenFlags(rawValue: O_DIRECTORY)
    /// Fails with `ELOOP` when the last component is a symbolic link.
    package static let notFollowingLinks = OpenFlags(rawValue: O_NOFOLLOW)
    /// Does not wait for a peer when the name turns out to be a pipe or a device.
    package static let nonBlocking = OpenFlags(rawValue: O_NONBLOCK)
}

extension OwnedDescriptor {
    /// open.
    package init(
        opening path: FilePath,
        _ flags: OpenFlags = .readOnly,
        mode: UInt32 = 0o600
    ) throws(SystemCallError) {
        self.init(owning: try openFile(AT_FDCWD, path, flags, mode))
    }

    /// openat: looks the name up in the folder that this descriptor has open.
    package borrowing func open(
        _ name: FilePath,
        _ flags: OpenFlags = .readOnly,
        mode: UInt32 = 0o600
    ) throws(SystemCallError) -> OwnedDescriptor {
        OwnedDescriptor(owning: try openFile(rawValue, name, flags, mode))
    }

    /// openat2 with RESOLVE_BENEATH and RESOLVE_NO_SYMLINKS: `EXDEV` for a path that leaves the folder that this
    /// descriptor has open, `ELOOP` when any component is a symbolic link.
    package borrowing func openBeneath(_ name: FilePath, _ flags: OpenFlags) throws(SystemCallError) -> OwnedDescriptor
    {
        let folder = rawValue
        let opened = try unsafe name.withCString("openat2") { name throws(SystemCallError) in
            try retryingInterruptions("openat2") { unsafe clinux_open_beneath(folder, name, flags.rawValue) }
        }
        return OwnedDescriptor(owning: opened)
    }

    /// openat2 with RESOLVE_NO_SYMLINKS: `ELOOP` when any component is a symbolic link.
    package init(openingWithoutLinks path: FilePath, _ flags: OpenFlags) throws(SystemCallError) {
        let rawValue = try unsafe path.withCString("openat2") { path throws(SystemCallError) in
            try retryingInterruptions("openat2") { unsafe clinux_open_without_links(path, flags.rawValue) }
        }
        self.init(owning: rawValue)
    }
}

private func openFile(
    _ folder: CInt,
    _ path: FilePath,
    _ flags: OpenFlags,
    _ mode: UInt32
) throws(SystemCallError) -> CInt {
    try unsafe path.withCString("open") { path throws(SystemCallError) in
        try retryingInterruptions("open") { unsafe clinux_openat(folder, path, flags.rawValue, mode) }
    }
}
