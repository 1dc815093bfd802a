import PhotosUI

/// What the person wrote, in a file.
struct Journal: Codable, Equatable {
    struct Entry: Codable, Equatable {
        var date: Date
        var text: String
        /// Local identifiers.
        var photos: [String]
    }

    /// The album of this program's, once there is one.
    var album: String?
    var entries: [Entry] = []

    init() {}

    /// An empty one where there is no such file.
    init(contentsOf file: URL) throws {
        let data: Data
        do {
            data = try Data(contentsOf: file)
        } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
            self.init()
            return
        }
        do {
            self = try JSONDecoder().decode(Journal.self, from: data)
        } catch is DecodingError {
            throw JournalError(message: "\(file.path) is no journal of this program")
        }
    }

    /// Written under another name first and then renamed, so that the file is always a whole one.
    func write(to file: URL) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try encoder.encode(self).write(to: file, options: .atomic)
    }
}

/// What cannot be done with a journal, and why.
struct JournalError: LocalizedError, Equatable {
    var message: String
    var errorDescription: String? { message }
}
