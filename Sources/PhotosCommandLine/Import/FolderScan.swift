import LinuxSystem
import PhotoImport

/// Finds the files to import below the paths that were given.
///
/// - Takes every file that was given, and files in folders that have the extension of a picture or a video, or all of
///   them. Notes those that it passes over for their names; XMP and JSON files are none of them.
/// - Skips names that start with a dot and the bundles of libraries, unless they were given.
/// - Follows symbolic links; reads a folder once, however many paths lead to it, so that a loop ends.
/// - Reports what it cannot read as a failure, and goes on.
struct FolderScan {
    private(set) var contents = FolderContents()
    private(set) var failures: [ImportFailure] = []
    /// Files in folders that have another extension, without JSON files.
    private(set) var passedOverFiles = PassedOverFiles()

    var files: [FoundFile] { contents.files }

    private struct FolderIdentity: Hashable {
        var device: UInt64
        var inode: UInt64
    }

    private var foldersRead: Set<FolderIdentity> = []
    private var pathsTaken: Set<FilePath> = []
    /// Folders still to read, the next one last. Not recursion: folders may be nested deeper than the stack allows.
    private var waiting: [FilePath] = []
    private let takesAll: Bool
    private let shouldStop: () -> Bool
    private let passedOver: (FilePath) -> Void
    private let willRead: (FilePath, FileStatus) -> Void

    /// `passedOver` is called with each file that has another extension, `willRead` with each folder before it is read.
    init(
        takesAll: Bool = false,
        shouldStop: @escaping () -> Bool = { false },
        passedOver: @escaping (FilePath) -> Void = { _ in },
        willRead: @escaping (FilePath, FileStatus) -> Void = { _, _ in }
    ) {
        self.takesAll = takesAll
        self.shouldStop = shouldStop
        self.passedOver = passedOver
        self.willRead = willRead
    }

    /// Scans one of the given paths and everything below it.
    mutating func add(_ path: FilePath) {
        do {
            let status = try FileStatus(of: path)
            switch status.kind {
            case .folder: readFolder(path, status)
            case .regularFile where FileRole(name: path.lastComponent) == .archive:
                failures.append(ImportFailure(path: path, reason: FileRole.archiveReason))
            case .regularFile: take(path, status)
            default: failures.append(ImportFailure(path: path, reason: "neither a file nor a folder"))
            }
        } catch {
            failures.append(ImportFailure(path: path, reason: error.reason))
        }
        while let folder = waiting.popLast(), !shouldStop() {
            do {
                readFolder(folder, try FileStatus(of: folder))
            } catch {
                failures.append(ImportFailure(path: folder, reason: error.reason))
            }
        }
    }

    private mutating func take(_ path: FilePath, _ status: FileStatus) {
        guard pathsTaken.insert(path).inserted else { return }
        contents.files.append(FoundFile(path: path, size: status.size, modified: status.modificationNanoseconds))
    }

    private mutating func readFolder(_ path: FilePath, _ status: FileStatus) {
        guard foldersRead.insert(FolderIdentity(device: status.device, inode: status.inode)).inserted else { return }
        willRead(path, status)
        var entries: [FolderEntry] = []
        do {
            var reader = try FolderReader(path)
            while let entry = try reader.next() {
                if !PassedOverNames.isHidden(entry.name) { entries.append(entry) }
            }
        } catch {
            // Entries that were read before the error still count.
            failures.append(ImportFailure(path: path, reason: error.reason))
        }
        entries.sort { $0.name.bytes.lexicographicallyPrecedes($1.name.bytes) }
        var folders: [FilePath] = []
        for entry in entries where !shouldStop() {
            if let folder = look(at: entry, in: path) { folders.append(folder) }
        }
        waiting.append(contentsOf: folders.reversed())
    }

    /// Takes an entry if it is a file to import; returns its path if it is a folder to read.
    private mutating func look(at entry: FolderEntry, in folder: FilePath) -> FilePath? {
        let path = folder.appending(entry.name)
        let role = FileRole(name: entry.name)
        let isCandidate = role == .media || (takesAll && role == .other)
        switch entry.kind {
        case .folder: return PassedOverNames.isBundle(entry.name) ? nil : path
        case .socket, .other: return nil
        case .regularFile where !isCandidate:
            passOver(path, role)
            return nil
        // A link, or an entry of a file system without `d_type`: needs a stat.
        case .regularFile, .symbolicLink, nil: break
        }
        do {
            let status = try FileStatus(of: path)
            switch status.kind {
            case .folder where !PassedOverNames.isBundle(entry.name): return path
            case .regularFile where isCandidate: take(path, status)
            case .regularFile: passOver(path, role)
            default: break
            }
        } catch {
            if isCandidate { failures.append(ImportFailure(path: path, reason: error.reason)) }
        }
        return nil
    }

    private mutating func passOver(_ path: FilePath, _ role: FileRole) {
        switch role {
        case .json: contents.jsonFiles.append(path)
        case .manifest: contents.manifests.append(path)
        case .companion: break
        case .archive:
            passedOverFiles.add(path, because: FileRole.archiveReason)
            passedOver(path)
        case .media, .other:
            passedOverFiles.add(path)
            passedOver(path)
        }
    }
}
