internal import CAgentPage
internal import Languages

/// The files of `Web`, which `CAgentPage` embeds into the program.
///
/// The document names them in a folder of its own for each run of the agent, from which the browser may keep them: a
/// page that is opened again asks for its data alone. Nobody can guess the folder, so no other program that served at
/// this port before can have left files in the browser's cache that this page would run.
struct PageFiles: Sendable {
    private struct File: Sendable {
        var type: String
        var bytes: [UInt8]
    }

    private static let files: [String: File] = {
        var count = 0
        let table = unsafe UnsafeBufferPointer(start: cagentpage_files(&count), count: count)
        var files: [String: File] = [:]
        for index in table.indices {
            let entry = unsafe table[index]
            let bytes = unsafe Array(UnsafeBufferPointer(start: entry.bytes, count: entry.count))
            unsafe files["/" + String(cString: entry.name)] = File(type: String(cString: entry.type), bytes: bytes)
        }
        files["/"] = files.removeValue(forKey: "/index.html")
        return files
    }()

    /// A path, without its last slash.
    private let folder = "/" + Secret.random().text

    /// The file at a path; nil when there is none.
    func response(at path: String) -> HTTPResponse? {
        if path == "/", let file = PageFiles.files[path] {
            return PageLanguage.document(file.bytes, type: file.type, filesIn: folder)
        }
        guard path.hasPrefix(folder + "/") else { return PageFiles.response(named: path) }
        let name = String(path.dropFirst(folder.count))
        var response = PageFiles.response(named: name)
        // What is in the language that the browser asks for is asked for each time.
        if name != PageFiles.languageScript { response?.headers.append(HTTPResponse.mayBeKept) }
        return response
    }

    private static let languageScript = "/language.js"

    private static func response(named name: String) -> HTTPResponse? {
        if name == languageScript { return PageLanguage.script }
        guard name != "/", let file = files[name] else { return nil }
        return HTTPResponse(file.bytes, type: file.type)
    }
}
