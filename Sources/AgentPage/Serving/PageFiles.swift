internal import CAgentPage
internal import Languages

/// The files of `Web`, which `CAgentPage` embeds into the program.
enum PageFiles {
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

    /// The file at a path; nil when there is none.
    static func response(at path: String) -> HTTPResponse? {
        guard let file = files[path] else { return nil }
        if path == "/" { return PageLanguage.document(file.bytes, type: file.type) }
        return HTTPResponse(file.bytes, type: file.type)
    }
}
