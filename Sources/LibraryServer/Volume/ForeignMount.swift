internal import LinuxSystem

/// Whether a folder's mount is on a local disk.
///
/// The root file system always counts as local: containers run from overlays, some virtual machines from a host's
/// folder, some computers from the network, each from one of its own.
enum ForeignMount {
    enum Verdict: Hashable {
        case ownMachine
        /// Not local; with a display name.
        case elsewhere(String)
        /// The mount shows another folder (encrypted, or bound).
        case shows(FilePath)
    }

    static func judge(_ folder: borrowing OwnedDescriptor, _ mounts: MountTable) throws(SystemCallError) -> Verdict {
        let number = try folder.mountNumber()
        let path = try folder.path()
        if let number, let mount = mounts.mount(numbered: number) {
            let verdict = judge(mount)
            if verdict != .ownMachine || mount.point == "/" { return verdict }
            // An automount may have been mounted meanwhile.
            return try FileSystemKind.kindsElsewhere.contains(FileSystemKind(at: path))
                ? .elsewhere("the network") : .ownMachine
        }
        // Not in the table: only statfs's type is known.
        return try FileSystemKind(at: path).isMadeByAProgramOrElsewhere
            ? .elsewhere("the network, or a program") : .ownMachine
    }

    static func judge(_ mount: Mount) -> Verdict {
        if mount.point == "/" { return .ownMachine }
        if networkTypes.contains(mount.type) { return .elsewhere("the network (\(mount.type))") }
        if hostTypes.contains(mount.type) { return .elsewhere("the host of this virtual machine (\(mount.type))") }
        if showingTypes.contains(mount.type), mount.source.isAbsolute { return .shows(mount.source) }
        guard mount.type == "fuse" || mount.type.hasPrefix("fuse.") else { return .ownMachine }
        let program = mount.type == "fuse" ? mount.source.text : String(mount.type.dropFirst("fuse.".count))
        if localPrograms.contains(program) { return .ownMachine }
        return .elsewhere(names[program] ?? (program.isEmpty ? "a program (FUSE)" : "the program \(program) (FUSE)"))
    }

    /// Network file systems.
    private static let networkTypes: Set<String> = [
        "nfs", "nfs4", "cifs", "smb3", "smbfs", "ncpfs", "afs", "ceph", "coda", "lustre", "gpfs", "beegfs", "orangefs",
        "pvfs2", "glusterfs", "davfs",
    ]

    /// Folders of a virtual machine's host, where locks of the guest do not hold.
    private static let hostTypes: Set<String> = ["9p", "virtiofs", "vboxsf", "prl_fs", "vmhgfs"]

    /// File systems whose source is the folder that they show.
    private static let showingTypes: Set<String> = ["ecryptfs", "fuse.gocryptfs", "fuse.bindfs"]

    /// FUSE programs that only serve local disks. (`fuseblk` is a disk.)
    private static let localPrograms: Set<String> = [
        "fuse-overlayfs", "mergerfs", "ntfs-3g", "ntfs", "exfat", "mount.exfat-fuse", "ext2", "fuse2fs",
    ]

    private static let names = [
        "rclone": "rclone", "sshfs": "sshfs", "gvfsd-fuse": "GVfs (the desktop's network places)",
        "google-drive-ocamlfuse": "Google Drive (google-drive-ocamlfuse)", "onedriver": "OneDrive (onedriver)",
        "pcloud": "pCloud", "pCloud.fs": "pCloud", "s3fs": "s3fs", "kio-fuse": "KIO (the desktop's network places)",
        "glusterfs": "the network (glusterfs)", "davfs2": "the network (davfs2)", "mount-s3": "mount-s3",
        "portal": "the desktop's document portal", "vmhgfs-fuse": "the host of this virtual machine (vmhgfs)",
    ]
}
