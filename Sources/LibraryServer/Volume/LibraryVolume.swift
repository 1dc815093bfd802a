package import LibraryModel
package import LinuxSystem

/// The volume of a library, and whether anything but its server may write there.
///
/// A database that is written while another program copies, replaces or merges its files gets corrupted sooner or
/// later, and a lock does not reach other machines. So a library is read-only
///
/// - in a folder that a sync program synchronizes (`SyncMarkers`, `SyncSettings`);
/// - on a network, host or FUSE file system (`ForeignMount`).
///
/// Checked once, at the start.
package struct LibraryVolume: Hashable, Sendable {
    /// The sync program or file system that makes the library read-only.
    package struct Provider: Hashable, Sendable {
        /// A display name, for example "Dropbox", "rclone", "the network (nfs4)".
        package var name: String
        /// True for a program that synchronizes a local folder, false for a foreign file system.
        package var isSynchronizing: Bool

        static func synchronizing(_ name: String) -> Provider { Provider(name: name, isSynchronizing: true) }
        static func elsewhere(_ name: String) -> Provider { Provider(name: name, isSynchronizing: false) }
    }

    /// Nil on a local volume without a sync program.
    package var provider: Provider?

    /// Mounts that show another folder and are followed.
    private static let maximumDepth = 4

    /// Checks a folder, or where it would be created. Reports to `unclear` what it cannot read, and continues.
    package init(
        of path: FilePath,
        environment: (String) -> String?,
        mounts: MountTable,
        unclear: @escaping (_ what: String, _ why: SystemCallError) -> Void
    ) throws(SystemCallError) {
        provider = try LibraryVolume.provider(of: path, environment, mounts, unclear, LibraryVolume.maximumDepth)
    }

    private static func provider(
        of path: FilePath,
        _ environment: (String) -> String?,
        _ mounts: MountTable,
        _ unclear: @escaping (String, SystemCallError) -> Void,
        _ depth: Int
    ) throws(SystemCallError) -> Provider? {
        let folder = try nearest(to: path)
        switch try ForeignMount.judge(folder, mounts) {
        case .elsewhere(let name): return .elsewhere(name)
        case .shows(let source):
            if depth == 0 { return .elsewhere("a file system in a file system") }
            if let provider = try provider(of: source, environment, mounts, unclear, depth - 1) { return provider }
        case .ownMachine: break
        }
        var ancestors: [FilePath] = [try folder.path()]
        while let last = ancestors.last, last != "/" { ancestors.append(last.folder) }
        for ancestor in ancestors {
            do throws(SystemCallError) {
                if let program = try SyncMarkers.program(keeping: ancestor) { return .synchronizing(program) }
            } catch {
                unclear("the folder and those above it", error)
            }
        }
        let known = SyncSettings(environment: environment, unclear: unclear).folders
        for ancestor in ancestors where !known.isEmpty {
            let status = try FileStatus(of: ancestor)
            for (program, path) in known {
                // Compares files, not names: a link leads to the same folder.
                do throws(SystemCallError) {
                    let kept = try FileStatus(of: path)
                    if kept.device == status.device, kept.inode == status.inode { return .synchronizing(program) }
                } catch {
                    if !error.isAbsence { unclear("a folder of \(program)", error) }
                }
            }
        }
        return nil
    }

    /// Opens the path, or its closest existing parent.
    private static func nearest(to path: FilePath) throws(SystemCallError) -> OwnedDescriptor {
        var path = path
        while true {
            do throws(SystemCallError) {
                return try OwnedDescriptor(opening: path, [.unread])
            } catch {
                let parent = path.folder
                guard error.isAbsence, parent != path else { throw error }
                path = parent
            }
        }
    }
}

extension LibraryVolume.Provider {
    /// Why the library is read-only, and what to do. Names no path.
    package var refusalReason: String {
        let place =
            isSynchronizing ? "in a folder that \(name) synchronizes" : "on a file system that is kept by \(name)"
        return "the library is \(place), where changes could damage it: it can be read but not changed there; "
            + "stop photolibraryd, move the library's folder to a local disk where no program synchronizes it, "
            + "and start photolibraryd with the new place"
    }

    /// The error of changes.
    package var refusal: LibraryError {
        LibraryError(.libraryInSyncRoot, refusalReason, details: ["program": name])
    }
}
