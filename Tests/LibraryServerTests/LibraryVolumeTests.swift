import LibraryTestSupport
import LinuxSystem
import Testing

@testable import LibraryServer

@Suite struct LibraryVolumeTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try FileNames.makeFolders(folder.file("home/Pictures/Photos.photolibrary"))
    }

    private func provider(
        of name: String = "home/Pictures/Photos.photolibrary",
        mounts: MountTable? = nil,
        _ environment: [String: String] = [:]
    ) throws -> LibraryVolume.Provider? {
        var unclear: [String] = []
        let home = ["HOME": folder.file("home").text]
        let place = try withoutActuallyEscaping({ (what: String, _: SystemCallError) in unclear.append(what) }) {
            note in
            try LibraryVolume(
                of: folder.file(name),
                environment: { environment[$0] ?? home[$0] },
                mounts: try mounts ?? MountTable(),
                unclear: note
            )
        }
        #expect(unclear == [])
        return place.provider
    }

    private func write(_ text: String, to name: String) throws {
        try FileNames.makeFolders(folder.file(name).folder)
        try folder.write(Array(text.utf8), to: name)
    }

    // MARK: Markers

    @Test func `a folder of this machine's own is nobody else's, whether it is there or not`() throws {
        #expect(try provider() == nil)
        #expect(try provider(of: "home/a/b/Photos.photolibrary") == nil)
    }

    @Test(arguments: [
        (".stfolder", "Syncthing"), (".dropbox.cache", "Dropbox"), (".sync_0a1b2c3d4e5f.db", "Nextcloud or ownCloud"),
        ("._sync_0a1b2c3d4e5f.db", "Nextcloud or ownCloud"), (".megaignore", "MEGA"), (".sync/ID", "Resilio Sync"),
        (".insync-trash", "Insync (Google Drive, OneDrive)"),
    ])
    func `what a program leaves in a folder tells that it keeps everything below`(_ marker: String, _ program: String)
        throws
    {
        for place in ["", "home/", "home/Pictures/", "home/Pictures/Photos.photolibrary/"] {
            let marked = try LibraryVolumeTests()
            try marked.write("", to: place + marker)
            #expect(try marked.provider() == .synchronizing(program))
            #expect(try marked.provider(of: "home/Pictures/Photos.photolibrary/not/there") == .synchronizing(program))
        }
        // Beside it is not above it.
        try write("", to: "home/Dropbox/" + marker)
        #expect(try provider() == nil)
    }

    @Test func `a link into a synchronized folder is that folder`() throws {
        try write("", to: "Sync/.stfolder")
        try FileNames.makeFolders(folder.file("Sync/Real.photolibrary"))
        let link = try RunningProgram(
            path: "/bin/ln",
            ["-s", folder.file("Sync/Real.photolibrary"), folder.file("link")]
        )
        #expect(try link.finish().status == .exited(0))
        #expect(try provider(of: "link") == .synchronizing("Syncthing"))
    }

    // MARK: Settings

    @Test(arguments: [
        (".dropbox/info.json", #"{"personal": {"path": "HOME/Pictures", "host": 1, "is_team": false}}"#, "Dropbox"),
        (".config/Nextcloud/nextcloud.cfg", "[Accounts]\n0\\Folders\\1\\localPath=HOME/Pictures/\n", "Nextcloud"),
        (".config/ownCloud/owncloud.cfg", "0\\Folders\\2\\localPath=\"HOME/Pictures\"\n", "ownCloud"),
        (
            ".local/state/syncthing/config.xml",
            "<configuration><folder id=\"a\" label=\"&lt;\" path='~/Pictures' type=\"x\">", "Syncthing"
        ),
        (".config/syncthing/config.xml", "<folder id=\"b\" path=\"HOME/Pictures\">", "Syncthing"),
        (".config/onedrive/config", "# sync_dir = \"/nowhere\"\nsync_dir = \"~/Pictures\"\n", "OneDrive"),
        (".config/onedrive-work/config", "sync_dir = \"HOME/Pictures\"\n", "OneDrive"),
    ])
    func `the settings of a program tell which folders it keeps`(_ file: String, _ text: String, _ program: String)
        throws
    {
        let home = folder.file("home").text
        try write(
            text.split(separator: "HOME", omittingEmptySubsequences: false).joined(separator: home),
            to: "home/" + file
        )
        #expect(try provider() == .synchronizing(program))
        #expect(try provider(of: "home/Photos.photolibrary") == nil)
        #expect(try provider(["HOME": "/nonexistent"]) == nil)
    }

    @Test func `settings are looked for where the environment says, and a OneDrive that was used has its own folder`()
        throws
    {
        try write("", to: "settings/onedrive/items.sqlite3")
        try FileNames.makeFolders(folder.file("home/OneDrive/Photos.photolibrary"))
        let name = "home/OneDrive/Photos.photolibrary"
        #expect(try provider(of: name) == nil)
        #expect(try provider(of: name, ["XDG_CONFIG_HOME": folder.file("settings").text]) == .synchronizing("OneDrive"))
    }

    @Test func `paths are read as the programs write them`() {
        #expect(
            SettingsText.stringsInJSON(
                #"{"a":{"path":"/M\u00fcller \"x\"\\"},"path" : "/b","q":["path"]}"#,
                named: "path"
            )
                == ["/Müller \"x\"\\", "/b"]
        )
        #expect(SettingsText.stringsInJSON(#"{"path": 7, "x": "path", "y": "/no"#, named: "path") == [])
        #expect(
            SettingsText.valuesInINI("9\\localPath = \"/M\\xfcller\"\nxlocalPath=/no\nlocalPath", endingIn: "localPath")
                == ["/Müller"]
        )
        #expect(
            SettingsText.attributesInXML(
                "<folder path=\"/a&amp;b&#39;&#x41;\"><folders path=\"/no\"><folder id='1'\n path='/c'/>",
                "path",
                of: "folder"
            ) == ["/a&b'A", "/c"]
        )
        #expect(SettingsText.attributesInXML("<folder path=\"/a", "path", of: "folder") == [])
    }

    // MARK: Mounts

    @Test func `a table of mounts is read with its escapes, and what is no line is passed over`() {
        let text = """
            27 1 254:0 / / rw,relatime shared:1 master:2 - ext4 /dev/vda rw
            40 27 0:51 /x /mnt/my\\040photos\\134 rw - fuse.rclone drive:a\\040b rw,user_id=0
            41 27 0:52 / /mnt/none rw,nosuid
            garbage
            """
        #expect(
            MountTable(parsing: Array(text.utf8)).mounts == [
                Mount(number: 27, point: "/", type: "ext4", source: "/dev/vda"),
                Mount(number: 40, point: "/mnt/my photos\\", type: "fuse.rclone", source: "drive:a b"),
            ]
        )
    }

    @Test(arguments: [
        ("nfs4", "server:/x", "the network (nfs4)"), ("cifs", "//nas/x", "the network (cifs)"),
        ("fuse.rclone", "drive:", "rclone"), ("fuse.sshfs", "me@host:", "sshfs"),
        ("fuse.gvfsd-fuse", "gvfsd-fuse", "GVfs (the desktop's network places)"),
        ("fuse", "pCloud.fs", "pCloud"), ("fuse.unheard-of", "x", "the program unheard-of (FUSE)"),
        ("9p", "share", "the host of this virtual machine (9p)"),
    ])
    func `what is mounted from elsewhere is not the machine's own, unless it is all there is`(
        _ type: String,
        _ source: String,
        _ name: String
    ) {
        func verdict(_ point: FilePath) -> ForeignMount.Verdict {
            ForeignMount.judge(Mount(number: 1, point: point, type: type, source: FilePath(source)))
        }
        #expect(verdict("/mnt/x") == .elsewhere(name))
        #expect(verdict("/") == .ownMachine)
    }

    @Test(arguments: [
        "ext4", "btrfs", "xfs", "zfs", "tmpfs", "overlay", "fuseblk", "fuse.fuse-overlayfs", "fuse.mergerfs",
    ])
    func `disks of this machine and a container's layers are its own`(_ type: String) {
        let mount = Mount(number: 1, point: "/mnt/x", type: type, source: "x")
        #expect(ForeignMount.judge(mount) == .ownMachine)
    }

    @Test func `a folder is looked up by the mount that it was reached through, and an encrypted one where it is kept`()
        throws
    {
        let number = try #require(try OwnedDescriptor(opening: folder.path, [.unread]).mountNumber())
        func table(_ type: String, _ source: FilePath) -> MountTable {
            MountTable([Mount(number: number, point: "/elsewhere", type: type, source: source)])
        }
        #expect(try provider(mounts: table("nfs", "a:/b")) == .elsewhere("the network (nfs)"))
        #expect(try provider(mounts: table("ext4", "/dev/x")) == nil)
        // A table that does not know the mount: the file system itself is asked.
        #expect(try provider(mounts: MountTable([])) == nil)
        try write("", to: "Dropbox/.dropbox.cache")
        let encrypted = MountTable([
            Mount(number: number, point: "/plain", type: "fuse.gocryptfs", source: folder.file("Dropbox/cipher"))
        ])
        // The folder below is on the same mount here, which shows itself: it is not followed for ever.
        #expect(try provider(mounts: encrypted) == .elsewhere("a file system in a file system"))
    }
}
