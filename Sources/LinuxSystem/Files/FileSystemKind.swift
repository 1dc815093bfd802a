internal import CLinux

/// The kind of file system that holds a file.
package struct FileSystemKind: Hashable, Sendable {
    /// The `f_type` of statfs.
    package var number: UInt32

    /// statfs.
    package init(at path: FilePath) throws(SystemCallError) {
        var found: UInt32 = 0
        try unsafe path.withCString("statfs") { path throws(SystemCallError) in
            _ = try retryingInterruptions("statfs") { unsafe clinux_file_system(path, &found) }
        }
        number = found
    }

    package init(number: UInt32) { self.number = number }

    /// FUSE: a program answers for every file.
    package static let fuse = FileSystemKind(number: 0x6573_5546)
    package static let nfs = FileSystemKind(number: 0x6969)
    package static let smb = FileSystemKind(number: 0x517B)
    package static let cifs = FileSystemKind(number: 0xFF53_4D42)
    package static let smb2 = FileSystemKind(number: 0xFE53_4D42)
    package static let plan9 = FileSystemKind(number: 0x0102_1997)
    package static let afs = FileSystemKind(number: 0x5346_414F)
    package static let kernelAFS = FileSystemKind(number: 0x6B41_4653)
    package static let ceph = FileSystemKind(number: 0x00C3_6400)
    package static let coda = FileSystemKind(number: 0x7375_7245)
    package static let lustre = FileSystemKind(number: 0x0BD0_0BD0)
    package static let virtualBoxShare = FileSystemKind(number: 0x786F_4256)

    /// File systems whose files are on another machine, or on a virtual machine's host.
    package static let kindsElsewhere: Set<FileSystemKind> = [
        .nfs, .smb, .cifs, .smb2, .plan9, .afs, .kernelAFS, .ceph, .coda, .lustre, .virtualBoxShare,
    ]

    /// Whether a program or another machine, not this kernel, decides what the files contain and who owns them.
    package var isMadeByAProgramOrElsewhere: Bool { self == .fuse || FileSystemKind.kindsElsewhere.contains(self) }
}
