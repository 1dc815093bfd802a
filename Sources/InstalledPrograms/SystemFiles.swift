package import LinuxSystem

/// Files that nobody but the administrator can have written or can replace: the administrator owns them and all folders
/// and symbolic links on the way to them, nobody else may write there, and they are not on FUSE or another machine.
package struct SystemFiles: Sendable {
    /// Links that are followed, as by the kernel.
    private static let maximumLinks = 40

    /// What "/" stands for. Tests have a system below a folder of theirs.
    private let root: FilePath
    private let owner: UInt32

    package init(root: FilePath, owner: UInt32) {
        self.root = root
        self.owner = owner
    }

    package static let ofThisMachine = SystemFiles(root: "/", owner: 0)

    /// A file or folder of the administrator's.
    package struct Found: Hashable, Sendable {
        /// Absolute, without links.
        package var path: FilePath
        package var status: FileStatus
    }

    /// What is at an absolute path, through links. Nil when there is nothing, and when somebody else could have put it
    /// there.
    package func find(_ path: FilePath) -> Found? {
        guard path.isAbsolute else { return nil }
        do throws(SystemCallError) { return try follow(path) } catch {
            // What cannot be looked at is not known to be the administrator's.
            return nil
        }
    }

    /// Reads a file of the administrator's. Nil for one of more than `limit` bytes, and for what `find` does not find.
    package func contents(of path: FilePath, limit: Int) -> [UInt8]? {
        guard let found = find(path), found.status.isRegularFile else { return nil }
        do throws(SystemCallError) {
            let file = try OwnedDescriptor(opening: outside(found.path), [.readOnly, .notFollowingLinks, .nonBlocking])
            let status = try file.status()
            guard status.device == found.status.device, status.inode == found.status.inode else { return nil }
            return try file.readToEnd(limit: limit)
        } catch {
            return nil
        }
    }

    /// The names in a folder of the administrator's, sorted; at most `limit`.
    package func names(in folder: FilePath, limit: Int) -> [FilePath] {
        guard let found = find(folder), found.status.kind == .folder else { return [] }
        var names: [FilePath] = []
        do throws(SystemCallError) {
            var reader = try FolderReader(outside(found.path))
            while names.count < limit, let entry = try reader.next() { names.append(entry.name) }
        } catch {
            return []
        }
        return names.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    }

    /// Looks at each step of the way before the next, so that nobody who may not write can change what was looked at.
    private func follow(_ path: FilePath) throws(SystemCallError) -> Found? {
        var status = try FileStatus(of: root, followingLinks: false)
        guard status.isOnly(owner) else { return nil }
        var pending = path.components.reversed() as [FilePath]
        var done: [FilePath] = []
        var links = 0
        while let name = pending.popLast() {
            guard status.kind == .folder else { return nil }
            if name == ".." {
                // No link is on the way, so the folder before is the folder above.
                _ = done.popLast()
                continue
            }
            let next = FilePath(components: done + [name])
            status = try FileStatus(of: outside(next), followingLinks: false)
            if status.kind == .symbolicLink {
                links += 1
                guard status.owner == owner, links <= SystemFiles.maximumLinks else { return nil }
                let target = try FileNames.target(ofLink: outside(next))
                if target.isAbsolute { done = [] }
                pending += target.components.reversed()
                status = try FileStatus(of: outside(FilePath(components: done)), followingLinks: false)
                continue
            }
            guard status.isOnly(owner) else { return nil }
            done.append(name)
        }
        let found = FilePath(components: done)
        status = try FileStatus(of: outside(found), followingLinks: false)
        guard try !FileSystemKind(at: outside(found)).isMadeByAProgramOrElsewhere else { return nil }
        return Found(path: found, status: status)
    }

    private func outside(_ path: FilePath) -> FilePath {
        root == "/" ? path : FilePath(bytes: root.bytes + path.bytes)
    }
}

extension FileStatus {
    /// Whether only root and this user, its owner, may write to it. (An ACL's mask shows in the group bits.)
    package func isOnly(_ user: UInt32) -> Bool { owner == user && mode & 0o022 == 0 }
}

extension FilePath {
    /// The names between separators, without ".".
    fileprivate var components: [FilePath] {
        bytes.split(separator: UInt8(ascii: "/")).map { FilePath(bytes: Array($0)) }.filter { $0 != "." }
    }

    /// An absolute path.
    fileprivate init(components: [FilePath]) {
        let bytes = components.flatMap { [UInt8(ascii: "/")] + $0.bytes }
        self.init(bytes: bytes.isEmpty ? [UInt8(ascii: "/")] : bytes)
    }
}
