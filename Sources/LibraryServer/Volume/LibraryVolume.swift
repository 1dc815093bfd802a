package import LibraryModel
package import LinuxSystem

/// Where a library lies, and whether somebody else than its server has a hand in the files there.
///
/// A database that is written while another program copies, replaces or merges its files is damaged sooner or later,
/// and a lock keeps nobody out who is on another machine. So a library takes no changes
///
/// - in a folder that a program synchronizes (`SyncMarkers`, `SyncSettings`);
/// - on a file system that is somewhere else or in the hands of a program (`ForeignMount`).
///
/// Found out once, at the start.
package struct LibraryVolume: Hashable, Sendable {
    /// Who keeps the place.
    package struct Provider: Hashable, Sendable {
        /// For people: for example "Dropbox", "rclone", "the network (nfs4)".
        package var name: String
        /// A program that copies what is written there to other places; else the place itself is elsewhere.
        package var isSynchronizing: Bool

        static func synchronizing(_ name: String) -> Provider { Provider(name: name, isSynchronizing: true) }
        static func elsewhere(_ name: String) -> Provider { Provider(name: name, isSynchronizing: false) }
    }

    /// Nil when the place is the machine's own.
    package var provider: Provider?

    /// Mounts that show another folder are followed so often.
    private static let maximumDepth = 4

    /// Looks at a folder, or where it would be made. `unclear` is told what could not be read, and the look goes on.
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
                // By the file, not by its name: a link leads to the same place.
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

    /// What is at the path, or the folder closest above it that exists.
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
    /// What is wrong with the place, and what to do about it. Names no path.
    package var refusalReason: String {
        let place =
            isSynchronizing ? "in a folder that \(name) synchronizes" : "on a file system that is kept by \(name)"
        return "the library is \(place), where changes could damage it: it can be read but not changed there; "
            + "stop photolibraryd, move the library's folder to a local disk where no program synchronizes it, "
            + "and start photolibraryd with the new place"
    }

    /// What a change is answered with.
    package var refusal: LibraryError {
        LibraryError(.libraryInSyncRoot, refusalReason, details: ["program": name])
    }
}

extension SystemCallError {
    /// There is no such file.
    var isAbsence: Bool { errorNumber == SystemCallError.notFound || errorNumber == SystemCallError.notFolder }
}
