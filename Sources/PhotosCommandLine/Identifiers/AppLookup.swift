import LinuxSystem
import TerminalText

/// Finds the app that a person names.
struct AppLookup {
    /// The identities of the apps that have asked.
    var known: [String]

    /// A known identity, one of a form that an app may turn out to have (`kind:name`, or the path of a program), or the
    /// last part of the only known identity that ends with it. A program is known by the path that the kernel has for
    /// it: relative paths and symbolic links are resolved.
    func app(_ text: String) throws(CommandFailure) -> String {
        if known.contains(text) { return text }
        if text.hasPrefix("exe:/") { return try program(at: String(text.dropFirst("exe:".count))) }
        if text.hasPrefix("/") || text.hasPrefix("./") || text.hasPrefix("../") { return try program(at: text) }
        let ending = known.filter { $0.hasSuffix("/" + text) || $0.hasSuffix(":" + text) }
        if ending.count == 1 { return ending[0] }
        if ending.count > 1 {
            throw CommandFailure(
                "\(text.shown) may be any of \(ending.count):" + ending.map { "\n  " + $0.shown }.joined()
            )
        }
        guard let colon = text.firstIndex(of: ":"), colon != text.startIndex, text.index(after: colon) != text.endIndex
        else { throw CommandFailure("no app that is called \(text.shown) has asked yet") }
        return text
    }

    /// The identity of the program that a path leads to, or that may be there one day.
    private func program(at text: String) throws(CommandFailure) -> String {
        let path: FilePath
        do throws(SystemCallError) { path = try resolved(FilePath(text)) } catch {
            throw CommandFailure("\(text.shown): \(error.reason)")
        }
        guard let name = path.exactText else { throw CommandFailure("\(text.shown): the path is not text") }
        return "exe:" + name
    }

    /// Where a path leads, as far as there is something.
    private func resolved(_ path: FilePath) throws(SystemCallError) -> FilePath {
        do throws(SystemCallError) {
            return try OwnedDescriptor(opening: path, [.unread]).path()
        } catch {
            guard error.errorNumber == SystemCallError.notFound, path.folder != path else { throw error }
            return try resolved(path.folder).appending(path.lastComponent)
        }
    }
}
