import Languages
import LinuxSystem
import OwnerTools
import TerminalText

/// Finds the app that a person names.
struct AppLookup {
    /// The identities of the apps that have asked.
    var known: [String]

    /// The identity that `text` names: a known one, one that an app may have later (`kind:name`, or the path of a
    /// program), or the only known one of which it is the last part. The kernel reports a program's real path, so
    /// relative paths and symbolic links are resolved.
    func app(_ text: String) throws(CommandFailure) -> String {
        if known.contains(text) { return text }
        if text.hasPrefix("exe:/") { return try program(at: String(text.dropFirst("exe:".count))) }
        if text.hasPrefix("/") || text.hasPrefix("./") || text.hasPrefix("../") { return try program(at: text) }
        let ending = known.filter { $0.hasSuffix("/" + text) || $0.hasSuffix(":" + text) }
        if ending.count == 1 { return ending[0] }
        if ending.count > 1 {
            throw CommandFailure(
                localized("{text} may be any of {number}:", ["text": text.sanitized, "number": ending.count])
                    + ending.map { "\n  " + $0.sanitized }.joined()
            )
        }
        guard let colon = text.firstIndex(of: ":"), colon != text.startIndex, text.index(after: colon) != text.endIndex
        else { throw CommandFailure.unknownApp(text) }
        return text
    }

    /// The identity of the program at a path, which need not exist yet. Throws for what can never be one: the library
    /// recognises an app by the file that the kernel runs.
    private func program(at text: String) throws(CommandFailure) -> String {
        let path: FilePath
        do throws(SystemCallError) { path = try resolved(FilePath(text)) } catch {
            throw CommandFailure("\(text.sanitized): \(error.localizedReason)")
        }
        if let problem = try problem(with: path) { throw CommandFailure("\(text.sanitized): \(problem)") }
        guard let name = path.exactText else {
            throw CommandFailure("\(text.sanitized): " + localized("the path is not text"))
        }
        return "exe:" + name
    }

    /// Why the file at a path is no program; nil for a program, and where there is nothing.
    private func problem(with path: FilePath) throws(CommandFailure) -> String? {
        do throws(SystemCallError) {
            guard let status = try FileStatus.ifPresent(path) else { return nil }
            if status.kind == .folder { return localized("it is a folder, not a program") }
            guard status.isRegularFile, status.mode & AppLookup.executable != 0 else {
                return localized("it is not a program")
            }
            var beginning = [UInt8](repeating: 0, count: 2)
            let count = try OwnedDescriptor(opening: path, [.readOnly]).read(into: &beginning, at: 0)
            return beginning.prefix(count).elementsEqual("#!".utf8)
                ? localized(
                    "it is a script: the library sees the program that runs it, which it names in its first line"
                )
                : nil
        } catch {
            // A program that may be run and not read.
            if error.errorNumber == SystemCallError.permissionDenied { return nil }
            throw CommandFailure("\(path.sanitized): \(error.localizedReason)")
        }
    }

    /// The bits of a mode that let somebody run the file.
    private static let executable: UInt32 = 0o111

    /// The real path; components at the end that do not exist stay as they are.
    private func resolved(_ path: FilePath) throws(SystemCallError) -> FilePath {
        do throws(SystemCallError) {
            return try OwnedDescriptor(opening: path, [.unread]).path()
        } catch {
            guard error.errorNumber == SystemCallError.notFound, path.folder != path else { throw error }
            return try resolved(path.folder).appending(path.lastComponent)
        }
    }
}

extension CommandFailure {
    static func unknownApp(_ text: String) -> CommandFailure {
        CommandFailure(localized("no app called {name} has asked yet", ["name": text.sanitized]))
    }
}
