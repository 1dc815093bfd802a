package import LinuxSystem
internal import Synchronization

/// The names and icons of the programs that are installed on this machine, by evidence.
///
/// Whatever an app or its person can write proves nothing: `~/.local/share/applications` could dress up any program as
/// another. So a .desktop file counts only when the administrator alone can have put it there (`SystemFiles`), and it
/// is about a program only when its command leads, through the administrator's links, to that very file, which the
/// administrator alone can have put there as well. Programs that run others have no name of their own here. When
/// several files are about a program, the one that shows it in menus and runs it alone counts; when they disagree, none
/// does.
///
/// Files are read when a program is asked for, at most once a second, and again when they have changed. Any thread.
package final class InstalledPrograms: Sendable {
    /// Names in a folder that are looked at.
    private static let maximumEntries = 4_096
    /// Folders of `XDG_DATA_DIRS` that are looked at.
    private static let maximumFolders = 32
    /// Nanoseconds in which nothing is looked at again.
    private static let pause: UInt64 = 1_000_000_000
    /// Where commands without a folder are looked for.
    private static let programFolders: [FilePath] = [
        "/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin", "/sbin", "/bin", "/usr/local/games", "/usr/games",
    ]

    private struct ReadEntry {
        var status: FileStatus
        var entry: DesktopEntry?
    }

    private struct State {
        var lookedAt: UInt64?
        /// By the path of the .desktop file.
        var read: [FilePath: ReadEntry] = [:]
        /// By the path of the program.
        var mentions: [FilePath: [ProgramMention]] = [:]
        /// What was found since it was looked.
        var programs: [FilePath: InstalledProgram?] = [:]
    }

    private let files: SystemFiles
    private let dataFolders: [FilePath]
    private let clock: @Sendable () -> UInt64
    private let state = Mutex(State())

    /// `dataFolders`: the value of `XDG_DATA_DIRS`.
    package init(
        _ files: SystemFiles,
        dataFolders: String? = nil,
        clock: @escaping @Sendable () -> UInt64 = MonotonicClock.now
    ) {
        self.files = files
        self.clock = clock
        let named = (dataFolders ?? "").split(separator: ":").prefix(InstalledPrograms.maximumFolders)
        var folders: [FilePath] = []
        for folder in named.map({ FilePath(String($0)) }) + ["/usr/local/share", "/usr/share"]
        where folder.isAbsolute && !folders.contains(folder) { folders.append(folder) }
        self.dataFolders = folders
    }

    package static let ofThisMachine = InstalledPrograms(
        .ofThisMachine,
        dataFolders: EnvironmentVariables.value("XDG_DATA_DIRS")
    )

    /// What is known of the program at a path, which is the evidence of an app's identity; nil when nothing is proven.
    package func program(at path: FilePath) -> InstalledProgram? {
        state.withLock { state in
            lookAgain(&state)
            if let known = state.programs[path] { return known }
            let program = find(path, state)
            state.programs[path] = .some(program)
            return program
        }
    }

    /// The PNG file of the program's icon.
    package func icon(ofProgramAt path: FilePath) -> [UInt8]? {
        program(at: path)?.icon.flatMap { ProgramIcon.bytes(of: $0, files) }
    }

    private func find(_ path: FilePath, _ state: borrowing State) -> InstalledProgram? {
        guard let mentions = state.mentions[path], let best = mentions.map(\.rank).max() else { return nil }
        let entries = mentions.filter { $0.rank == best }.map(\.entry)
        guard let entry = entries.first, entries.allSatisfy({ $0.isNamed(as: entry) }) else { return nil }
        let icon = entry.icon.flatMap { ProgramIcon.file($0, dataFolders, files) }
        return InstalledProgram(entry, icon: icon)
    }

    private func lookAgain(_ state: inout State) {
        let now = clock()
        if let lookedAt = state.lookedAt, now &- lookedAt < InstalledPrograms.pause { return }
        state.lookedAt = now
        state.programs = [:]
        state.mentions = [:]
        let known = state.read
        state.read = [:]
        // A file in an earlier folder stands for those of its name in later ones.
        var names: Set<FilePath> = []
        for folder in dataFolders {
            let folder = folder.appending("applications")
            for name in files.names(in: folder, limit: InstalledPrograms.maximumEntries)
            where name.bytes.suffix(8).elementsEqual(".desktop".utf8) {
                let path = folder.appending(name)
                guard let found = files.find(path), names.insert(name).inserted else { continue }
                var read = known[path]
                if read?.status != found.status {
                    let bytes = files.contents(of: path, limit: DesktopEntry.maximumSize)
                    read = ReadEntry(status: found.status, entry: bytes.flatMap { DesktopEntry($0) })
                }
                state.read[path] = read
                if let entry = read?.entry { mention(entry, &state) }
            }
        }
    }

    private func mention(_ entry: DesktopEntry, _ state: inout State) {
        guard let run = entry.command.flatMap({ program($0.program) }) else { return }
        let tried = entry.triedProgram.flatMap { program($0) }
        for (program, isRun) in [(run, true), (tried == run ? nil : tried, false)] {
            guard let program, let mention = ProgramMention(entry, isRun: isRun) else { continue }
            state.mentions[program, default: []].append(mention)
        }
    }

    /// The file that a command's first word leads to, when it is a program of the administrator's that runs no others.
    private func program(_ word: String) -> FilePath? {
        let word = FilePath(word)
        let paths = word.isAbsolute ? [word] : InstalledPrograms.programFolders.map { $0.appending(word) }
        guard word.isAbsolute || !word.bytes.contains(UInt8(ascii: "/")),
            let found = paths.lazy.compactMap({ self.files.find($0) }).first,
            found.status.isRegularFile, !Launcher.isOne(found.path.text)
        else { return nil }
        return found.path
    }
}
