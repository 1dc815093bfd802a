internal import LinuxSystem

/// Tells by its mount whether a folder is on this machine's own disks.
///
/// What `/` is mounted from always counts as the machine's own, whatever it is: containers run from overlays, some
/// virtual machines from a folder of their host, some computers from the network, each from one of its own.
enum ForeignMount {
    enum Verdict: Hashable {
        case ownMachine
        /// By what name people know it.
        case elsewhere(String)
        /// The mount shows what is in another folder (encrypted there, or under another name).
        case shows(FilePath)
    }

    static func judge(_ folder: borrowing OwnedDescriptor, _ mounts: MountTable) throws(SystemCallError) -> Verdict {
        let number = try folder.mountNumber()
        let path = try folder.path()
        if let number, let mount = mounts.mount(numbered: number) {
            let verdict = judge(mount)
            if verdict != .ownMachine || mount.point == "/" { return verdict }
            // An automatic mount may have come in between.
            return try FileSystemKind.kindsElsewhere.contains(FileSystemKind(at: path))
                ? .elsewhere("the network") : .ownMachine
        }
        // A table that does not have it: the kernel's word on the file system is all there is.
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

    /// File systems of other machines.
    private static let networkTypes: Set<String> = [
        "nfs", "nfs4", "cifs", "smb3", "smbfs", "ncpfs", "afs", "ceph", "coda", "lustre", "gpfs", "beegfs", "orangefs",
        "pvfs2", "glusterfs", "davfs",
    ]

    /// Folders of a virtual machine's host: what happens to them there, a lock here does not see.
    private static let hostTypes: Set<String> = ["9p", "virtiofs", "vboxsf", "prl_fs", "vmhgfs"]

    /// Their source is the folder that they show.
    private static let showingTypes: Set<String> = ["ecryptfs", "fuse.gocryptfs", "fuse.bindfs"]

    /// FUSE programs that serve local disks only, and nobody else. (`fuseblk` is a disk by itself.)
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
